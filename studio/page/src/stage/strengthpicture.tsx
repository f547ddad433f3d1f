// A small picture of what a strength does.
export function StrengthPicture({ name }: { name: string }) {
  return <span class={`strength-picture ${name}`} />;
}
