import { create } from "zustand";
import type { TypedDocument } from "../../shared/documents/shapes.ts";
import { listDocuments } from "../api/documents.ts";
import { createDocumentWriter } from "./document-writer.ts";
import { batchForeignReads, onForeignDocument } from "./windows/foreign-documents.ts";

/** An edit of a wiki page that is not saved on the service. */
export type WikiDraft = TypedDocument<"drafts", "wiki-draft">;
/** A page's title with its folders, its text and its format. */
export type WikiText = WikiDraft["text"];

/** A project's wiki. */
export interface WikiScope {
  readonly account: string;
  readonly project: string;
}

interface DraftState {
  /** By {@link wikiDraftKey}. */
  readonly drafts: Readonly<Record<string, WikiDraft>>;
  /** Whether the drafts of earlier runs were read. */
  readonly loaded: boolean;
  /** Documents that are not on disk yet. */
  readonly unsaved: number;
  /** The last failure to write, as text; null while the disk has everything. */
  readonly failure: string | null;
}

/** Edits of wiki pages of all projects. They are stored until the service confirmed them or the user discards them. */
export const useWikiDrafts = create<DraftState>(() => ({
  drafts: {},
  loaded: false,
  unsaved: 0,
  failure: null,
}));

const writer = createDocumentWriter("drafts", (state) => useWikiDrafts.setState(state));
let reading: Promise<void> | undefined;

/** Returns the key of a draft. */
export const wikiDraftKey = ({ account, project }: WikiScope, id: string): string =>
  `wiki ${JSON.stringify([account, project, id])}`;

/** Reads the drafts of earlier runs, once. Edits made meanwhile take precedence. */
export function loadWikiDrafts(): Promise<void> {
  reading ??= listDocuments("drafts", ["wiki-draft"]).then(
    (documents) => {
      const stored = Object.fromEntries(documents.map(({ key, value }) => [key, value]));
      useWikiDrafts.setState(({ drafts }) => ({ drafts: { ...stored, ...drafts }, loaded: true }));
    },
    (error: unknown) => {
      reading = undefined;
      useWikiDrafts.setState({
        failure: error instanceof Error ? error.message : String(error),
        loaded: true,
      });
    },
  );
  return reading;
}

/** Reads the drafts again after another window has written one. */
const reload: () => void = batchForeignReads(async () => {
  await writer.flush();
  const { drafts } = useWikiDrafts.getState();
  const documents = await listDocuments("drafts", ["wiki-draft"]);
  const now = useWikiDrafts.getState();
  // Edited here meanwhile: the next write of another window reads again.
  if (now.unsaved > 0) return;
  // Stored here meanwhile: what was read may be older.
  if (now.drafts !== drafts) return reload();
  useWikiDrafts.setState({ drafts: Object.fromEntries(documents.map(({ key, value }) => [key, value])) });
});
onForeignDocument("drafts", (key) => {
  if (useWikiDrafts.getState().loaded && (key === null || key.startsWith("wiki "))) reload();
});

/** Stores an edit; one that equals its page is removed. */
export function saveWikiDraft(draft: Omit<WikiDraft, "type">): void {
  const { base, text: now } = draft;
  if (base && base.title === now.title && base.content === now.content && base.format === now.format) {
    discardWikiDraft(draft, draft.id);
    return;
  }
  const key = wikiDraftKey(draft, draft.id);
  const value: WikiDraft = { ...draft, type: "wiki-draft" };
  useWikiDrafts.setState(({ drafts }) => ({ drafts: { ...drafts, [key]: value } }));
  writer.save(key, value);
}

/** Restores a discarded draft, unless the page has been edited since. */
export function restoreWikiDraft(draft: WikiDraft): void {
  if (!useWikiDrafts.getState().drafts[wikiDraftKey(draft, draft.id)]) saveWikiDraft(draft);
}

/** Removes a draft and returns it, for an undo through {@link restoreWikiDraft}. */
export function discardWikiDraft(scope: WikiScope, id: string): WikiDraft | undefined {
  const key = wikiDraftKey(scope, id);
  const { [key]: known, ...others } = useWikiDrafts.getState().drafts;
  if (known) {
    useWikiDrafts.setState({ drafts: others });
    writer.remove(key);
  }
  return known;
}

/** Returns the drafts of one wiki. */
export const draftsOf = (state: DraftState, { account, project }: WikiScope): WikiDraft[] =>
  Object.values(state.drafts).filter((draft) => draft.account === account && draft.project === project);
