import { RotateCw, X } from "lucide-react";
import { useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { createStore } from "zustand";
import { uploadWikiAttachment } from "../../../../shared/api/resources/wikis.ts";
import { toProblem } from "../../../api/fetch-host.ts";
import { sendWithProgress } from "../../../api/send-with-progress.ts";
import { callWrite } from "../../../api/send-write.ts";
import { saveWikiDraft, useWikiDrafts, type WikiDraft, wikiDraftKey } from "../../../state/wiki-drafts.ts";
import { Button, IconButton } from "../../../ui/buttons/button.tsx";
import { ProgressBar } from "../../../ui/states/progress.tsx";
import tones from "../../../ui/theme/tone.module.css";
import { formatBytes } from "../../../ui/values/format-bytes.ts";
import { keepAttached } from "../model/attached-files.ts";
import { attachmentMarkup } from "../model/wiki-page.ts";
import styles from "./wiki-edit.module.css";

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

/** A file that is being uploaded to the wiki, or failed to. */
interface Upload {
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

const subscribeToUploads = store.subscribe;
const readUploads = (): readonly Upload[] => store.getState().uploads;

/** Starts an upload; returns the placeholder for the draft's text. */
function startUpload(draft: WikiDraft, file: File): string {
  const id = crypto.randomUUID();
  const key = wikiDraftKey(draft, draft.id);
  const upload: Upload = { id, key, file, inserted: false, progress: 0, failure: null };
  store.setState(({ uploads }) => ({ uploads: [...uploads, upload] }));
  void send(draft, id, file);
  return placeholderOf(id, file.name);
}

/** Retries a failed upload; `file` replaces a lost one. */
function retryUpload(draft: WikiDraft, id: string, file?: File): void {
  const known = readUploads().find((upload) => upload.id === id);
  const chosen = file ?? known?.file;
  if (!chosen) return;
  const key = wikiDraftKey(draft, draft.id);
  const upload: Upload = { id, key, file: chosen, inserted: true, progress: 0, failure: null };
  store.setState(({ uploads }) => ({ uploads: [...uploads.filter((one) => one.id !== id), upload] }));
  void send(draft, id, chosen);
}

/** Stops an upload; with `draft` removes its placeholder too. */
function forgetUpload(id: string, draft?: WikiDraft): void {
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
    const made = await callWrite(
      draft.account,
      uploadWikiAttachment,
      { id: draft.project, file },
      { signal, send: sendWithProgress((progress) => patch(id, { progress })) },
    );
    keepAttached(draft, made.file_path, file);
    replacePlaceholder(draft, id, (format) =>
      attachmentMarkup(format, made.file_name, made.link.url, made.link.markdown),
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

/** The placeholder in a page's text for a file that is being uploaded. */
interface Placeholder {
  readonly id: string;
  readonly name: string;
  /** As it is in the text. */
  readonly text: string;
}

/** Returns the Markdown that stands for a file in the text until it is uploaded. */
export const placeholderOf = (id: string, name: string): string =>
  `[Uploading ${name.replace(/[[\]\n]/g, "_")}…](upload:${id})`;

/** The placeholders that a text has. */
export const placeholdersIn = (content: string): Placeholder[] =>
  [...content.matchAll(/\[Uploading ([^[\]\n]*)…\]\(upload:([\w-]+)\)/g)].map(
    ([text, name = "", id = ""]) => ({
      id,
      name,
      text,
    }),
  );

/** Uploads in progress and failed ones. */
export function UploadList({ uploads }: { readonly uploads: Uploads }) {
  if (uploads.uploads.length === 0 && uploads.lost.length === 0) return null;
  return (
    <ul className={styles.uploads} aria-label="Uploads">
      {uploads.uploads.map(({ id, file, progress, failure }) => (
        <li key={id} className={styles.upload}>
          <bdi className={styles.uploadName}>{file.name}</bdi>
          {failure === null ? (
            <ProgressBar
              className={styles.uploadBar ?? ""}
              label={`Uploading ${file.name}, ${formatBytes(file.size)}`}
              value={progress >= 1 ? null : progress}
            />
          ) : (
            <>
              <span className={tones.danger} role="alert">
                Not uploaded: {failure}
              </span>
              <Button writes size="s" icon={RotateCw} onClick={() => uploads.retry(id)}>
                Retry
              </Button>
            </>
          )}
          <IconButton
            writes={false}
            size="s"
            icon={X}
            label={`Remove ${file.name}`}
            onClick={() => uploads.remove(id)}
          />
        </li>
      ))}
      {uploads.lost.map((placeholder) => (
        <Lost key={placeholder.id} placeholder={placeholder} uploads={uploads} />
      ))}
    </ul>
  );
}

function Lost({ placeholder, uploads }: { readonly placeholder: Placeholder; readonly uploads: Uploads }) {
  const input = useRef<HTMLInputElement>(null);
  const { id, name } = placeholder;
  return (
    <li className={styles.upload}>
      <bdi className={styles.uploadName}>{name}</bdi>
      <span className={tones.danger}>Not uploaded: Helve was closed meanwhile.</span>
      <Button size="s" onClick={() => input.current?.click()}>
        Choose the file again
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file) uploads.retry(id, file);
        }}
      />
      <IconButton
        writes={false}
        size="s"
        icon={X}
        label={`Remove ${name}`}
        onClick={() => uploads.remove(id)}
      />
    </li>
  );
}
