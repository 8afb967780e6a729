import { useQuery } from "@tanstack/react-query";
import { describeProblem } from "../../../api/describe-problem.ts";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { type SnippetAddress, useSnippetAddress } from "../model/snippet-address.ts";
import styles from "../snippets.module.css";
import { blankDraft, draftOf, readContentNow } from "./content.ts";
import { useSnippetDraft } from "./drafts.ts";
import { SnippetForm } from "./snippet-form.tsx";

/** A snippet to write: a new one, or one that exists. What is typed is a draft at once. */
export function SnippetEditView() {
  const address = useSnippetAddress();
  return <Editor key={JSON.stringify(address)} address={address} />;
}

const blank = blankDraft();

function Editor({ address }: { readonly address: SnippetAddress }) {
  const draft = useSnippetDraft(address);
  const isNew = Number.isNaN(address.id);
  const wanted = draft.loaded && draft.stored === null && !isNew;
  // Read once: changes on the service meanwhile are merged when the draft is saved.
  const now = useQuery({
    queryKey: ["snippet-content", address],
    queryFn: () => readContentNow(address),
    enabled: wanted,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const start = isNew ? blank : now.data ? draftOf(now.data) : null;
  const value = draft.stored ?? start;
  if (draft.loaded && value) {
    return <SnippetForm address={address} draft={value} isStored={draft.stored !== null} {...draft} />;
  }
  if (now.error) return <ErrorState {...describeProblem(now.error)} onRetry={() => void now.refetch()} />;
  return (
    <div className={styles.padded}>
      <Skeleton lines={10} label="Loading the snippet" />
    </div>
  );
}
