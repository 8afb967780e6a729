import { type RefObject, useEffect, useRef } from "react";
import { replaceText } from "../../ui/text-format/replace-text.ts";
import { UploadRows } from "./upload-rows.tsx";
import { useBatches } from "./use-batches.ts";
import { useFileUploads } from "./use-file-uploads.ts";

interface AttachedFilesProps {
  readonly project: string;
  /** The box of the text; null while it is previewed. */
  readonly area: RefObject<HTMLTextAreaElement | null>;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Files as they were chosen, one batch after the other. */
  readonly batches: readonly (readonly File[])[];
}

/** Uploads files and writes Markdown for each into a text. */
export function AttachedFiles({ project, area, text, onText, batches }: AttachedFilesProps) {
  const latest = useRef(text);
  useEffect(() => {
    latest.current = text;
  }, [text]);
  const uploads = useFileUploads(project, ({ markdown }) => {
    const box = area.current;
    if (box) {
      const from = box.selectionStart;
      const before = box.value.slice(0, from);
      const gap = before === "" || /\s$/.test(before) ? "" : " ";
      // Typing goes on where it was, unless it is in the text itself.
      const focused = document.activeElement;
      replaceText(box, { from, to: from, text: `${gap}${markdown}` });
      if (focused instanceof HTMLElement && focused !== box) focused.focus();
      return;
    }
    latest.current = `${latest.current}${latest.current === "" ? "" : "\n\n"}${markdown}`;
    onText(latest.current);
  });
  useBatches(batches, uploads.add);
  return <UploadRows {...uploads} />;
}
