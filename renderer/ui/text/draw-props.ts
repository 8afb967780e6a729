import { createElement, Fragment, type ReactNode } from "react";
import { visibleText } from "../../../shared/text/hidden-characters.ts";
import { drawText } from "./draw-text.ts";
import { safeHref } from "./safe-href.ts";

type Props = Readonly<Record<string, unknown>>;

/** A text that is not to be drawn as it is: beyond ASCII, or with control codes. */
const special = /[^\t\n\r\x20-\x7e]/;
/** Right-to-left letters and direction controls, which reorder the text beside them. */
const directed =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Elements whose text is data, or is drawn by the browser in ways of its own. */
const untouched = new Set<unknown>(["textarea", "style", "script", "annotation", "mi", "mn", "mo", "mtext"]);
/** Elements that contain text only. */
const lettersOnly = new Set<unknown>(["option", "title", "desc", "text", "tspan"]);
/** Attributes that are read or shown. */
const shown = ["title", "alt", "placeholder", "label"] as const;
const addresses = ["href", "xlinkHref"] as const;
const spoken = ["aria-label", "aria-description", "aria-valuetext"] as const;
const shownOrSpoken = [...shown, ...spoken];

/**
 * Returns an element's properties with its text drawn by {@link drawText}, each name with letters from right to left
 * isolated from what is beside it (`bdi`; not in prose, where `isolate` is false), and its attributes as visible text.
 * Plain ASCII costs one test. A link keeps its address only where that is a safe one.
 */
export function drawProps(type: unknown, props: Props, isolate = true): Props {
  if (untouched.has(type)) return props;
  const children = drawChildren(type, props.children, isolate && type !== "bdi");
  let drawn = children === props.children ? props : { ...props, children };
  for (const name of typeof type === "string" ? shownOrSpoken : spoken) {
    const value = props[name];
    if (typeof value === "string" && special.test(value)) {
      const visible = visibleText(value);
      if (visible !== value) drawn = { ...drawn, [name]: visible };
    }
  }
  if (type === "a" || type === "area") {
    for (const name of addresses) {
      const value = props[name];
      if (typeof value === "string" && safeHref(value) === undefined) drawn = { ...drawn, [name]: undefined };
    }
  }
  return drawn;
}

function drawChildren(type: unknown, children: unknown, isolate: boolean): unknown {
  if (typeof children === "string") return drawChild(type, children, isolate);
  if (!Array.isArray(children)) return children;
  let drawn: unknown[] | null = null;
  for (const [i, child] of children.entries()) {
    const next =
      typeof child === "string"
        ? drawChild(type, child, isolate, i)
        : Array.isArray(child)
          ? drawChildren(type, child, isolate)
          : child;
    if (next === child) continue;
    drawn ??= [...children];
    drawn[i] = next;
  }
  return drawn ?? children;
}

function drawChild(type: unknown, text: string, isolate: boolean, key?: number): ReactNode {
  if (!special.test(text)) return text;
  if (lettersOnly.has(type)) return visibleText(text);
  const drawn = drawText(text);
  if (isolate && directed.test(text)) return createElement("bdi", { key }, drawn);
  return drawn === text ? text : createElement(Fragment, { key }, drawn);
}
