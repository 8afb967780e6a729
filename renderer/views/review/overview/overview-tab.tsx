import { memo, useContext, useState } from "react";
import type { Discussion } from "../../../../shared/api/resources/discussions.ts";
import type { MergeRequest } from "../../../../shared/api/resources/merge-request-shapes.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { CommentText } from "../../../features/comments/comment-text.tsx";
import { NewComment } from "../../../features/comments/new-comment.tsx";
import { draftKeys } from "../../../state/text-draft.ts";
import { cx } from "../../../ui/class-names.ts";
import { ErrorState } from "../../../ui/error-state.tsx";
import flow from "../../../ui/flow.module.css";
import layout from "../../../ui/layout.module.css";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { describeLines } from "../discussion/place-threads.ts";
import { QueuedComment } from "../discussion/queued-comment.tsx";
import { ThreadCard } from "../discussion/thread-card.tsx";
import type { Discussions } from "../discussion/use-discussions.ts";
import { notifyQueued, usePost } from "../discussion/use-post.ts";
import { useQueuedMessages } from "../discussion/use-queued-messages.ts";
import { ReviewContext } from "../merge-request/review-context.ts";
import { MergeRequestSidebar } from "../sidebar/merge-request-sidebar.tsx";
import { DescriptionCard } from "./description-card.tsx";
import { MergeBox } from "./merge-box.tsx";
import styles from "./overview.module.css";

interface OverviewTabProps {
  readonly mergeRequest: MergeRequest;
  readonly extended: boolean;
  readonly discussions: Discussions;
}

const shown = ["all", "comments", "activity"] as const;
type Shown = (typeof shown)[number];

/** The overview of a merge request: description, merge box, discussion and sidebar. */
export const OverviewTab = memo(function OverviewTab({
  mergeRequest,
  extended,
  discussions,
}: OverviewTabProps) {
  const [filter, setFilter] = useState<Shown>("all");
  const { draftKey, sources } = useContext(ReviewContext);
  const post = usePost();
  const queued = useQueuedMessages("note");
  const threads = discussions.threads.filter((thread) => {
    if (filter === "all") return true;
    const system = thread.notes.every((note) => note.system);
    return filter === "activity" ? system : !system;
  });
  return (
    <section className={cx(flow.scroll, styles.scroll)} aria-label="Overview" {...focusable}>
      <div className={styles.overview}>
        <div className={styles.main}>
          <DescriptionCard mergeRequest={mergeRequest} editable={extended} />
          {extended ? <MergeBox mergeRequest={mergeRequest} threads={discussions.threads} /> : null}
          <div className={flow.stack}>
            <div className={styles.timelineHead}>
              <h2>Discussion</h2>
              <SegmentedControl
                label="Show"
                value={filter}
                onChange={setFilter}
                options={[
                  { value: "all", label: "All" },
                  { value: "comments", label: "Comments" },
                  { value: "activity", label: "Activity" },
                ]}
              />
            </div>
            {discussions.pending ? (
              <Skeleton lines={5} height={48} mark={24} label="Loading the discussion" />
            ) : discussions.error && discussions.threads.length === 0 ? (
              <ErrorState {...describeProblem(discussions.error)} onRetry={discussions.refetch} />
            ) : threads.length === 0 ? (
              <p className={layout.muted}>No comments yet</p>
            ) : (
              threads.map((thread) => <TimelineEntry key={thread.id} thread={thread} />)
            )}
            {queued.map((item) => (
              <div key={item.key} className={styles.box}>
                <QueuedComment text={item.body} />
              </div>
            ))}
            <NewComment
              draftKey={draftKeys.comment(draftKey)}
              sources={sources}
              onSend={async (body) => {
                if ((await post({ kind: "note", body })) === "queued") notifyQueued();
              }}
            />
          </div>
        </div>
        <MergeRequestSidebar mergeRequest={mergeRequest} extended={extended} />
      </div>
    </section>
  );
});

const focusable = { tabIndex: 0 };

function TimelineEntry({ thread }: { readonly thread: Discussion }) {
  const first = thread.notes[0];
  if (!first) return null;
  if (first.system) {
    return (
      <div className={styles.event}>
        <span>{first.author?.name ?? "Deleted user"}</span>
        <CommentText text={first.body} />
        {first.created_at ? <RelativeTime time={first.created_at} /> : null}
      </div>
    );
  }
  const path = first.position?.new_path ?? first.position?.old_path;
  return (
    <div className={styles.box}>
      {path ? (
        <div className={styles.boxHead}>
          <code className={layout.ellipsis}>{path}</code>
          <span className={layout.muted}>{describeLines(thread)}</span>
        </div>
      ) : null}
      <ThreadCard thread={thread} showsCode />
    </div>
  );
}
