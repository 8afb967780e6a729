import { Lock } from "lucide-react";
import { lazy, Suspense, useRef } from "react";
import type { MergeRequest } from "../../../shared/api/resources/merge-request-shapes.ts";
import type { UserSummary } from "../../../shared/api/resources/user-shapes.ts";
import { useIsQuiet } from "../../api/quiet-context.ts";
import { Badge } from "../../ui/marks/badge.tsx";
import { Icon } from "../../ui/marks/icon.tsx";
import { useOnScreen } from "../../ui/panes/observe-element.ts";
import { useHasLasted } from "../../ui/panes/use-settled.ts";
import { RelativeTime } from "../../ui/values/time.tsx";
import { AppLink } from "../addresses/app-link.tsx";
import { hrefs } from "../addresses/hrefs.ts";
import {
  type PersonRole,
  RowComments,
  RowLabels,
  RowNumber,
  RowPeople,
  RowVotes,
  restMs,
} from "../work-lists/row-parts.tsx";
import styles from "../work-lists/work-row.module.css";
import { MergeRequestState } from "./merge-request-state.tsx";
import { RowChecks } from "./row-checks.tsx";

// Read after all else.
const ReviewedPeople = lazy(async () => ({
  default: (await import("./reviewed-people.tsx")).ReviewedPeople,
}));

interface MergeRequestRowProps {
  readonly account: string;
  /** Full path, where it is known. */
  readonly project: string | undefined;
  readonly mergeRequest: MergeRequest;
  /** Whether the project is named: in lists of several. */
  readonly showProject: boolean;
  /** Changes since the last visit, most important first. */
  readonly news: readonly string[];
  /** Name of the account, where the list has several. */
  readonly accountName?: string | undefined;
}

/**
 * One merge request of a list, in one line: state, number, title and labels, then at fixed columns pipeline, approvals,
 * comments, people and age. What has no column is the description of its link.
 */
export function MergeRequestRow(props: MergeRequestRowProps) {
  const { account, project, mergeRequest, showProject, news, accountName } = props;
  const { iid, title, state, labels, user_notes_count: notes, upvotes, downvotes } = mergeRequest;
  const box = useRef<HTMLDivElement>(null);
  const isOnScreen = useOnScreen(box);
  const isQuiet = useIsQuiet();
  // Its title is there before what only its columns show.
  const isSeen = useHasLasted(isOnScreen && isQuiet, restMs);
  const details = describe(mergeRequest);
  const roles = rolesOf(mergeRequest);
  const plain = <RowPeople account={account} roles={roles} />;
  const isReviewed = isSeen && project && state === "opened" && (mergeRequest.reviewers ?? []).length > 0;
  const people = isReviewed ? (
    <Suspense fallback={plain}>
      <ReviewedPeople {...{ account, project, mergeRequest, roles }} />
    </Suspense>
  ) : (
    plain
  );
  return (
    <div ref={box} className={styles.row} data-several={showProject || undefined}>
      <MergeRequestState state={state} />
      <RowNumber sign="!" {...{ iid, project, showProject }} />
      <span className={styles.main}>
        {project ? (
          <AppLink
            className={styles.title}
            href={hrefs.mergeRequest(account, project, iid)}
            title={`${title}\n${details}`}
          >
            {title}
          </AppLink>
        ) : (
          <span className={styles.title}>{title}</span>
        )}
        {news.map((text) => (
          <Badge key={text} tone="accent" title={newsTitles[text] ?? text}>
            {text}
          </Badge>
        ))}
        <Flags mergeRequest={mergeRequest} />
        <RowLabels
          project={isSeen ? project : undefined}
          {...{ labels, title, showProject, votes: [upvotes, downvotes] }}
        />
        {accountName ? <span className={styles.service}>{accountName}</span> : null}
      </span>
      <RowVotes up={upvotes} down={downvotes} />
      <RowChecks {...{ account, project, mergeRequest, isSeen }} />
      <RowComments count={notes} />
      {people}
      <span className={styles.age}>
        <RelativeTime time={mergeRequest.updated_at ?? mergeRequest.created_at ?? ""} />
      </span>
    </div>
  );
}

const newsTitles: Readonly<Record<string, string>> = {
  New: "Not viewed yet",
  Updated: "Updated since your last visit",
};

/** Returns what the row has no column for, a line each: branches, people by name, milestone, all labels. */
function describe(mergeRequest: MergeRequest): string {
  const { source_branch, target_branch, author, reviewers = [], milestone, labels } = mergeRequest;
  const names = (people: readonly UserSummary[]) => people.map(({ name }) => name).join(", ");
  const assigned = assigneesOf(mergeRequest);
  return [
    `${source_branch} → ${target_branch}`,
    `Author: ${author?.name ?? "Deleted user"}`,
    assigned.length > 0 ? `Assigned to ${names(assigned)}` : "",
    reviewers.length > 0 ? `Review by ${names(reviewers)}` : "",
    milestone ? `Milestone: ${milestone.title}` : "",
    labels.length > 0 ? `Labels: ${labels.join(", ")}` : "",
  ]
    .filter(Boolean)
    .join("\n");
}

const assigneesOf = ({ assignees, assignee }: MergeRequest): readonly UserSummary[] =>
  assignees.length > 0 ? assignees : assignee ? [assignee] : [];

/** Conflicts, automatic merge and a locked discussion. */
function Flags({ mergeRequest }: { readonly mergeRequest: MergeRequest }) {
  const { has_conflicts, merge_status, merge_when_pipeline_succeeds, state, discussion_locked } =
    mergeRequest;
  return (
    <>
      {has_conflicts || merge_status === "cannot_be_merged" ? <Badge tone="warning">Conflicts</Badge> : null}
      {merge_when_pipeline_succeeds && state === "opened" ? (
        <Badge tone="running" title="Merges when the pipeline succeeds">
          Auto-merge
        </Badge>
      ) : null}
      {discussion_locked ? (
        <span className={styles.state} role="img" aria-label="Discussion locked" title="Discussion locked">
          <Icon of={Lock} size={13} />
        </span>
      ) : null}
    </>
  );
}

/** Returns the people that a row shows: who wrote it, who is assigned and who reviews. */
function rolesOf(mergeRequest: MergeRequest): readonly PersonRole[] {
  const { author, reviewers = [] } = mergeRequest;
  return [
    ...(author ? [{ person: author, role: "Author" }] : []),
    ...assigneesOf(mergeRequest).map((person) => ({ person, role: "Assigned to" })),
    ...reviewers.map((person) => ({ person, role: "Review by" })),
  ];
}
