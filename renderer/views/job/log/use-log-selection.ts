import { type RefObject, useEffect, useRef, useState } from "react";
import type { TraceLine } from "../../../../shared/trace/trace-types.ts";
import type { OpenTrace } from "../../../api/traces/open-trace.ts";
import { copyText } from "../../../ui/copy-text.ts";
import { toast } from "../../../ui/toast.tsx";
import { maxCopiedLines } from "./copy-lines.ts";
import { inOrder, type LogSelection, logPositionAt, selectedText } from "./selected-text.ts";

interface Options {
  readonly trace: OpenTrace;
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
  const latest = useRef(options);
  latest.current = options;
  useEffect(() => {
    const onSelection = () => {
      const selection = document.getSelection();
      const node = selection?.anchorNode;
      const isOurs = node && !selection.isCollapsed && frame.current?.contains(node);
      setAnchor(isOurs ? (logPositionAt(node, selection.anchorOffset)?.line ?? null) : null);
    };
    const onCopy = (event: ClipboardEvent) => {
      const { trace, lineAt, onCopyChosen } = latest.current;
      const selection = selectionIn(frame.current);
      if (!selection) {
        if (onCopyChosen()) event.preventDefault();
        return;
      }
      event.preventDefault();
      const text = textInMemory(selection, lineAt);
      if (text !== null) event.clipboardData?.setData("text/plain", text);
      else void copyFrom(trace, selection);
    };
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
  return anchor && focus ? inOrder(anchor, focus) : null;
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

async function copyFrom(trace: OpenTrace, selection: LogSelection): Promise<void> {
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
