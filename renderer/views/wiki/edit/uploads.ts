import { createStore } from "zustand";
import { uploadWikiAttachment } from "../../../../shared/api/resources/wikis.ts";
import { requestOperation } from "../../../api/fetch-operation.ts";
import { toProblem } from "../../../api/host.ts";
import { sendWithProgress } from "../../../api/send-with-progress.ts";
import { saveWikiDraft, useWikiDrafts, type WikiDraft, wikiDraftKey } from "../../../state/wiki-drafts.ts";
import { attachmentMarkup } from "../model/formats.ts";
import { placeholderOf, placeholdersIn } from "./placeholders.ts";

/** A file that is being uploaded to the wiki, or failed to. */
export interface Upload {
  readonly id: string;
  /** Of the draft whose text has its placeholder. */
  readonly key: string;
  readonly file: File;
  /** Whether the placeholder was inserted into the text. */
  readonly inserted: boolean;
  /** 0 to 1. */
  readonly progress: number;
  /** Reason of the failure; null while it is being sent. */
  readonly failure: string | null;
}

/** The page's uploads; their files are in memory alone. */
const store = createStore<{ readonly uploads: readonly Upload[] }>(() => ({ uploads: [] }));
const senders = new Map<string, AbortController>();

export const subscribeToUploads = store.subscribe;
export const readUploads = (): readonly Upload[] => store.getState().uploads;

/** Starts an upload; returns the placeholder for the draft's text. */
export function startUpload(draft: WikiDraft, file: File): string {
  const id = crypto.randomUUID();
  const key = wikiDraftKey(draft, draft.id);
  const upload: Upload = { id, key, file, inserted: false, progress: 0, failure: null };
  store.setState(({ uploads }) => ({ uploads: [...uploads, upload] }));
  void send(draft, id, file);
  return placeholderOf(id, file.name);
}

/** Retries a failed upload; `file` replaces a lost one. */
export function retryUpload(draft: WikiDraft, id: string, file?: File): void {
  const known = readUploads().find((upload) => upload.id === id);
  const chosen = file ?? known?.file;
  if (!chosen) return;
  const key = wikiDraftKey(draft, draft.id);
  const upload: Upload = { id, key, file: chosen, inserted: true, progress: 0, failure: null };
  store.setState(({ uploads }) => ({ uploads: [...uploads.filter((one) => one.id !== id), upload] }));
  void send(draft, id, chosen);
}

/** Stops an upload; with `draft` removes its placeholder too. */
export function forgetUpload(id: string, draft?: WikiDraft): void {
  senders.get(id)?.abort();
  senders.delete(id);
  store.setState(({ uploads }) => ({ uploads: uploads.filter((upload) => upload.id !== id) }));
  if (draft) replacePlaceholder(draft, id, () => "");
}

async function send(draft: WikiDraft, id: string, file: File): Promise<void> {
  const controller = new AbortController();
  senders.set(id, controller);
  const { signal } = controller;
  // The placeholder is inserted right after the upload starts.
  queueMicrotask(() => patch(id, { inserted: true }));
  try {
    const { data } = await requestOperation(
      draft.account,
      uploadWikiAttachment,
      { id: draft.project, file },
      { signal, send: sendWithProgress((progress) => patch(id, { progress })) },
    );
    replacePlaceholder(draft, id, (format) =>
      attachmentMarkup(format, data.file_name, data.link.url, data.link.markdown),
    );
    forgetUpload(id);
  } catch (error) {
    if (!signal.aborted) patch(id, { failure: toProblem(error).message });
  }
}

const patch = (id: string, change: Partial<Upload>) =>
  store.setState(({ uploads }) => ({
    uploads: uploads.map((upload) => (upload.id === id ? { ...upload, ...change } : upload)),
  }));

function replacePlaceholder(draft: WikiDraft, id: string, markup: (format: string) => string): void {
  const current = useWikiDrafts.getState().drafts[wikiDraftKey(draft, draft.id)];
  const placeholder = placeholdersIn(current?.text.content ?? "").find((each) => each.id === id);
  if (!current || !placeholder) return;
  const content = current.text.content.replace(placeholder.text, () => markup(current.text.format));
  saveWikiDraft({ ...current, text: { ...current.text, content } });
}
