import { createStoredValues, useStoredValue } from "../../../state/stored-value.ts";
import type { SnippetAddress } from "../model/snippet-address.ts";
import { type Draft, type DraftFile, draft, orNull, startOf, withFile } from "./content.ts";

const drafts = createStoredValues("drafts", "snippet", draft.nullable(), null);

/** Returns the key of a snippet's draft. */
export const snippetDraftKey = ({ account, project, id }: SnippetAddress): string =>
  `snippet ${JSON.stringify([account, project, Number.isNaN(id) ? "new" : id])}`;

/** The draft of a snippet, on disk as it is typed; null where nothing was typed. */
export function useSnippetDraft(address: SnippetAddress) {
  const key = snippetDraftKey(address);
  const { value, loaded } = useStoredValue(drafts, key);
  return {
    stored: value,
    loaded,
    store: (next: Draft | null) => drafts.change(key, () => next),
    /** Restores a discarded draft, unless something has been typed since. */
    restore: (gone: Draft) => drafts.change(key, (now) => now ?? gone),
    /** Restores a file that was removed from a draft, beside what has been typed since. */
    restoreFile: (from: Draft, file: DraftFile, index: number) =>
      drafts.change(key, (now) => orNull(withFile(now ?? startOf(from), file, index))),
  };
}
