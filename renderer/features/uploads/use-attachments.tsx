import { Paperclip } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { IconButton } from "../../ui/buttons/button.tsx";
import { pickFiles } from "../../ui/forms/pick-files.ts";
import { replaceText } from "../../ui/text-format/replace-text.ts";
import { useRouteProject } from "../addresses/use-route.ts";
import { acceptFilesInText } from "./dropped-files.ts";
import { UploadRows } from "./upload-rows.tsx";
import { useFileUploads } from "./use-file-uploads.ts";

/** Parts of a text's form by which files get into the text. */
interface Attachments {
  /** Of the text area: files are pasted and dropped. */
  readonly handlers: ReturnType<typeof acceptFilesInText>;
  readonly button: ReactNode;
  /** The uploads in progress. */
  readonly rows: ReactNode;
}

/**
 * Returns what uploads files into a text of a project: Markdown for each is written at the caret once it is uploaded, so
 * that a draft never has a part of it. Null outside of a project.
 */
export function useAttachments(
  area: RefObject<HTMLTextAreaElement | null>,
  text: string,
  onText: (text: string) => void,
): Attachments | null {
  const project = useRouteProject();
  const latest = useRef(text);
  useEffect(() => {
    latest.current = text;
  }, [text]);
  const uploads = useFileUploads(project ?? "", ({ markdown }) => {
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
    // The text is previewed.
    latest.current = `${latest.current}${latest.current === "" ? "" : "\n\n"}${markdown}`;
    onText(latest.current);
  });
  if (project === undefined) return null;
  return {
    handlers: acceptFilesInText(uploads.add),
    button: (
      <IconButton
        writes
        size="s"
        label="Attach files…"
        icon={Paperclip}
        onClick={() => void pickFiles({ multiple: true }).then(uploads.add)}
      />
    ),
    rows: <UploadRows {...uploads} />,
  };
}
