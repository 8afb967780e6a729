import { CalendarClock, CircleCheck, CircleDot, EyeOff, GitPullRequest, ListTodo, Lock } from "lucide-react";
import { useRef } from "react";
import type { Issue } from "../../../shared/api/resources/issue-shapes.ts";
import { capitalize } from "../../../shared/text/capitalize.ts";
import { useIsQuiet } from "../../api/quiet-context.ts";
import { Badge } from "../../ui/marks/badge.tsx";
import { Icon, type IconType } from "../../ui/marks/icon.tsx";
import { useOnScreen } from "../../ui/panes/observe-element.ts";
import { useHasLasted } from "../../ui/panes/use-settled.ts";
import { RelativeTime } from "../../ui/values/time.tsx";
import { AppLink } from "../addresses/app-link.tsx";
import { hrefs } from "../addresses/hrefs.ts";
import {
  Count,
  RowComments,
  RowLabels,
  RowNumber,
  RowPeople,
  RowVotes,
  restMs,
} from "../work-lists/row-parts.tsx";
import styles from "../work-lists/work-row.module.css";
import { projectOfIssue } from "./issue-project.ts";
import due from "./issue-row.module.css";

interface IssueRowProps {
  readonly account: string;
  /** Full path of the project whose list it is in; undefined in lists of several. */
  readonly project?: string | undefined;
  readonly issue: Issue;
}

/**
 * One issue of a list, in one line: state, number, title and labels, then at fixed columns votes, date due, merge requests,
 * comments, people and age. What has no column is the description of its link.
 */
export function IssueRow({ account, project: listed, issue }: IssueRowProps) {
  const { iid, title, labels, state } = issue;
  const box = useRef<HTMLDivElement>(null);
  const isOnScreen = useOnScreen(box);
  const isQuiet = useIsQuiet();
  // Its title is there before what only its columns show.
  const isSeen = useHasLasted(isOnScreen && isQuiet, restMs);
  const project = projectOfIssue(issue, listed);
  const showProject = listed === undefined;
  const { merge_requests_count: requests = 0 } = issue;
  return (
    <div ref={box} className={styles.row} data-several={showProject || undefined}>
      <IssueState state={state} />
      <RowNumber sign="#" {...{ iid, project, showProject }} />
      <span className={styles.main}>
        <AppLink
          className={styles.title}
          href={hrefs.issue(account, project, iid)}
          title={`${title}\n${describe(issue)}`}
        >
          {title}
        </AppLink>
        <IssueFlags issue={issue} />
        <RowLabels
          project={isSeen ? project : undefined}
          {...{
            labels,
            title,
            showProject,
            votes: [issue.upvotes, issue.downvotes],
            columnsPx: issueColumnsPx,
          }}
        />
      </span>
      <RowVotes up={issue.upvotes} down={issue.downvotes} />
      <span className={due.due}>
        {issue.due_date ? <DueDate date={issue.due_date} isOpen={state === "opened"} /> : null}
      </span>
      <span className={styles.requests}>
        {requests > 0 ? (
          <Count
            icon={GitPullRequest}
            words={`${requests} ${requests === 1 ? "merge request" : "merge requests"}`}
            text={requests}
          />
        ) : null}
      </span>
      <RowComments count={issue.user_notes_count} />
      <RowPeople account={account} roles={rolesOf(issue)} />
      <span className={styles.age}>
        <RelativeTime time={issue.updated_at ?? issue.created_at ?? ""} />
      </span>
    </div>
  );
}

/** Pixels that the columns of an issue take more than those of a merge request: the date due is wide. */
const issueColumnsPx = 36;

const states: Readonly<Record<string, { readonly icon: IconType; readonly words: string }>> = {
  opened: { icon: CircleDot, words: "Open" },
  closed: { icon: CircleCheck, words: "Closed" },
};

/** The icon of an issue's state. */
function IssueState({ state }: { readonly state: string }) {
  const { icon, words } = states[state] ?? { icon: CircleDot, words: capitalize(state) };
  return (
    <span
      className={styles.state}
      data-state={state === "closed" ? "merged" : state}
      role="img"
      aria-label={words}
      title={words}
    >
      <Icon of={icon} />
    </span>
  );
}

/** Kind, tasks, and whether it is confidential or its discussion locked. */
export function IssueFlags({ issue }: { readonly issue: Issue }) {
  const { issue_type: type, task_completion_status: tasks, confidential, discussion_locked: locked } = issue;
  return (
    <>
      {type && type !== "issue" ? <Badge>{capitalize(type.replaceAll("_", " "))}</Badge> : null}
      {confidential ? <Mark icon={EyeOff} words="Confidential" /> : null}
      {locked ? <Mark icon={Lock} words="Discussion locked" /> : null}
      {tasks && tasks.count > 0 ? (
        <Count
          icon={ListTodo}
          words={`${tasks.completed_count} of ${tasks.count} tasks`}
          text={`${tasks.completed_count}/${tasks.count}`}
        />
      ) : null}
    </>
  );
}

const Mark = ({ icon, words }: { readonly icon: IconType; readonly words: string }) => (
  <span className={styles.state} role="img" aria-label={words} title={words}>
    <Icon of={icon} size={13} />
  </span>
);

interface DueDateProps {
  /** Such as 2026-03-11. */
  readonly date: string;
  readonly isOpen: boolean;
}

const dayFormat = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", timeZone: "UTC" });

/** The day on which an issue is due, marked where that has passed. */
export function DueDate({ date, isOpen }: DueDateProps) {
  const time = Date.parse(date);
  const isOverdue = isOpen && isPast(date, new Date());
  const words = `${isOverdue ? "Overdue since" : "Due"} ${date}`;
  return (
    <span className={due.date} data-overdue={isOverdue || undefined}>
      <Count
        icon={CalendarClock}
        words={words}
        text={Number.isNaN(time) ? date : dayFormat.format(new Date(time))}
      />
    </span>
  );
}

/** Returns whether a day is before today, in the time zone of the machine. */
const isPast = (date: string, now: Date): boolean => {
  const pad = (part: number) => String(part).padStart(2, "0");
  return date < `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
};

/** Returns what the row has no column for, a line each: people by name, milestone, weight, all labels. */
function describe({ author, assignees, milestone, labels, weight, due_date: due }: Issue): string {
  return [
    `Author: ${author?.name ?? "Deleted user"}`,
    assignees.length > 0 ? `Assigned to ${assignees.map(({ name }) => name).join(", ")}` : "",
    milestone ? `Milestone: ${milestone.title}` : "",
    due ? `Due ${due}` : "",
    weight == null ? "" : `Weight: ${weight}`,
    labels.length > 0 ? `Labels: ${labels.join(", ")}` : "",
  ]
    .filter(Boolean)
    .join("\n");
}

/** Returns the people that a row shows: who is assigned first, then who wrote it. */
const rolesOf = ({ author, assignees }: Issue) => [
  ...assignees.map((person) => ({ person, role: "Assigned to" })),
  ...(author ? [{ person: author, role: "Author" }] : []),
];
