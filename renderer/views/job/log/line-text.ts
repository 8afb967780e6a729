import { createElement, memo, type ReactNode } from "react";
import type { Span } from "../../../../shared/trace/trace-types.ts";
import { drawRange, findMarks } from "../../../ui/text/draw-text.ts";
import styles from "./log.module.css";
import { OscLink } from "./osc-link.tsx";
import { spanCss } from "./span-css.ts";

export interface LineTextProps {
  readonly spans: readonly Span[];
  /** Ranges `[start, end)` of the text that match the search. */
  readonly matches?: readonly (readonly [start: number, end: number])[] | undefined;
  /** Whether the line has the current match. */
  readonly isCurrent?: boolean;
}

const none: readonly (readonly [number, number])[] = [];

/**
 * The coloured text of a line, with matches and invisible characters marked. Uses `createElement`, as the app's own JSX
 * would isolate each piece, which breaks bidirectional text.
 */
export const LineText = memo(function LineText({ spans, matches = none, isCurrent = false }: LineTextProps) {
  const text = spans.length === 1 ? (spans[0]?.text ?? "") : spans.map((span) => span.text).join("");
  const marks = findMarks(text);
  const matchClass = isCurrent ? styles.currentMatch : styles.match;
  let at = 0;
  return spans.map((span, index): ReactNode => {
    const start = at;
    at += span.text.length;
    const pieces = cut(start, at, matches).map(({ from, to, isMatch }) => {
      const value = drawRange(text, marks, from, to);
      return isMatch ? createElement("span", { key: from, className: matchClass }, value) : value;
    });
    const look = span.style ? spanCss(span.style) : null;
    const key = `${index}`;
    const title = span.style?.conceal ? "Hidden in a terminal" : undefined;
    if (span.link) return createElement(OscLink, { key, href: span.link, look }, ...pieces);
    return look
      ? createElement(
          "span",
          { key, className: look.className || undefined, style: look.style, title },
          ...pieces,
        )
      : pieces;
  });
});

interface Piece {
  readonly from: number;
  readonly to: number;
  readonly isMatch: boolean;
}

/** Cuts a stretch of text at the matches that reach into it. */
function cut(start: number, end: number, matches: readonly (readonly [number, number])[]): Piece[] {
  const pieces: Piece[] = [];
  let at = start;
  for (const [first, last] of matches) {
    const from = Math.max(at, first);
    const to = Math.min(end, last);
    if (to <= from) continue;
    if (from > at) pieces.push({ from: at, to: from, isMatch: false });
    pieces.push({ from, to, isMatch: true });
    at = to;
  }
  if (at < end) pieces.push({ from: at, to: end, isMatch: false });
  return pieces;
}
