import { Pencil } from "lucide-react";
import { memo, useContext, useState } from "react";
import type { Discussion } from "../../../../shared/api/resources/discussions.ts";
import type { MergeRequest } from "../../../../shared/api/resources/merge-request-shapes.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { CommentForm, NewComment } from "../../../features/comments/comment-form.tsx";
import { CommentText } from "../../../features/comments/comment-text.tsx";
import { FoldedRuns } from "../../../features/comments/folded-runs.tsx";
import { ReactionBar } from "../../../features/reactions/reaction-bar.tsx";
import { useReactions } from "../../../features/reactions/use-reactions.ts";
import { draftKeys } from "../../../state/drafts.ts";
import { Button, IconButton } from "../../../ui/buttons/button.tsx";
import { SegmentedControl } from "../../../ui/forms/segmented-control.tsx";
import { TextField } from "../../../ui/forms/text-field.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { cx } from "../../../ui/theme/class-names.ts";
import flow from "../../../ui/theme/flow.module.css";
import layout from "../../../ui/theme/layout.module.css";
import { RelativeTime } from "../../../ui/values/time.tsx";
import { QueuedComment } from "../discussion/comment-body.tsx";
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
import { useDescriptionDraft } from "./use-description-draft.ts";

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
    return isActivity(thread) === (filter === "activity");
  });
  useThreadCommands({
    shown: useShownTab() === "overview",
    threads,
    open: discussions.threads.filter(isOpenThread).length,
  });
  return (
    <section className={cx(flow.scroll, styles.scroll)} aria-label="Overview" {...focusable}>
      <div className={styles.overview}>
        <div className={styles.main}>
          <MergeRequestByline mergeRequest={mergeRequest} />
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
              <FoldedRuns
                entries={threads}
                keyOf={({ id }) => id}
                isFolded={(thread) => filter === "all" && isActivity(thread)}
                draw={(thread) => <TimelineEntry thread={thread} />}
              />
            )}
            {queued.map((item) => (
              <div key={item.key} className={styles.box}>
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

/** Returns whether a thread is a change that the service noted. */
const isActivity = (thread: Discussion): boolean => thread.notes.every((note) => note.system);

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
          <span className={layout.muted}>{describeThreadLines(thread)}</span>
        </div>
      ) : null}
      <ThreadCard thread={thread} showsCode />
    </div>
  );
}

interface DescriptionCardProps {
  readonly mergeRequest: MergeRequest;
  readonly editable: boolean;
}

/** The description of a merge request; its title and description can be edited. */
function DescriptionCard({ mergeRequest, editable }: DescriptionCardProps) {
  const { sources } = useContext(ReviewContext);
  const draft = useDescriptionDraft(mergeRequest);
  if (draft.open) {
    return (
      <CommentForm
        label="Description"
        text={draft.description.text}
        onText={draft.description.setText}
        onSend={draft.save}
        onDiscard={draft.close}
        onRestore={draft.restore}
        isChanged={draft.isChanged}
        noun="title and description"
        sendLabel="Save"
        mayBeEmpty
        rows={10}
        sources={sources}
      >
        <TextField
          label="Title"
          value={draft.title.text}
          onChange={draft.title.setText}
          autoFocus={draft.started}
        />
        {draft.theirs ? (
          <ErrorState
            inline
            title="Someone else changed it meanwhile"
            message={`Its title is "${draft.theirs.title}" now, and its description:`}
            detail={draft.theirs.description || "No description"}
            actions={
              <Button writes onClick={draft.saveOver}>
                Overwrite with mine
              </Button>
            }
          />
        ) : null}
      </CommentForm>
    );
  }
  return (
    <div>
      <div className={styles.description}>
        {mergeRequest.description ? (
          <CommentText text={mergeRequest.description} onTask={editable ? draft.changeTask : undefined} />
        ) : (
          <p className={layout.muted}>No description.</p>
        )}
        {editable ? (
          <IconButton
            writes={false}
            label="Edit title and description"
            icon={Pencil}
            size="s"
            onClick={draft.start}
          />
        ) : null}
      </div>
      <MergeRequestReactions />
    </div>
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
