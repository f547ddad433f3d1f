// The head of an inspector: what kind of thing, its name, and what can be done with it.
import type { ComponentChildren } from "preact";
import { Icon } from "../widgets/icon.tsx";

export function Head(props: { icon: string; title: string; children?: ComponentChildren }) {
  return (
    <header class="rig-head">
      <Icon name={props.icon} />
      <h2 title={props.title}>{props.title}</h2>
      {props.children}
    </header>
  );
}
