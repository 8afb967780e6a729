/** A position in a log: a line from 0, and a character of its text. */
export interface LogPosition {
  readonly line: number;
  readonly column: number;
}

/** Two positions, the first one first. */
export interface LogSelection {
  readonly from: LogPosition;
  readonly to: LogPosition;
}

/** Returns two positions in order, since a selection can go upwards. */
export function inOrder(one: LogPosition, other: LogPosition): LogSelection {
  const isFirst = one.line < other.line || (one.line === other.line && one.column <= other.column);
  return isFirst ? { from: one, to: other } : { from: other, to: one };
}

/** Returns the selected part of the selection's lines. */
export function selectedText(lines: readonly string[], { from, to }: LogSelection): string {
  return lines
    .map((text, index) => {
      const isLast = index === lines.length - 1;
      return text.slice(index === 0 ? from.column : 0, isLast ? to.column : undefined);
    })
    .join("\n");
}

/** Returns where a point of the page is in a log; null where it is in no line of it. */
export function logPositionAt(node: Node, offset: number): LogPosition | null {
  const element = node instanceof Element ? node : node.parentElement;
  const row = element?.closest<HTMLElement>("[data-line]");
  const text = row?.querySelector("[data-text]");
  if (!row || !text) return null;
  const line = Number(row.dataset.line);
  const range = document.createRange();
  range.selectNodeContents(text);
  const side = range.comparePoint(node, offset);
  if (side > 0) return { line, column: text.textContent.length };
  if (side < 0) return { line, column: 0 };
  range.setEnd(node, offset);
  return { line, column: range.toString().length };
}
