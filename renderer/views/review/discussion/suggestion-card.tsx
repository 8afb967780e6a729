import { useContext } from "react";
import type { Position } from "../../../../shared/api/resources/discussions.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { useWrite } from "../../../api/use-write.ts";
import { Button } from "../../../ui/button.tsx";
import layout from "../../../ui/layout.module.css";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { toast } from "../../../ui/toast.tsx";
import type { Suggestion } from "../../../workers/markdown/split-comment.ts";
import { ReviewContext } from "../merge-request/review-context.ts";
import { CodeExcerpt } from "./code-excerpt.tsx";
import { commitSuggestion } from "./commit-suggestion.ts";
import styles from "./discussion.module.css";
import { suggestionRows } from "./suggestion.ts";
import { useFileLines } from "./use-file-lines.ts";

interface SuggestionCardProps {
  readonly position: Position;
  readonly suggestion: Suggestion;
  /** Whether it was sent and can be applied. */
  readonly isSent: boolean;
}

/** A suggested change as a diff, with a button that commits it to the source branch. */
export function SuggestionCard({ position, suggestion, isSent }: SuggestionCardProps) {
  const { mergeRequest, project } = useContext(ReviewContext);
  const { new_path: path, new_line: line, head_sha: head } = position;
  const lines = useFileLines(path ? { project, sha: head, path } : null);
  if (!path || !line) return null;
  const rows = lines ? suggestionRows(lines, line, suggestion) : null;
  const replacement = suggestion.lines.map((text, index) => ({
    kind: "added" as const,
    oldLine: null,
    newLine: line - suggestion.above + index,
    text,
  }));
  const isOpen = mergeRequest?.state === "opened";
  return (
    <section className={styles.suggestion} aria-label="Suggested change">
      <div className={styles.suggestionHead}>
        <strong>Suggested change</strong>
        {isSent && isOpen ? <ApplySuggestion {...{ path, line, head, suggestion }} /> : null}
      </div>
      {lines === undefined ? (
        <Skeleton lines={2} height={20} label="Loading the lines" />
      ) : (
        <CodeExcerpt label={`Suggestion for ${path}`} path={path} lines={rows ?? replacement} />
      )}
    </section>
  );
}

interface ApplySuggestionProps {
  readonly path: string;
  readonly line: number;
  /** The commit that the line was counted in. */
  readonly head: string;
  readonly suggestion: Suggestion;
}

function ApplySuggestion({ path, line, head, suggestion }: ApplySuggestionProps) {
  const { mergeRequest } = useContext(ReviewContext);
  const account = useAccountId();
  const write = useWrite();
  const apply = useSubmit(
    async (id: number, branch: string) => {
      await commitSuggestion(write, { account, project: id, branch, path, line, head, suggestion });
      toast.success(`Committed to ${branch}`);
    },
    { onFailure: (failure) => toast.problem("The suggestion was not applied", failure) },
  );
  const source = mergeRequest?.source_project_id ?? mergeRequest?.project_id;
  if (!mergeRequest || !source) return null;
  const current = head === mergeRequest.sha;
  return (
    <>
      {current ? null : <span className={layout.muted}>Outdated: the lines may have moved.</span>}
      <Button
        size="s"
        loading={apply.isPending}
        disabled={!current}
        onClick={() => apply.submit(source, mergeRequest.source_branch)}
      >
        Apply suggestion
      </Button>
    </>
  );
}
