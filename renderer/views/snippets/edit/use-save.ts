import { useState } from "react";
import type { Snippet } from "../../../../shared/api/resources/snippet-shapes.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { useWrite } from "../../../api/use-write.ts";
import { toast } from "../../../ui/toast.tsx";
import { type SnippetAddress, useGoToSnippet } from "../model/snippet-address.ts";
import { type Draft, readContentNow } from "./content.ts";
import { mergeSnippet, type SnippetConflict } from "./merge-snippet.ts";
import { changesOf, createWith, updateWith } from "./write-snippet.ts";

/**
 * Saves a draft. A snippet that exists is read again before: what someone else changed meanwhile is merged, and where
 * both changed the same, nothing is sent before the user has chosen.
 */
export function useSave(address: SnippetAddress, store: (draft: Draft | null) => void) {
  const write = useWrite();
  const go = useGoToSnippet();
  const [conflicts, setConflicts] = useState<readonly SnippetConflict[]>([]);
  const finish = (saved: Snippet, draft: Draft) => {
    store(null);
    go(address, saved.id);
    if (draft.expires && !saved.expires_at) {
      toast.warning("This service ignored the expiry", { description: "The snippet never expires." });
    }
  };
  const send = async (draft: Draft): Promise<void> => {
    if (!draft.base) return finish(await createWith(write, address.project, draft), draft);
    const theirs = await readContentNow(address);
    const moved = theirs.updatedAt !== draft.base.updatedAt;
    const merged = moved ? mergeSnippet(draft, theirs) : { draft, conflicts: [] };
    if (moved) store(merged.draft);
    setConflicts(merged.conflicts);
    if (merged.conflicts.length > 0) return;
    if (Object.keys(changesOf(merged.draft)).length === 0) {
      store(null);
      return go(address, address.id);
    }
    finish(await updateWith(write, address, merged.draft), merged.draft);
    if (moved) toast.info("Merged with changes that were saved meanwhile");
  };
  const { submit, isPending, failure } = useSubmit(send);
  return {
    save: submit,
    isPending,
    failure,
    conflicts,
    resolve: (conflict: SnippetConflict) => setConflicts((now) => now.filter((each) => each !== conflict)),
  };
}
