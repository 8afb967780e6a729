import { Lock, MessageSquare, ThumbsDown, ThumbsUp } from "lucide-react";
import { createContext, use, useRef } from "react";
import type { MergeRequest } from "../../../shared/api/resources/merge-request-shapes.ts";
import type { UserSummary } from "../../../shared/api/resources/user-shapes.ts";
import { useIsQuiet } from "../../api/quiet-context.ts";
import { Badge } from "../../ui/marks/badge.tsx";
import { Icon } from "../../ui/marks/icon.tsx";
import { useOnScreen } from "../../ui/panes/observe-element.ts";
import { useMedia } from "../../ui/panes/use-media.ts";
import { useHasLasted } from "../../ui/panes/use-settled.ts";
import { cx } from "../../ui/theme/class-names.ts";
import layout from "../../ui/theme/layout.module.css";
import { RelativeTime } from "../../ui/values/time.tsx";
import { AppLink } from "../addresses/app-link.tsx";
import { hrefs } from "../addresses/hrefs.ts";
import { PersonAvatar } from "../avatars/person-avatar.tsx";
import { LabelMark, useLabelColors } from "../labels/labels.tsx";
import { countFittingLabels } from "./fit-labels.ts";
import styles from "./merge-request-row.module.css";
import { MergeRequestState } from "./merge-request-state.tsx";
import { Count, RowChecks } from "./row-checks.tsx";

/** Pixels of a row: of one line, and of two in a narrow window. */
const rowHeights = { line: 36, lines: 56 } as const;

/** Returns the height of a merge request's row in pixels at the comfortable density, as lists take it. */
export const useMergeRequestRowHeight = (): number =>
  useMedia("(width <= 560px)") ? rowHeights.lines : rowHeights.line;

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
 * Pixels of the list around rows, by which their labels have room; null before it is laid out. A context, since nothing else
 * of a row is drawn again where it changes.
 */
export const MergeRequestListWidth = createContext<number | null>(null);

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
  return (
    <div ref={box} className={styles.row} data-several={showProject || undefined}>
      <MergeRequestState state={state} />
      <span className={styles.id} title={project ? `${project}!${iid}` : undefined}>
        {showProject && project ? <ProjectPath path={project} /> : null}
        <span>!{iid}</span>
      </span>
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
          labels={labels}
          title={title}
          showProject={showProject}
        />
        {accountName ? <span className={styles.service}>{accountName}</span> : null}
      </span>
      <span className={styles.votes}>
        {upvotes > 0 ? <Count icon={ThumbsUp} words={`${upvotes} thumbs up`} text={upvotes} /> : null}
        {downvotes > 0 ? (
          <Count icon={ThumbsDown} words={`${downvotes} thumbs down`} text={downvotes} />
        ) : null}
      </span>
      <RowChecks {...{ account, project, mergeRequest, isSeen }} />
      <span className={styles.threads}>
        {notes > 0 ? (
          <Count
            icon={MessageSquare}
            words={`${notes} ${notes === 1 ? "comment" : "comments"}`}
            text={notes}
          />
        ) : null}
      </span>
      <People account={account} mergeRequest={mergeRequest} />
      <span className={styles.age}>
        <RelativeTime time={mergeRequest.updated_at ?? mergeRequest.created_at ?? ""} />
      </span>
    </div>
  );
}

function ProjectPath({ path }: { readonly path: string }) {
  const cut = path.lastIndexOf("/") + 1;
  return (
    <>
      {cut > 0 ? <span className={cx(layout.ellipsis, styles.folder)}>{path.slice(0, cut)}</span> : null}
      <span className={layout.ellipsis}>{path.slice(cut)}</span>
    </>
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

/** Pixels beside title and labels: with the columns of the row, and with the name of a project. */
const columnsPx = { own: 400, several: 560, narrow: 64 } as const;
/** Pixels of the widest list whose rows have two lines. */
const maxNarrowPx = 560;
/** Pixels of a character of a title. */
const titlePx = 7;
/** Labels without a limit of room, before the list is laid out. */
const maxLabels = 4;

/** Returns the pixels that labels may take: what the title leaves, and a third where it leaves less. */
function labelRoom(width: number | null, title: string, showProject: boolean): number | null {
  if (width === null || width <= 0) return null;
  const columns = width <= maxNarrowPx ? "narrow" : showProject ? "several" : "own";
  const room = Math.max(0, width - columnsPx[columns]);
  return Math.max(room / 3, room - title.length * titlePx);
}

interface RowLabelsProps extends Pick<MergeRequestRowProps, "showProject"> {
  /** Project with the colours of the labels; undefined where these are not read. */
  readonly project: string | undefined;
  readonly labels: readonly string[];
  /** Title of the merge request, which has the room before them. */
  readonly title: string;
}

/** The labels that have room, and the number of the others. */
function RowLabels({ project, labels, title, showProject }: RowLabelsProps) {
  const room = labelRoom(use(MergeRequestListWidth), title, showProject);
  const { colors } = useLabelColors(labels.length > 0 && project ? project : null);
  if (labels.length === 0) return null;
  const count = room === null ? maxLabels : countFittingLabels(labels, room);
  const rest = labels.slice(count);
  return (
    <span className={styles.labels}>
      {labels.slice(0, count).map((label) => (
        <LabelMark key={label} name={label} color={colors.get(label)} />
      ))}
      {rest.length > 0 ? (
        <span className={styles.more} title={rest.join(", ")}>
          +{rest.length}
        </span>
      ) : null}
    </span>
  );
}

/** People that a row shows; its description names all. */
const maxPeople = 3;

/** Avatars of the author, who is assigned and who reviews, each person once. */
function People({
  account,
  mergeRequest,
}: {
  readonly account: string;
  readonly mergeRequest: MergeRequest;
}) {
  const { author, reviewers = [] } = mergeRequest;
  const roles = [
    ...(author ? [{ person: author, role: "Author" }] : []),
    ...assigneesOf(mergeRequest).map((person) => ({ person, role: "Assigned to" })),
    ...reviewers.map((person) => ({ person, role: "Review by" })),
  ];
  const people = new Map<number, { person: UserSummary; roles: string[] }>();
  for (const { person, role } of roles) {
    const known = people.get(person.id);
    if (known) known.roles.push(role.toLowerCase());
    else people.set(person.id, { person, roles: [role] });
  }
  return (
    <span className={styles.people}>
      {[...people.values()].slice(0, maxPeople).map(({ person, roles: each }) => {
        const words = `${each.join(", ")}${each[0] === "Author" ? ":" : ""} ${person.name}`;
        return (
          <span key={person.id} role="img" aria-label={words} title={words}>
            <PersonAvatar person={person} account={account} size={20} />
          </span>
        );
      })}
    </span>
  );
}

/** Milliseconds for which a row stays in view before anything is requested for it. */
const restMs = 80;
