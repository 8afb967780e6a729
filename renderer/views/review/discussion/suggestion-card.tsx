import { useContext, useState } from "react";
import { createCommit } from "../../../../shared/api/resources/commits.ts";
import type { DiscussionNote } from "../../../../shared/api/resources/discussions.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { useWrite } from "../../../api/use-write.ts";
import { Button } from "../../../ui/button.tsx";
import layout from "../../../ui/layout.module.css";
import { toast } from "../../../ui/toast.tsx";
import { plainText, readText } from "../changes/read-text.ts";
import { ReviewContext } from "../review-context.ts";
import styles from "./discussion.module.css";
import { applySuggestion, type Suggestion } from "./suggestion.ts";

interface SuggestionCardProps {
  readonly note: DiscussionNote;
  readonly suggestion: Suggestion;
}

/** A suggested change, with a button that commits it to the source branch. */
export function SuggestionCard({ note, suggestion }: SuggestionCardProps) {
  const { mergeRequest } = useContext(ReviewContext);
  const account = useAccountId();
  const write = useWrite();
  const [busy, setBusy] = useState(false);
  const path = note.position?.new_path;
  const line = note.position?.new_line;
  const source = mergeRequest?.source_project_id ?? mergeRequest?.project_id;
  if (mergeRequest?.state !== "opened" || !path || !line || !source) return null;
  const head = note.position?.head_sha;
  const current = head === mergeRequest.sha;
  const apply = async () => {
    setBusy(true);
    try {
      const text = plainText(await readText(account, String(source), mergeRequest.source_branch, path));
      const next = text === null ? null : applySuggestion(text, line, suggestion);
      if (next === null) throw new Error(`${path} has no line ${line} any more`);
      await write(createCommit, {
        id: source,
        branch: mergeRequest.source_branch,
        commit_message: `Apply suggestion to ${path}`,
        actions: [{ action: "update", file_path: path, content: next }],
      });
      toast.success(`Committed to ${mergeRequest.source_branch}`);
    } catch (error) {
      toast.problem("The suggestion was not applied", describeProblem(error));
    } finally {
      setBusy(false);
    }
  };
  const replaced = suggestion.above + suggestion.below + 1;
  return (
    <div className={styles.suggestion}>
      <span className={layout.muted}>
        {current
          ? `Replaces ${replaced} ${replaced === 1 ? "line" : "lines"}`
          : "Outdated: the lines may have moved."}
      </span>
      <Button size="s" loading={busy} disabled={!current} onClick={() => void apply()}>
        Apply suggestion
      </Button>
    </div>
  );
}
