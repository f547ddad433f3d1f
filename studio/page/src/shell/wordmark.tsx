// Verve's word mark: five letters of one line, and a ball that bounces off the last v.
import "./wordmark.css";

const LETTERS = [
  "M2 9 L7 19 L12 9", // v
  "M15.4 14.2 H24 C24 11 22.2 9 19.7 9 C17 9 15.2 11.200 15.2 14 C15.2 17 17.200 19 19.900 19 C21.600 19 22.900 18.300 23.700 17.100", // e
  "M28 19 V9.300 M28 13.500 C28 10.700 29.500 9.200 32.200 9.200", // r
  "M34.800 9 L39.800 19 L44.800 9", // v
  "M48.200 14.200 H56.800 C56.800 11 55 9 52.500 9 C49.800 9 48 11.200 48 14 C48 17 50 19 52.700 19 C54.400 19 55.700 18.300 56.500 17.100", // e
];

export function Wordmark(props: { height?: number }) {
  const height = props.height ?? 20;
  return (
    <svg class="wordmark" height={height} width={(height * 60) / 22} viewBox="0 0 60 22" role="img" aria-label="Verve">
      <path class="wordmark-arc" d="M27 3.4 C31 1 36.500 2.200 39.800 8.200" />
      {LETTERS.map((d) => (
        <path key={d} class="wordmark-letter" d={d} />
      ))}
      <circle class="wordmark-ball" cx="39.800" cy="9.800" r="2.700" />
    </svg>
  );
}
