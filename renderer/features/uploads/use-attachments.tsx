import { Paperclip } from "lucide-react";
import { lazy, type ReactNode, type RefObject, Suspense, useState } from "react";
import { IconButton } from "../../ui/buttons/button.tsx";
import { acceptFilesInText, pickFiles } from "../../ui/forms/pick-files.ts";
import { useRouteProject } from "../addresses/use-route.ts";

const AttachedFiles = lazy(async () => ({ default: (await import("./attached-files.tsx")).AttachedFiles }));

/** Parts of a text's form by which files get into the text. */
interface Attachments {
  /** Of the text area: files are pasted and dropped. */
  readonly handlers: ReturnType<typeof acceptFilesInText>;
  readonly button: ReactNode;
  /** The uploads in progress. */
  readonly rows: ReactNode;
}

/**
 * Returns what uploads files into a text of a project, whose code is loaded with the first file: Markdown for each is written
 * at the caret once it is uploaded, so that a draft never has a part of it. Null outside of a project.
 */
export function useAttachments(
  area: RefObject<HTMLTextAreaElement | null>,
  text: string,
  onText: (text: string) => void,
): Attachments | null {
  const project = useRouteProject();
  const [batches, setBatches] = useState<readonly (readonly File[])[]>([]);
  if (project === undefined) return null;
  const add = (files: readonly File[]) => {
    if (files.length > 0) setBatches((now) => [...now, files]);
  };
  return {
    handlers: acceptFilesInText(add),
    button: (
      <IconButton
        writes
        size="s"
        label="Attach files…"
        icon={Paperclip}
        onClick={() => void pickFiles({ multiple: true }).then(add)}
      />
    ),
    rows:
      batches.length > 0 ? (
        <Suspense>
          <AttachedFiles {...{ project, area, text, onText, batches }} />
        </Suspense>
      ) : null,
  };
}
