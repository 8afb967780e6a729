import { GitCompareArrows, GitFork } from "lucide-react";
import { type ReactNode, useState } from "react";
import { type Comparison, compareRefs, getMergeBase } from "../../../shared/api/resources/repository.ts";
import { shortRef } from "../../../shared/text/ref-name.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { useOperation } from "../../api/use-operation.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useDiffAttributes } from "../../features/attributes/use-file-attributes.ts";
import { type ComparisonState, useDiffGoal } from "../../features/comparison/use-comparison.ts";
import { DiffPanes } from "../../features/diff-panes/diff-panes.tsx";
import { useDiffPanes } from "../../features/diff-panes/use-diff-panes.ts";
import { StreamingStatus } from "../../features/streamed-diffs/streaming-status.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { useTreeOrder } from "../../ui/diff/use-tree-order.ts";
import { Avatar } from "../../ui/marks/avatar.tsx";
import { Icon } from "../../ui/marks/icon.tsx";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import layout from "../../ui/theme/layout.module.css";
import { RelativeTime } from "../../ui/values/time.tsx";
import styles from "./compare.module.css";

interface ResultProps {
  readonly account: string;
  readonly project: string;
  readonly from: string;
  readonly to: string;
  readonly straight: boolean;
  readonly state: ComparisonState;
  /** Element of the page's head for the tools of the diff. */
  readonly slot: HTMLElement | null;
}

/** Difference of the compared refs: commits and changed files. */
export function Result({ account, project, from, to, straight, state, slot }: ResultProps) {
  const panes = useDiffPanes();
  const { comparison, files } = state;
  const order = useTreeOrder(files);
  const goal = useDiffGoal(files);
  const attributes = useDiffAttributes(project, state.head);
  const hasNoCommits = comparison?.commits.length === 0;
  const head =
    straight && hasNoCommits ? (
      <RemovedCommits {...{ account, project, from, to }} />
    ) : comparison ? (
      <Commits account={account} project={project} comparison={comparison}>
        {straight ? null : <MergeBase account={account} project={project} from={from} to={to} />}
      </Commits>
    ) : (
      <div className={layout.padded}>
        <Skeleton lines={2} label="Loading commits" />
      </div>
    );
  if (comparison?.compare_same_ref || (!straight && hasNoCommits && files.length === 0)) {
    return (
      <EmptyState
        icon={GitCompareArrows}
        title="Nothing to compare"
        description={
          comparison.compare_same_ref
            ? `${shortRef(from)} and ${shortRef(to)} are the same commit.`
            : `${shortRef(to)} has no commits that ${shortRef(from)} lacks. Swap the sides to compare the other way.`
        }
      />
    );
  }
  if (files.length === 0) return head;
  return (
    <DiffPanes
      panes={panes}
      slot={slot}
      label={`Changes from ${shortRef(from)} to ${shortRef(to)}`}
      files={files}
      order={order}
      attributes={attributes}
      isStreaming={state.isStreaming}
      status={<StreamingStatus changes={state} total={null} />}
      listWidth={300}
      details={head}
      goal={goal}
    />
  );
}

interface RemovedCommitsProps {
  readonly account: string;
  readonly project: string;
  readonly from: string;
  readonly to: string;
}

/** The commits of `from` that `to` lacks, such as those that a rollback took away. */
function RemovedCommits({ account, project, from, to }: RemovedCommitsProps) {
  const { data, error, refetch } = useOperation(compareRefs, { id: project, from: to, to: from });
  if (data) return <Commits {...{ account, project }} comparison={data} areRemoved />;
  if (error) return <ErrorState compact {...describeProblem(error)} onRetry={() => void refetch()} />;
  return (
    <div className={layout.padded}>
      <Skeleton lines={2} label="Loading commits" />
    </div>
  );
}

interface MergeBaseProps {
  readonly account: string;
  readonly project: string;
  readonly from: string;
  readonly to: string;
}

/** The commit that both sides have in common and from which the changes count; nothing where histories are unrelated. */
function MergeBase({ account, project, from, to }: MergeBaseProps) {
  const { data: commit } = useOperation(getMergeBase, { id: project, refs: [from, to] });
  if (!commit) return null;
  return (
    <p className={styles.base}>
      <Icon of={GitFork} size={13} /> Merge base{" "}
      <AppLink href={hrefs.commit(account, project, commit.id)}>
        <code>{commit.short_id}</code> {commit.title || "(no message)"}
      </AppLink>
      <span className={cx(layout.muted, styles.side)}>
        <RelativeTime time={commit.committed_date ?? commit.created_at ?? ""} />
      </span>
    </p>
  );
}

/** Commits that are listed before the rest is folded away. */
const maxCommits = 8;

interface CommitsProps {
  readonly account: string;
  readonly project: string;
  readonly comparison: Comparison;
  /** Whether these are the commits that only the first side has. */
  readonly areRemoved?: boolean;
  /** Above the list. */
  readonly children?: ReactNode;
}

/** The commits of a comparison, newest first. */
function Commits({ account, project, comparison, areRemoved = false, children }: CommitsProps) {
  const [all, setAll] = useState(false);
  const commits = comparison.commits.toReversed();
  const listed = all ? commits : commits.slice(0, maxCommits);
  return (
    <section
      className={cx(layout.padded, styles.commits)}
      aria-label={areRemoved ? "Removed commits" : "Commits"}
    >
      <h2 className={styles.title}>
        {commits.length}
        {comparison.compare_timeout ? "+" : ""} {commits.length === 1 ? "commit" : "commits"}
        {areRemoved ? " removed" : ""}
      </h2>
      {children}
      {comparison.compare_timeout ? (
        <p className={cx(layout.muted, styles.side)}>
          The service does not list all changes. Some are missing below.
        </p>
      ) : null}
      <ul>
        {listed.map((commit) => (
          <li key={commit.id} className={styles.commit}>
            <Avatar name={commit.author_name} size={18} />
            <AppLink href={hrefs.commit(account, project, commit.id)}>
              {commit.title || "(no message)"}
            </AppLink>
            <span className={cx(layout.muted, styles.side)}>
              {commit.author_name} · <RelativeTime time={commit.created_at ?? commit.committed_date ?? ""} />
            </span>
            <code className={cx(layout.muted, styles.side)}>{commit.short_id}</code>
          </li>
        ))}
      </ul>
      {commits.length > listed.length ? (
        <div className={styles.more}>
          <Button size="s" variant="ghost" onClick={() => setAll(true)}>
            Show all {commits.length} commits
          </Button>
        </div>
      ) : null}
    </section>
  );
}
