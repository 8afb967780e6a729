import { createStoredValues, useStoredValue } from "../../../state/stored-value.ts";
import type { SnippetAddress } from "../snippet-address.ts";
import { type Draft, draft } from "./content.ts";

const drafts = createStoredValues("drafts", "snippet", draft.nullable(), null);

/** The draft of a snippet, on disk as it is typed; null where nothing was typed. */
export function useSnippetDraft({ account, project, id }: SnippetAddress) {
  const key = `snippet ${JSON.stringify([account, project, Number.isNaN(id) ? "new" : id])}`;
  const { value, loaded } = useStoredValue(drafts, key);
  return {
    stored: value,
    loaded,
    store: (next: Draft | null) => drafts.change(key, () => next),
  };
}
