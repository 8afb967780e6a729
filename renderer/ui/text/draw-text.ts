import { createElement, type ReactNode } from "react";
import { findHidden, longName, shortName } from "../../../shared/text/hidden-characters.ts";
import { findLookAlikes } from "../../../shared/text/look-alikes.ts";

/** A part of a text that is drawn as a mark. */
export interface TextMark {
  readonly start: number;
  readonly end: number;
  readonly node: ReactNode;
}

/** Characters that need marks are beyond ASCII, or control codes. */
const special = /[^\t\n\r\x20-\x7e]/;
const none: readonly TextMark[] = [];

/**
 * Returns the marks of a text, in order: for hidden characters, and for letters that look like those of another
 * script. A text of plain ASCII costs one test.
 */
export function findMarks(text: string): readonly TextMark[] {
  if (!special.test(text)) return none;
  const hidden = hiddenMarks(text);
  const alike = lookAlikeMarks(text);
  if (alike.length === 0) return hidden;
  return [...hidden, ...alike].sort((a, b) => a.start - b.start);
}

/** Draws a range of a text with its marks; a selection that crosses a mark copies the character itself. */
export function drawRange(text: string, marks: readonly TextMark[], from: number, to: number): ReactNode {
  const within = marks.filter(({ start, end }) => start >= from && end <= to);
  if (within.length === 0) return text.slice(from, to);
  const parts: ReactNode[] = [];
  let at = from;
  for (const { start, end, node } of within) {
    if (start > at) parts.push(text.slice(at, start));
    parts.push(node);
    at = end;
  }
  if (at < to) parts.push(text.slice(at, to));
  return parts;
}

/** Draws a text with its marks; returns the text itself where it has none. */
export const drawText = (text: string): ReactNode => drawRange(text, findMarks(text), 0, text.length);

// `createElement`, as the app's own JSX would draw the marks' text as marks again.
const hiddenMarks = (text: string): TextMark[] =>
  findHidden(text).map(({ start, end, codePoint, kind }) => {
    const name = longName(codePoint);
    return {
      start,
      end,
      node: createElement(
        "span",
        {
          key: start,
          role: "img",
          className: "hidden-character",
          "aria-label": name,
          title: name,
          "data-kind": kind,
          "data-mark": shortName(codePoint),
        },
        text.slice(start, end),
      ),
    };
  });

const lookAlikeMarks = (text: string): TextMark[] =>
  findLookAlikes(text).map(({ start, end, letter, script, like }) => ({
    start,
    end,
    node: createElement(
      "span",
      {
        key: start,
        role: "img",
        className: "look-alike",
        "aria-label": `${letter} (${script})`,
        title: `${script} letter that looks like “${like}”`,
      },
      letter,
    ),
  }));
