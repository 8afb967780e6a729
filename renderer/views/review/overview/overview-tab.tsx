import { memo, useContext, useState } from "react";
import type { Discussion } from "../../../../shared/api/resources/discussions.ts";
import type { MergeRequest } from "../../../../shared/api/resources/merge-request-shapes.ts";
import { getMergeRequest, updateMergeRequest } from "../../../../shared/api/resources/merge-requests.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { fetchOperation } from "../../../api/fetch-operation.ts";
import { useWrite } from "../../../api/use-write.ts";
import { NewComment } from "../../../features/comments/comment-form.tsx";
import { FoldedRuns } from "../../../features/comments/folded-runs.tsx";
import { ReactionBar } from "../../../features/reactions/reaction-bar.tsx";
import { useReactions } from "../../../features/reactions/use-reactions.ts";
import { DescriptionCard } from "../../../features/work-page/description-card.tsx";
import {
  DiscussionHead,
  isActivity,
  QueuedComment,
  type ShownKind,
  TimelineEvent,
  threadsOf,
} from "../../../features/work-page/timeline.tsx";
import type { Described, Words } from "../../../features/work-page/use-description-draft.ts";
import page from "../../../features/work-page/work-page.module.css";
import { draftKeys } from "../../../state/drafts.ts";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { cx } from "../../../ui/theme/class-names.ts";
import flow from "../../../ui/theme/flow.module.css";
import layout from "../../../ui/theme/layout.module.css";
import { isOpenThread, useThreadCommands } from "../discussion/open-threads.ts";
import { describeThreadLines } from "../discussion/place-threads.ts";
import { ThreadCard } from "../discussion/thread-card.tsx";
import type { Discussions } from "../discussion/use-discussions.ts";
import { notifyQueued, usePost, useQueuedMessages } from "../discussion/use-post.ts";
import { ReviewContext } from "../merge-request/review-context.ts";
import { useShownTab } from "../merge-request/shown-tab.tsx";
import { MergeRequestSidebar } from "../sidebar/merge-request-sidebar.tsx";
import { MergeRequestByline } from "./byline.tsx";
import { MergeBox } from "./merge-box.tsx";
import styles from "./overview.module.css";

interface OverviewTabProps {
  readonly mergeRequest: MergeRequest;
  readonly extended: boolean;
  readonly discussions: Discussions;
}

/** The overview of a merge request: description, merge box, discussion and sidebar. */
export const OverviewTab = memo(function OverviewTab({
  mergeRequest,
  extended,
  discussions,
}: OverviewTabProps) {
  const [filter, setFilter] = useState<ShownKind>("all");
  const { draftKey, sources } = useContext(ReviewContext);
  const post = usePost();
  const queued = useQueuedMessages("note");
  const threads = threadsOf(discussions.threads, filter);
  useThreadCommands({
    shown: useShownTab() === "overview",
    threads,
    open: discussions.threads.filter(isOpenThread).length,
  });
  return (
    <section className={cx(flow.scroll, page.scroll)} aria-label="Overview" {...focusable}>
      <div className={page.page}>
        <div className={page.main}>
          <MergeRequestByline mergeRequest={mergeRequest} />
          <Description mergeRequest={mergeRequest} editable={extended} />
          {extended ? <MergeBox mergeRequest={mergeRequest} threads={discussions.threads} /> : null}
          <div className={flow.stack}>
            <DiscussionHead shown={filter} onShown={setFilter} />
            {discussions.pending ? (
              <Skeleton lines={5} height={48} mark={24} label="Loading the discussion" />
            ) : discussions.error && discussions.threads.length === 0 ? (
              <ErrorState {...describeProblem(discussions.error)} onRetry={discussions.refetch} />
            ) : threads.length === 0 ? (
              <p className={layout.muted}>No comments yet</p>
            ) : (
              <FoldedRuns
                entries={threads}
                keyOf={({ id }) => id}
                isFolded={(thread) => filter === "all" && isActivity(thread)}
                draw={(thread) => <TimelineEntry thread={thread} />}
              />
            )}
            {queued.map((item) => (
              <div key={item.key} className={page.box}>
                <QueuedComment text={item.body} />
              </div>
            ))}
            <NewComment
              isQueued
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
  if (first.system) return <TimelineEvent note={first} />;
  const path = first.position?.new_path ?? first.position?.old_path;
  return (
    <div className={page.box}>
      {path ? (
        <div className={styles.boxHead}>
          <code className={layout.ellipsis}>{path}</code>
          <span className={layout.muted}>{describeThreadLines(thread)}</span>
        </div>
      ) : null}
      <ThreadCard thread={thread} showsCode />
    </div>
  );
}

interface DescriptionProps {
  readonly mergeRequest: MergeRequest;
  readonly editable: boolean;
}

const wordsOf = ({ title, description }: MergeRequest): Words => ({ title, description: description ?? "" });

/** The description of a merge request with its reactions. */
function Description({ mergeRequest, editable }: DescriptionProps) {
  const { project, iid, draftKey, sources } = useContext(ReviewContext);
  const account = useAccountId();
  const update = useWrite(updateMergeRequest);
  const target = { id: project, merge_request_iid: iid };
  const described: Described = {
    draftKey,
    words: wordsOf(mergeRequest),
    read: async () => wordsOf(await fetchOperation(account, getMergeRequest, target)),
    write: (changed) => update({ ...target, ...changed }),
  };
  return (
    <DescriptionCard described={described} editable={editable} sources={sources}>
      <MergeRequestReactions />
    </DescriptionCard>
  );
}

/** Reactions to the merge request itself; null where the service has none. */
function MergeRequestReactions() {
  const { project, iid, me } = useContext(ReviewContext);
  const account = useAccountId();
  const { available, list, add, remove } = useReactions({ account, project, iid, note: null }, me, true);
  if (!available) return null;
  return <ReactionBar label="Reactions" reactions={list} onAdd={add} onRemove={remove} />;
}
