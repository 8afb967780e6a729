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

/** Uploads of a page and their actions. */
export interface Uploads {
  readonly uploads: readonly Upload[];
  /** Placeholders whose file is lost: the app was closed during the upload. */
  readonly lost: readonly Placeholder[];
  /** Whether the text still has a placeholder. */
  readonly waiting: boolean;
  /** Starts an upload; returns the placeholder for the text. */
  readonly start: (file: File) => string;
  readonly retry: (id: string, file?: File) => void;
  /** Stops and removes the placeholder. */
  readonly remove: (id: string) => void;
}

/** The uploads of a draft. They continue while another view is open. */
export function useUploads(draft: WikiDraft): Uploads {
  const key = wikiDraftKey(draft, draft.id);
  const all = useSyncExternalStore(subscribeToUploads, readUploads);
  const uploads = useMemo(() => all.filter((upload) => upload.key === key), [all, key]);
  const placeholders = useMemo(() => placeholdersIn(draft.text.content), [draft.text.content]);
  const lost = useMemo(
    () => placeholders.filter(({ id }) => !uploads.some((upload) => upload.id === id)),
    [placeholders, uploads],
  );
  // Deleting the placeholder cancels the upload.
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
