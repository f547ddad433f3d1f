// The progress of long work; without a share it only shows that work is going on.
import "./progress.css";

export function Progress(props: { label: string; share?: number | undefined }) {
    const known = props.share !== undefined;
    return (
        <div
            class={known ? "w-progress" : "w-progress unknown"}
            role="progressbar"
            aria-label={props.label}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={known ? Math.round(100 * props.share!) : undefined}
        >
            <span style={known ? { scale: `${Math.min(1, Math.max(0, props.share!))} 1` } : {}} />
        </div>
    );
}
