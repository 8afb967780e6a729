import {
  CircleDot,
  GitMerge,
  GitPullRequest,
  GitPullRequestClosed,
  Lock,
  MessageSquare,
  ThumbsDown,
  ThumbsUp,
} from "lucide-react";
import { useRef } from "react";
import type { MergeRequest } from "../../../shared/api/resources/merge-request-shapes.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { StatusMark } from "../../features/checks/status-mark.tsx";
import { headChecksInput } from "../../features/checks/use-head-checks.ts";
import { PipelineLink } from "../../features/ci/ci-links.tsx";
import { useHeadPipeline } from "../../features/ci/use-live-pipelines.ts";
import { LabelMark, useLabelColors } from "../../features/labels/labels.tsx";
import { pipelineProject } from "../../features/merge-requests/merge-request-project.ts";
import type { UnseenChange } from "../../features/merge-requests/seen-merge-requests.ts";
import { Avatar } from "../../ui/marks/avatar.tsx";
import { Badge } from "../../ui/marks/badge.tsx";
import { Icon, type IconType } from "../../ui/marks/icon.tsx";
import { useOnScreen } from "../../ui/panes/observe-element.ts";
import { useHasLasted } from "../../ui/panes/use-settled.ts";
import { cx } from "../../ui/theme/class-names.ts";
import layout from "../../ui/theme/layout.module.css";
import { RelativeTime } from "../../ui/values/time.tsx";
import styles from "./merge-requests.module.css";

const stateIcons: Readonly<Record<string, { readonly icon: IconType; readonly words: string }>> = {
  opened: { icon: GitPullRequest, words: "Open" },
  merged: { icon: GitMerge, words: "Merged" },
  closed: { icon: GitPullRequestClosed, words: "Closed" },
  locked: { icon: Lock, words: "Locked" },
};

interface MergeRequestRowProps {
  readonly account: string;
  /** Full path, where it is known. */
  readonly project: string | undefined;
  readonly mergeRequest: MergeRequest;
  readonly showProject: boolean;
  readonly news: UnseenChange;
}

/** One merge request of a list: state, title, branches, who and when. */
export function MergeRequestRow({ account, project, mergeRequest, showProject, news }: MergeRequestRowProps) {
  const { iid, title, state, author, labels, assignees, assignee, user_notes_count } = mergeRequest;
  const { upvotes, downvotes } = mergeRequest;
  const { colors } = useLabelColors(labels.length > 0 && project ? project : null);
  const stateIcon = stateIcons[state] ?? { icon: CircleDot, words: state };
  const people = assignees.length > 0 ? assignees : assignee ? [assignee] : [];
  return (
    <div className={layout.row}>
      <span
        className={styles.state}
        data-state={state}
        role="img"
        aria-label={stateIcon.words}
        title={stateIcon.words}
      >
        <Icon of={stateIcon.icon} />
      </span>
      <div className={layout.rowText}>
        <span className={layout.line}>
          {project ? (
            <AppLink className={layout.title} href={hrefs.mergeRequest(account, project, iid)} title={title}>
              {title}
            </AppLink>
          ) : (
            <span className={layout.title}>{title}</span>
          )}
          {news ? (
            <span
              className={styles.news}
              title={news === "new" ? "Not viewed yet" : "Updated since your last visit"}
            >
              {news === "new" ? "New" : "Updated"}
            </span>
          ) : null}
          {labels.length > 0 ? (
            <span className={styles.labels}>
              {labels.slice(0, 4).map((label) => (
                <LabelMark key={label} name={label} color={colors.get(label)} />
              ))}
              {labels.length > 4 ? (
                <span className={styles.more} title={labels.slice(4).join(", ")}>
                  +{labels.length - 4}
                </span>
              ) : null}
            </span>
          ) : null}
        </span>
        <span className={layout.meta}>
          {showProject && project ? `${project}!${iid}` : `!${iid}`} · {author?.name ?? "Deleted user"} ·{" "}
          <span className={styles.branches}>
            <code>{mergeRequest.source_branch}</code> → <code>{mergeRequest.target_branch}</code>
          </span>
          {mergeRequest.milestone ? ` · ${mergeRequest.milestone.title}` : null}
        </span>
      </div>
      {mergeRequest.has_conflicts || mergeRequest.merge_status === "cannot_be_merged" ? (
        <Badge tone="warning">Conflicts</Badge>
      ) : null}
      {mergeRequest.merge_when_pipeline_succeeds && state === "opened" ? (
        <Badge tone="running" title="Merges when the pipeline succeeds">
          Auto-merge
        </Badge>
      ) : null}
      {mergeRequest.discussion_locked ? (
        <span role="img" aria-label="Discussion locked" title="Discussion locked">
          <Icon of={Lock} size={13} />
        </span>
      ) : null}
      {project ? <RowPipeline account={account} project={project} mergeRequest={mergeRequest} /> : null}
      {upvotes > 0 ? <Count icon={ThumbsUp} count={upvotes} words="thumbs up" /> : null}
      {downvotes > 0 ? <Count icon={ThumbsDown} count={downvotes} words="thumbs down" /> : null}
      {user_notes_count > 0 ? <Count icon={MessageSquare} count={user_notes_count} words="comments" /> : null}
      <span className={styles.people}>
        {people.slice(0, 3).map((person) => (
          <span key={person.id} title={`Assigned to ${person.name}`}>
            <Avatar name={person.name} size={20} />
          </span>
        ))}
      </span>
      <span className={styles.time}>
        <RelativeTime time={mergeRequest.updated_at ?? mergeRequest.created_at ?? ""} />
      </span>
    </div>
  );
}

function Count({
  icon,
  count,
  words,
}: {
  readonly icon: IconType;
  readonly count: number;
  readonly words: string;
}) {
  return (
    <span
      className={cx(layout.small, styles.count)}
      role="img"
      aria-label={`${count} ${words}`}
      title={`${count} ${words}`}
    >
      <Icon of={icon} size={13} /> {count}
    </span>
  );
}

/** Milliseconds for which a row stays in view before anything is requested for it. */
const restMs = 80;

interface RowPipelineProps {
  readonly account: string;
  /** Full path. */
  readonly project: string;
  readonly mergeRequest: MergeRequest;
}

/**
 * State of the pipeline of a merge request's last commit, as a link, or of its checks where no pipeline ran. Lists do not contain it,
 * so it is read for rows in view; a request for a row that was scrolled away is canceled.
 */
function RowPipeline({ account, project, mergeRequest }: RowPipelineProps) {
  const box = useRef<HTMLSpanElement>(null);
  const isSeen = useHasLasted(useOnScreen(box), restMs);
  const pipeline = useHeadPipeline(project, isSeen ? mergeRequest : undefined);
  const checks = isSeen && pipeline === null ? headChecksInput(project, mergeRequest) : null;
  return (
    <span ref={box} className={styles.pipeline}>
      {pipeline ? (
        <PipelineLink
          account={account}
          pipeline={pipeline}
          project={pipelineProject(project, mergeRequest, pipeline)}
          compact
        />
      ) : checks ? (
        <StatusMark project={String(checks.id)} sha={checks.sha} refName={checks.ref} />
      ) : null}
    </span>
  );
}
