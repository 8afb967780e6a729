import { useState } from "react";
import { describeProblem } from "../../api/describe-problem.ts";
import type { ComparisonState } from "../../features/comparison/use-comparison.ts";
import { usePreferences } from "../../state/preferences.ts";
import { DiffView } from "../../ui/diff/diff-view.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import layout from "../../ui/layout.module.css";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { SegmentedControl } from "../../ui/segmented-control.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { diffEngine } from "../../workers/diff/diff-engine.ts";
import styles from "./merge-preview.module.css";

interface MergePreviewProps {
  readonly source: string;
  readonly target: string;
  readonly comparison: ComparisonState;
}

/** Commits that are listed. */
const maxCommits = 100;

/** Commits that a merge request would merge, and their changes. */
export function MergePreview({ source, target, comparison: state }: MergePreviewProps) {
  const [shown, setShown] = useState<"commits" | "changes">("commits");
  const mode = usePreferences(({ diff }) => diff);
  const { comparison, files } = state;
  if (state.error) {
    return <ErrorState compact {...describeProblem(state.error)} onRetry={state.refetch} />;
  }
  if (!comparison) return <Skeleton lines={3} height={20} label="Loading the commits" />;
  const commits = comparison.commits.toReversed();
  if (commits.length === 0) {
    return (
      <p className={layout.muted} role="status">
        There is nothing to merge: {target} has all commits of {source}.
      </p>
    );
  }
  return (
    <section className={styles.preview} aria-label="Preview">
      <SegmentedControl
        label="Preview"
        value={shown}
        onChange={setShown}
        options={[
          { value: "commits", label: count(commits.length, "commit", comparison.compare_timeout) },
          { value: "changes", label: count(files.length, "changed file", comparison.compare_timeout) },
        ]}
      />
      {shown === "commits" ? (
        <ul className={styles.commits} aria-label="Commits">
          {commits.slice(0, maxCommits).map((commit) => (
            <li key={commit.id}>
              <code>{commit.short_id}</code>
              <span className={layout.title}>{commit.title || "(no message)"}</span>
              <span className={layout.small}>
                {commit.author_name} ·{" "}
                <RelativeTime time={commit.committed_date ?? commit.created_at ?? ""} />
              </span>
            </li>
          ))}
          {commits.length > maxCommits ? (
            <li className={layout.muted}>{(commits.length - maxCommits).toLocaleString()} more commits</li>
          ) : null}
        </ul>
      ) : (
        <div className={styles.changes}>
          <DiffView
            label={`Changes from ${target} to ${source}`}
            files={files}
            isStreaming={state.isStreaming}
            engine={diffEngine}
            mode={mode}
          />
        </div>
      )}
    </section>
  );
}

const count = (number: number, noun: string, isMore: boolean): string =>
  `${number.toLocaleString()}${isMore ? "+" : ""} ${noun}${number === 1 ? "" : "s"}`;
