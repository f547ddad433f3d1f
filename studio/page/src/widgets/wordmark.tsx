// Verve's word mark: five letters drawn as one line, and a ball that bounces off the last v.
import "./wordmark.css";

const E = (x: number): string =>
    `M${x + 0.3} 14.200 h8.500 c0 -3.200 -1.800 -5.200 -4.300 -5.200 c-2.700 0 -4.500 2.200 -4.500 5 c0 3 2 5 4.700 5 c1.700 0 3 -0.700 3.800 -1.900`;
const V = (x: number): string => `M${x} 9 l5 10 l5 -10`;
const R = (x: number): string => `M${x} 19 v-9.700 m0 4.200 c0 -2.800 1.500 -4.300 4.100 -4.300`;
const LETTERS = [V(2), E(15), R(28), V(35.5), E(48.5)];

export function Wordmark(props: { height?: number }) {
    const height = props.height ?? 20;
    return (
        <svg
            class="wordmark"
            height={height}
            width={(height * 60) / 22}
            viewBox="0 0 60 22"
            role="img"
            aria-label="Verve"
        >
            <path class="wordmark-arc" d="M27.500 3.800 C31.500 0.800 37 1.600 40 6.500" />
            {LETTERS.map((d) => (
                <path key={d} class="wordmark-letter" d={d} />
            ))}
            <circle class="wordmark-ball" cx="40.500" cy="10" r="2.700" />
        </svg>
    );
}
