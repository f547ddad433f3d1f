// What pictures and films can be written as. Made by tools/generate from author/export/formats.c: build the target `generated`,
// do not edit.
export const films = {
  png: { label: "Picture", about: "One moment", transparent: true, moves: false, needsFfmpeg: false },
  webp: { label: "WebP", about: "Loops, see-through", transparent: true, moves: true, needsFfmpeg: false },
  mp4: { label: "MP4", about: "Video for sharing", transparent: false, moves: true, needsFfmpeg: true },
  webm: { label: "WebM", about: "Video for the web", transparent: false, moves: true, needsFfmpeg: true },
  gif: { label: "GIF", about: "Loops, 256 colours", transparent: false, moves: true, needsFfmpeg: true },
} as const;
