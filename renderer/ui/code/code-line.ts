import "./code-tokens.css";
import { createElement, Fragment, memo } from "react";
import type { Optional } from "../../../shared/optional.ts";
import { drawRange, findMarks, type TextMark } from "../text/draw-text.ts";

interface Token {
  readonly length: number;
  readonly kind: string;
}

interface CodeLineProps
  extends Optional<{
    /** Colours, null while they are not known. */
    tokens: readonly Token[] | null;
    /** Ranges `[start, end)` that are marked. */
    marks: readonly (readonly [start: number, end: number])[];
    markClass: string;
  }> {
  readonly text: string;
}

/**
 * A line of code with its colours, marks that may cross them, and what cannot be seen as marks of its own. Letters are
 * in one order over the whole line: no piece is isolated.
 */
export const CodeLine = memo(function CodeLine({ text, tokens, marks = [], markClass }: CodeLineProps) {
  const unseen = findMarks(text);
  return pieces(text, tokens ?? []).map(({ start, end, kind }) =>
    createElement(Fragment, { key: start }, marked(text, start, end, kind, marks, markClass, unseen)),
  );
});

interface Piece {
  readonly start: number;
  readonly end: number;
  readonly kind: string;
}

function pieces(text: string, tokens: readonly Token[]): Piece[] {
  const found: Piece[] = [];
  let at = 0;
  for (const { length, kind } of tokens) {
    if (at >= text.length) break;
    const end = Math.min(text.length, at + length);
    found.push({ start: at, end, kind });
    at = end;
  }
  if (at < text.length) found.push({ start: at, end: text.length, kind: "plain" });
  return found;
}

function marked(
  text: string,
  start: number,
  end: number,
  kind: string,
  marks: readonly (readonly [number, number])[],
  markClass: string | undefined,
  unseen: readonly TextMark[],
) {
  const cuts = new Set([start, end]);
  for (const mark of marks) for (const cut of mark) if (cut > start && cut < end) cuts.add(cut);
  const edges = [...cuts].sort((a, b) => a - b);
  return edges.slice(0, -1).map((from, i) => {
    const to = edges[i + 1] ?? end;
    const within = marks.some((mark) => mark[0] <= from && mark[1] >= to);
    const names = [kind === "plain" ? "" : `tok-${kind}`, within ? markClass : ""].filter(Boolean).join(" ");
    const value = drawRange(text, unseen, from, to);
    return names
      ? createElement("span", { key: from, className: names }, value)
      : createElement(Fragment, { key: from }, value);
  });
}
