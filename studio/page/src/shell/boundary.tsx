// Confines an error while rendering to one part of the page; the rest continues to work.
import { Component } from "preact";
import type { ComponentChildren } from "preact";
import { Button } from "../widgets/button.tsx";
import { Icon } from "../widgets/icon.tsx";
import "./boundary.css";

interface Props {
    what: string; // "The inspector"
    children: ComponentChildren;
}

export class Boundary extends Component<Props, { problem: unknown }> {
    override state: { problem: unknown } = { problem: null };

    static override getDerivedStateFromError(problem: unknown): { problem: unknown } {
        return { problem };
    }
    override componentDidCatch(problem: unknown): void {
        console.error(problem);
    }
    render(props: Props, { problem }: { problem: unknown }) {
        if (problem === null) return props.children;
        const words = problem instanceof Error ? problem.message : String(problem);
        return (
            <div class="boundary" role="alert">
                <Icon name="triangle-alert" />
                <p>{props.what} cannot be shown.</p>
                <p class="boundary-words">{words}</p>
                <Button label="Try again" onClick={() => this.setState({ problem: null })} />
            </div>
        );
    }
}
