import { deleteDocument, listDocuments, writeDocument } from "../../api/documents.ts";
import { toProblem } from "../../api/fetch-host.ts";
import { type EditScope, type EditSession, type Origin, useEdits } from "../../state/edits.ts";
import type { EditableText } from "./editable-text.ts";
import { readEditableText } from "./read-editable-text.ts";
import { readOriginBytes } from "./read-origin.ts";

/** Bytes up to which a base is stored. */
const maxStored = 5 * 1024 * 1024;

/** Milliseconds after which a base that could not be read is tried again. */
const retryDelayMs = 30_000;

/** The bases that are stored, by key. */
const texts = new Map<string, EditableText>();
/** Resolves once those of earlier runs are read. */
let loading: Promise<unknown> = Promise.resolve();

const baseKey = ({ account, project }: EditScope, { blobId }: Origin): string =>
  JSON.stringify([account, project, blobId]);

/**
 * Returns the text of the file that an edit started from, whatever has happened to the branch since. Needs no service once
 * the base is stored. Throws ProblemError.
 */
export async function readBaseText(
  scope: EditScope,
  origin: Origin,
  signal?: AbortSignal,
): Promise<EditableText> {
  await loading;
  const stored = texts.get(baseKey(scope, origin));
  if (stored !== undefined) return stored;
  return readEditableText(await readOriginBytes(scope, origin, signal));
}

/** Reads the bases of earlier runs. */
export function readStoredBases(): Promise<void> {
  const listed = listDocuments("edit-bases", ["edit-base"]).then((all) => {
    for (const { key, value } of all) texts.set(key, value);
  });
  loading = listed.catch(() => undefined);
  return listed;
}

/**
 * Stores the base of every pending change from now on, so that its diff and its merge need no service, and deletes the
 * bases that no change has any more. Called once the drafts of earlier runs are loaded, with their stored bases.
 */
export async function storeEditBases(stored: Promise<void>): Promise<void> {
  await stored;
  const known = new Set(texts.keys());
  const wanted = basesOf(useEdits.getState().sessions);
  // Not before the next start: the undo of a discard needs its base again.
  for (const key of known)
    if (!wanted.has(key)) void deleteDocument("edit-bases", key).catch(() => undefined);
  const store = async (key: string, { scope, origin }: Base): Promise<void> => {
    try {
      const bytes = await readOriginBytes(scope, origin);
      if (bytes.length > maxStored) return;
      const base = await readEditableText(bytes);
      texts.set(key, base);
      if (base.text !== null) await writeDocument("edit-bases", key, { type: "edit-base", ...base });
    } catch (error) {
      if (toProblem(error).code === "not_found") return;
      setTimeout(() => {
        known.delete(key);
        update();
      }, retryDelayMs);
    }
  };
  const update = (): void => {
    for (const [key, base] of basesOf(useEdits.getState().sessions)) {
      if (known.has(key)) continue;
      known.add(key);
      void store(key, base);
    }
  };
  useEdits.subscribe((state, before) => state.sessions !== before.sessions && update());
  update();
}

interface Base {
  readonly scope: EditScope;
  readonly origin: Origin;
}

/** Returns the bases that pending changes need, by key. */
function basesOf(sessions: Readonly<Record<string, EditSession>>): ReadonlyMap<string, Base> {
  const bases = new Map<string, Base>();
  for (const session of Object.values(sessions)) {
    const { account, project, branch } = session;
    const scope = { account, project, branch };
    for (const { origin } of session.changes) {
      if (origin && origin.blobId !== "") bases.set(baseKey(scope, origin), { scope, origin });
    }
  }
  return bases;
}
