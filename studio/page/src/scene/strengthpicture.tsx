// A small picture of the effect of each strength. All of them show the same ball: mustard, with two eyes, 36 units
// square; forces on it are drawn in thin lines, its goal in teal dashes.
import type { ComponentChildren } from "preact";
import "./strengthpicture.css";

const GROUND = 31;

interface BallProps {
    readonly x: number;
    readonly y: number;
    readonly rx?: number;
    readonly ry?: number;
    readonly turn?: number; // degrees
    readonly look?: readonly [number, number]; // direction of the eyes
    readonly dull?: boolean; // drawn pale, because it has no part in the effect
    readonly faded?: number;
}
function Ball({ x, y, rx = 7, ry = rx, turn = 0, look = [0, 0], dull = false, faded = 1 }: BallProps) {
    const small = Math.min(rx, ry);
    const [apart, eye] = [rx * 0.3, Math.max(0.9, small * 0.17)];
    return (
        <g transform={`translate(${x} ${y}) rotate(${turn})`} opacity={faded} class={dull ? "ball dull" : "ball"}>
            <ellipse rx={rx} ry={ry} />
            {[-apart, apart].map((side) => (
                <ellipse
                    key={side}
                    class="eye"
                    cx={side + look[0]}
                    cy={-small * 0.12 + look[1]}
                    rx={eye}
                    ry={eye * (dull ? 0.4 : 1.35)}
                />
            ))}
        </g>
    );
}
const Ground = ({ y = GROUND }: { y?: number }) => <path class="soft" d={`M3 ${y}H33`} />;
const Line = ({ d }: { d: string }) => <path class="hint" d={d} />;
// A line that ends in an arrow head.
const Arrow = ({ d, head }: { d: string; head: string }) => (
    <g class="hint">
        <path d={d} />
        <path class="head" d={head} />
    </g>
);
const Goal = ({ children }: { children: ComponentChildren }) => <g class="goal">{children}</g>;
const Clock = ({ x, y }: { x: number; y: number }) => (
    <g class="hint" transform={`translate(${x} ${y})`}>
        <circle r="4.5" />
        <path d="M0 -2.6V0L1.9 1.3" />
    </g>
);

const PICTURES: Readonly<Record<string, ComponentChildren>> = {
    // It carries a block and stays round.
    stiffness: (
        <>
            <Ground />
            <Ball x={18} y={22.5} rx={8.5} look={[0, -1.5]} />
            <rect class="block" x="10" y="5.5" width="16" height="8" rx="1.5" />
        </>
    ),
    // Jelly: its outline wobbles.
    local: (
        <>
            <Ground />
            <g class="ball" transform="translate(18 21)">
                <path d="M-10 9.500C-13 6 -8.500 3.500 -9.500 -0.500C-10.500 -5.500 -5 -5 -3.500 -8.500C-2 -12 4.500 -11.500 5 -7.500C5.500 -4 10.500 -4.500 9.500 0.500C8.800 4 12.500 6.500 10 9.500Z" />
                <ellipse class="eye" cx="-3" cy="-1" rx="1.3" ry="1.8" />
                <ellipse class="eye" cx="3" cy="-1.600" rx="1.3" ry="1.8" />
            </g>
            <Line d="M4.500 13C3 15 6 17 4.500 19M31.500 12C33 14 30 16 31.500 18" />
        </>
    ),
    // A wobble that dies away.
    damping: (
        <>
            <Line d="M3 18C5 3 8 3 10 18S14.500 30 16.500 18S20 11 21.500 18" />
            <Ball x={27.5} y={18} rx={6} />
        </>
    ),
    // Pulled out of its place, the ball follows.
    projection: (
        <>
            <Goal>
                <circle cx="10" cy="19" r="7" />
            </Goal>
            <Ball x={17.5} y={19} rx={9.5} ry={5.6} look={[2.5, 0]} />
            <Arrow d="M28 19H32.500" head="M30.500 16.300L33.500 19L30.500 21.700" />
        </>
    ),
    // Back to where it is at home.
    equilibrium: (
        <>
            <Goal>
                <circle cx="9" cy="24" r="6.5" />
            </Goal>
            <Ball x={26} y={21} rx={7} look={[-1.6, 0.4]} />
            <Arrow d="M24 10C17 5 10 9 8.800 14" head="M5.800 12.200L8.600 15.400L12 13" />
        </>
    ),
    // Past the goal, back, and then there.
    settle: (
        <>
            <Goal>
                <path d="M3 15H33" />
            </Goal>
            <Line d="M3 31C8 31 8.500 6 13 6C17 6 17 20.500 20.500 20.500" />
            <Ball x={26} y={15} rx={6} />
        </>
    ),
    // Flat from hitting the ground.
    energy: (
        <>
            <Ground />
            <Ball x={18} y={26} rx={11.5} ry={5} look={[0, -0.6]} />
            <Line d="M18 5V14M14.800 11L18 14.600L21.200 11M5 20L3 17.500M31 20L33 17.500M9.500 16L8.500 13M26.500 16L27.500 13" />
        </>
    ),
    energy_threshold: (
        <>
            <Ground />
            <Goal>
                <path d="M3 16H33" />
            </Goal>
            <Ball x={9.5} y={26} rx={5} dull />
            <Ball x={24.5} y={27} rx={8} ry={4} />
            <Line d="M24.500 5V20M21.800 17.300L24.500 20.500L27.200 17.300M9.500 19.500V17.500" />
        </>
    ),
    // Flat, less flat, round.
    energy_time: (
        <>
            <Ground />
            <Ball x={9} y={28} rx={6.5} ry={3} />
            <Ball x={19} y={26.5} rx={5.2} ry={4.5} faded={0.75} />
            <Ball x={28.5} y={26} rx={4.8} faded={0.5} />
            <Clock x={18} y={11} />
        </>
    ),
    // Stretched by fast flight.
    velocity: (
        <>
            <Ball x={22} y={14.5} rx={10.5} ry={5.5} turn={-28} look={[3, 0]} />
            <Line d="M11.500 13.500L3.500 17.700M14 22L5 27M19.500 24.500L12 28.700" />
        </>
    ),
    velocity_threshold: (
        <>
            <Goal>
                <path d="M18 4V32" />
            </Goal>
            <Ball x={9.5} y={19} rx={4.8} dull />
            <Ball x={27} y={19} rx={6.8} ry={4} look={[1.8, 0]} />
            <Line d="M20.500 12.500H27M20.500 25.500H27M2 13.500H4.500" />
        </>
    ),
    // Every bounce is lower.
    bounce: (
        <>
            <Ground />
            <Line d="M3 9C6 12 8 22 8.600 30.500C10 12 17.500 12 19.500 30.500C20.500 23.500 22.500 20.500 24.500 19.500" />
            <Ball x={28} y={19} rx={5.5} />
        </>
    ),
    // A pause while it is squashed.
    bounce_time: (
        <>
            <Ground />
            <Ball x={18} y={27.5} rx={12} ry={3.6} />
            <Clock x={18} y={13} />
        </>
    ),
    // Turned back upright.
    orient_rate: (
        <>
            <Goal>
                <path d="M18 4V33" />
            </Goal>
            <Ball x={18} y={22} rx={6.5} ry={9} turn={28} look={[0, -3]} />
            <Arrow d="M29 9.500C27.500 7 25 5.600 22 5.600" head="M24.500 3L21.400 5.600L24.300 8.400" />
        </>
    ),
    orient_angle: (
        <>
            <Goal>
                <path d="M11 31V5M11 31L27 9" />
            </Goal>
            <Line d="M11 17.500A13.500 13.500 0 0 1 19 20" />
            <Ball x={25.8} y={10.5} rx={5} ry={6.8} turn={36} look={[0, -2]} />
        </>
    ),
    // Rough ground holds it.
    friction: (
        <>
            <path class="soft" d="M2 32L5 28L8 32L11 28L14 32L17 28L20 32L23 28L26 32L29 28L32 32L34 29.500" />
            <Ball x={21} y={19.5} rx={8.5} turn={-8} look={[-1, 0.5]} />
            <Line d="M10.500 14H4.500M9.500 19H2.500M10.500 24H6" />
        </>
    ),
    // The wind carries it along.
    drag: (
        <>
            <Line d="M2 10H15C19 10 19.500 4.500 16 4.500C14 4.500 13.200 6 13.600 7.200M2 17.500H13M2 25H12C16 25 16.500 31 13 31C11.200 31 10.500 29.600 10.800 28.500" />
            <Ball x={25} y={17.5} rx={7.5} ry={6.8} look={[1.8, 0]} />
        </>
    ),
    // It falls.
    gravity: (
        <>
            <Ground y={33} />
            <Ball x={18} y={10.5} rx={7.5} look={[0, 1.8]} />
            <Arrow d="M18 20.500V28.500" head="M14.300 25L18 29.200L21.700 25" />
            <Line d="M7.500 19V24M28.500 19V24" />
        </>
    ),
};

export function StrengthPicture({ name }: { name: string }) {
    return (
        <svg class="strength-picture" viewBox="0 0 36 36" width="36" height="36" aria-hidden="true" data-picture={name}>
            {PICTURES[name]}
        </svg>
    );
}
