import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import type { TraceLine } from "../../../../shared/trace-types.ts";
import type { LineReader } from "../../../api/traces/line-reader.ts";
import { copyText } from "../../../ui/buttons/copy-button.tsx";
import { toast } from "../../../ui/overlays/toast.tsx";

interface Options {
  readonly trace: LineReader;
  /** Returns a line that is in memory. */
  readonly lineAt: (line: number) => TraceLine | undefined;
  /** Copies the chosen lines where no text is selected; false where there are none. */
  readonly onCopyChosen: () => boolean;
}

/**
 * Copies the selection of a log without numbers, times and marks, also where most of it is not rendered. Returns the
 * line in which the selection began: it must stay rendered, or the browser would lose the selection.
 */
export function useLogSelection(frame: RefObject<HTMLElement | null>, options: Options): number | null {
  const [anchor, setAnchor] = useState<number | null>(null);
  const copy = useEffectEvent((event: ClipboardEvent) => {
    const { trace, lineAt, onCopyChosen } = options;
    const selection = selectionIn(frame.current);
    if (!selection) {
      if (onCopyChosen()) event.preventDefault();
      return;
    }
    event.preventDefault();
    const text = textInMemory(selection, lineAt);
    if (text !== null) event.clipboardData?.setData("text/plain", text);
    else void copyFrom(trace, selection);
  });
  useEffect(() => {
    const onSelection = () => {
      const selection = document.getSelection();
      const node = selection?.anchorNode;
      const isOurs = node && !selection.isCollapsed && frame.current?.contains(node);
      setAnchor(isOurs ? (logPositionAt(node, selection.anchorOffset)?.line ?? null) : null);
    };
    const onCopy = (event: ClipboardEvent) => copy(event);
    const element = frame.current;
    document.addEventListener("selectionchange", onSelection);
    element?.addEventListener("copy", onCopy);
    return () => {
      document.removeEventListener("selectionchange", onSelection);
      element?.removeEventListener("copy", onCopy);
    };
  }, [frame]);
  return anchor;
}

function selectionIn(frame: HTMLElement | null): LogSelection | null {
  const selection = document.getSelection();
  if (!selection?.anchorNode || !selection.focusNode || selection.isCollapsed) return null;
  if (!frame?.contains(selection.anchorNode) || !frame.contains(selection.focusNode)) return null;
  const anchor = logPositionAt(selection.anchorNode, selection.anchorOffset);
  const focus = logPositionAt(selection.focusNode, selection.focusOffset);
  return anchor && focus ? orderedSelection(anchor, focus) : null;
}

/** Returns null where a line of the selection is not in memory as a whole. */
function textInMemory(
  selection: LogSelection,
  lineAt: (line: number) => TraceLine | undefined,
): string | null {
  const texts: string[] = [];
  for (let line = selection.from.line; line <= selection.to.line; line++) {
    const content = lineAt(line);
    if (!content || content.cut) return null;
    texts.push(content.spans.map(({ text }) => text).join(""));
  }
  return selectedText(texts, selection);
}

async function copyFrom(trace: LineReader, selection: LogSelection): Promise<void> {
  const { from, to } = selection;
  const count = to.line - from.line + 1;
  if (count > maxCopiedLines) {
    toast.error("Too many lines to copy", { description: "Download the log instead." });
    return;
  }
  const text = await trace.readText(from.line, to.line + 1).catch(() => null);
  if (text === null || !(await copyText(selectedText(text.split("\n"), selection)))) {
    toast.error("Could not copy", { description: "The system did not give access to the clipboard." });
  }
}

/** Lines beyond which a copy is refused, as the clipboard is in memory. */
const maxCopiedLines = 200_000;

/** Copies the lines `from` to `to` (exclusive, from 0) as plain text, and notifies the user. */
export async function copyLines(trace: LineReader, from: number, to: number): Promise<void> {
  const count = to - from;
  const many = count.toLocaleString("en");
  if (count > maxCopiedLines) {
    toast.error("Too many lines to copy", {
      description: `${many} lines are selected; at most ${maxCopiedLines.toLocaleString("en")} can be copied. Download the log instead.`,
    });
    return;
  }
  const text = await trace.readText(from, to).catch(() => null);
  if (text !== null && (await copyText(text))) {
    toast.success(count === 1 ? "Copied 1 line" : `Copied ${many} lines`);
  } else toast.error("Could not copy", { description: "The system did not give access to the clipboard." });
}

/** A position in a log: a line from 0, and a character of its text. */
interface LogPosition {
  readonly line: number;
  readonly column: number;
}

/** Two positions, the first one first. */
interface LogSelection {
  readonly from: LogPosition;
  readonly to: LogPosition;
}

/** Returns the selection between two positions of a log, the upper one first, whichever of them it began at. */
export function orderedSelection(one: LogPosition, other: LogPosition): LogSelection {
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
function logPositionAt(node: Node, offset: number): LogPosition | null {
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
