import { useContext, useState } from "react";
import { createCommit } from "../../../../shared/api/resources/commits.ts";
import { resolveDiscussion } from "../../../../shared/api/resources/discussions.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { useWrite } from "../../../api/use-write.ts";
import { useDraft } from "../../../state/drafts.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { Destination } from "../../../ui/forms/destination.tsx";
import { Form, FormFailure } from "../../../ui/forms/form.tsx";
import { TextField } from "../../../ui/forms/text-field.tsx";
import { Popover } from "../../../ui/overlays/popover.tsx";
import { toast } from "../../../ui/overlays/toast.tsx";
import layout from "../../../ui/theme/layout.module.css";
import { ReviewContext } from "../merge-request/review-context.ts";
import styles from "./discussion.module.css";
import { commitSuggestions, suggestionMessage } from "./suggestion.ts";
import { type BatchedSuggestion, clearBatch, toggleInBatch, useSuggestionBatch } from "./suggestion-batch.ts";

/** Buttons of a suggestion: commit it alone, or together with others. */
export function ApplySuggestion({ suggestion }: { readonly suggestion: BatchedSuggestion }) {
  const { mergeRequest, draftKey } = useContext(ReviewContext);
  const head = mergeRequest?.sha ?? null;
  const batch = useSuggestionBatch(draftKey, head);
  const commit = useCommitSuggestions();
  const apply = useSubmit((message: string) => commit([suggestion], message), {
    onFailure: (failure) => toast.problem("The suggestion was not applied", failure),
  });
  if (!mergeRequest) return null;
  const isCurrent = suggestion.head === head;
  const isBatched = batch.some(({ key }) => key === suggestion.key);
  return (
    <>
      {isCurrent ? null : <span className={layout.muted}>Outdated: the lines may have moved.</span>}
      <Button
        size="s"
        variant="ghost"
        disabled={!isCurrent}
        onClick={() => toggleInBatch(draftKey, suggestion)}
      >
        {isBatched ? "Remove from batch" : "Add to batch"}
      </Button>
      {isBatched ? (
        <ApplyBatch batch={batch} />
      ) : (
        <Button
          size="s"
          writes
          loading={apply.isPending}
          disabled={!isCurrent}
          onClick={() => apply.submit(suggestionMessage([suggestion]))}
        >
          Apply suggestion
        </Button>
      )}
    </>
  );
}

/** A button that opens the form which commits all suggestions of the batch. */
function ApplyBatch({ batch }: { readonly batch: readonly BatchedSuggestion[] }) {
  const { draftKey, mergeRequest } = useContext(ReviewContext);
  const commit = useCommitSuggestions();
  const draft = useDraft(`suggestions ${draftKey}`);
  const proposed = suggestionMessage(batch);
  // An emptied field stays empty.
  const [isTyped, setIsTyped] = useState(false);
  const message = isTyped || draft.text !== "" ? draft.text : proposed;
  const submission = useSubmit(async () => {
    await commit(batch, message.trim());
    draft.clear();
    clearBatch(draftKey);
  });
  const count = batch.length === 1 ? "1 suggestion" : `${batch.length} suggestions`;
  return (
    <Popover label="Apply suggestions" align="end" trigger={<Button size="s">Apply {count}</Button>}>
      <Form className={styles.panel} submission={submission} isReady={message.trim() !== ""}>
        <ul className={styles.draftList} aria-label="Suggestions of the batch">
          {batch.map(({ key, path, line }) => (
            <li key={key} className={layout.ellipsis}>
              {path}:{line}
            </li>
          ))}
        </ul>
        <TextField
          label="Commit message"
          value={message}
          onChange={(next) => {
            setIsTyped(true);
            draft.setText(next);
          }}
        />
        <FormFailure submission={submission} />
        <Destination />
        <Button type="submit" variant="primary" writes loading={submission.isPending}>
          Commit to {mergeRequest?.source_branch}
        </Button>
      </Form>
    </Popover>
  );
}

/**
 * Returns a function that commits suggestions to the source branch, as one commit, and then resolves their threads. It
 * throws ProblemError where nothing was committed.
 */
function useCommitSuggestions() {
  const { mergeRequest, project, iid } = useContext(ReviewContext);
  const account = useAccountId();
  const commit = useWrite(createCommit);
  const resolve = useWrite(resolveDiscussion);
  return async (suggestions: readonly BatchedSuggestion[], message: string): Promise<void> => {
    const source = mergeRequest?.source_project_id ?? mergeRequest?.project_id;
    if (!mergeRequest || !source) return;
    const branch = mergeRequest.source_branch;
    await commitSuggestions(commit, { account, project: source, branch, message, suggestions });
    toast.success(`Committed to ${branch}`);
    const threads = new Set(suggestions.flatMap(({ thread, resolves }) => (resolves ? [thread] : [])));
    try {
      for (const thread of threads)
        if (thread !== null)
          await resolve({ id: project, merge_request_iid: iid, discussion_id: thread, resolved: true });
    } catch (error) {
      // The commit is made: a failure here must not offer to make it again.
      toast.problem("A thread was not resolved", describeProblem(error));
    }
  };
}
