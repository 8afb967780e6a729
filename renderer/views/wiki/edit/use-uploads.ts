import { useEffect, useMemo, useSyncExternalStore } from "react";
import { type WikiDraft, wikiDraftKey } from "../../../state/wiki-drafts.ts";
import { type Placeholder, placeholdersIn } from "./placeholders.ts";
import {
  forgetUpload,
  readUploads,
  retryUpload,
  startUpload,
  subscribeToUploads,
  type Upload,
} from "./uploads.ts";

/** What the editor shows and does of the files of a page. */
export interface Uploads {
  readonly uploads: readonly Upload[];
  /** Placeholders whose file is gone: the app was closed while it was sent. */
  readonly lost: readonly Placeholder[];
  /** Whether the text still has a placeholder. */
  readonly waiting: boolean;
  /** Begins to send a file; returns what to write into the text meanwhile. */
  readonly start: (file: File) => string;
  readonly retry: (id: string, file?: File) => void;
  /** Stops and removes the placeholder. */
  readonly remove: (id: string) => void;
}

/** The uploads of a draft. They go on while the reader is elsewhere in the app. */
export function useUploads(draft: WikiDraft): Uploads {
  const key = wikiDraftKey(draft, draft.id);
  const all = useSyncExternalStore(subscribeToUploads, readUploads);
  const uploads = useMemo(() => all.filter((upload) => upload.key === key), [all, key]);
  const placeholders = useMemo(() => placeholdersIn(draft.text.content), [draft.text.content]);
  const lost = useMemo(
    () => placeholders.filter(({ id }) => !uploads.some((upload) => upload.id === id)),
    [placeholders, uploads],
  );
  // Whoever deletes the placeholder does not want the file any more.
  useEffect(() => {
    for (const { id, inserted } of uploads) {
      if (inserted && !placeholders.some((placeholder) => placeholder.id === id)) forgetUpload(id);
    }
  }, [uploads, placeholders]);
  return {
    uploads,
    lost,
    waiting: placeholders.length > 0,
    start: (file) => startUpload(draft, file),
    retry: (id, file) => retryUpload(draft, id, file),
    remove: (id) => forgetUpload(id, draft),
  };
}
