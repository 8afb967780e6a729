import { useNavigate } from "@tanstack/react-router";
import { CheckCheck, FileCode, FileDown, FileSearch, MessageSquarePlus, UnfoldVertical } from "lucide-react";
import { lazy, Suspense, useCallback, useContext, useEffect, useMemo, useRef, useState } from "react";
import { createPortal } from "react-dom";
import type { MergeRequestVersion } from "../../../../shared/api/resources/merge-request-shapes.ts";
import { type DiffFile, isDiffOmitted } from "../../../../shared/diff/diff-file.ts";
import type { DiffSummary, LineRef } from "../../../../shared/diff/diff-types.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { useDiffAttributes } from "../../../features/attributes/use-file-attributes.ts";
import { useTargetNote } from "../../../features/comments/comment-card.tsx";
import { useDiffGoal } from "../../../features/comparison/use-comparison.ts";
import { DiffPanes } from "../../../features/diff-panes/diff-panes.tsx";
import { useDiffPanes } from "../../../features/diff-panes/use-diff-panes.ts";
import { useShownOrder } from "../../../features/diff-panes/use-shown-order.ts";
import { StreamingStatus } from "../../../features/streamed-diffs/streaming-status.tsx";
import { Button, IconButton } from "../../../ui/buttons/button.tsx";
import type { DrawPart } from "../../../ui/diff/diff-file-block.tsx";
import type { DiffGoal, DiffInsert } from "../../../ui/diff/diff-model.ts";
import { useTreeOrder } from "../../../ui/diff/use-tree-order.ts";
import { Checkbox } from "../../../ui/forms/checkbox.tsx";
import { VisuallyHidden } from "../../../ui/marks/visually-hidden.tsx";
import { toast } from "../../../ui/overlays/toast.tsx";
import { isOpenThread, useThreadCommands } from "../discussion/open-threads.ts";
import { inReadingOrder, type PlacedThread } from "../discussion/place-threads.ts";
import type { Discussions } from "../discussion/use-discussions.ts";
import { useReviewInserts } from "../discussion/use-review-inserts.tsx";
import { type HeadSlot, ReviewContext } from "../merge-request/review-context.ts";
import { CoverageMark, useReportsWanted } from "../reports/coverage-mark.tsx";
import { ReportsButton } from "../reports/reports-button.tsx";
import { noReports } from "../reports/shown-reports.ts";
import { isRebased, type VersionIds, type VersionRange } from "../versions/version-range.ts";
import styles from "./changes.module.css";
import { ChangesBar } from "./changes-bar.tsx";
import { useFileOwners } from "./file-owners.tsx";
import { useImageInserts } from "./image-inserts.tsx";
import { NoFiles, othersText } from "./no-files.tsx";
import type { Changes } from "./use-changes.ts";
import { useFilledDiffs, useMoreContext } from "./use-filled-diffs.tsx";
import { useReadChanges } from "./use-read-changes.ts";
import { useReviewCommands } from "./use-review-commands.ts";
import { useReviewFacts } from "./use-review-facts.ts";
import { useViewedFiles } from "./use-viewed-files.ts";

const CodeNavigation = lazy(async () => ({
  default: (await import("../../../features/code-navigation/code-navigation.tsx")).CodeNavigation,
}));

const CommentElsewhere = lazy(async () => ({
  default: (await import("../discussion/comment-elsewhere.tsx")).CommentElsewhere,
}));

const ReadReports = lazy(async () => ({
  default: (await import("../reports/read-reports.tsx")).ReadReports,
}));

interface ReviewChangesProps {
  /** Whether the tab is visible and its shortcuts apply. */
  readonly shown: boolean;
  readonly versions: readonly MergeRequestVersion[];
  readonly discussions: Discussions;
  readonly range: VersionRange;
  readonly changes: Changes;
  /** Places of the tools in the page's head; null before it is drawn. */
  readonly slot: HeadSlot | null;
  readonly onSelectRange: (versionIds: VersionIds) => void;
}

/** The files between two versions: their tree and their diffs with threads and drafts. */
export function ReviewChanges({
  shown,
  versions,
  range,
  changes,
  discussions,
  slot,
  onSelectRange,
}: ReviewChangesProps) {
  const { project, iid, mergeRequest, startExport } = useContext(ReviewContext);
  const account = useAccountId();
  const panes = useDiffPanes();
  const { view, open, summaries, file, showLine } = panes;
  const { files, isStreaming } = changes;
  // Work on all files starts when the last one is received.
  const complete = isStreaming ? noFiles : files;
  const head = range.to.head_commit_sha;
  const base = range.from ? range.from.head_commit_sha : range.to.base_commit_sha;
  const commits = useMemo(() => ({ base, head }), [base, head]);
  // No further requests before the tab was shown, and its lines drawn.
  const [requested, setRequested] = useState(false);
  useEffect(() => {
    if (!shown) return;
    const handle = requestIdleCallback(() => setRequested(true), { timeout: maxIdleWaitMs });
    return () => cancelIdleCallback(handle);
  }, [shown]);
  const attributes = useDiffAttributes(project, requested ? head : undefined);
  const compared = range.from || !requested ? null : commits;
  const filled = useFilledDiffs(project, compared, complete, open, attributes.byPath);
  const more = useMoreContext(project, head, files, open);
  const focusDiff = useCallback(() => view.current?.focus(), [view]);
  const images = useImageInserts(files, commits);
  const { inserts, onPick, onPickFile, placed, counts, outdated } = useReviewInserts(
    range,
    files,
    discussions.threads,
    commits,
    isStreaming,
    focusDiff,
  );
  const place = useDiffGoal(files, shown);
  const note = useNoteGoal(discussions, inserts, shown && !isStreaming);
  const order = useTreeOrder(files);
  const { viewed, done, toggle, mark, markAll, next } = useViewedFiles({
    ...{ order, complete, summaries, file, view },
  });
  const { facts, conditions } = useReviewFacts({ filter: panes.filter, versions, discussions });
  const { owners, fileMarks: ownerMarks } = useFileOwners(requested);
  const wantsReports = useReportsWanted() && requested;
  const [readReports, setReadReports] = useState(noReports);
  const reports = wantsReports ? readReports : noReports;
  const { coverage, inserts: findings } = reports;
  const allInserts = useMemo(() => [...images, ...findings, ...inserts], [images, findings, inserts]);
  const fileMarks = useCallback<DrawPart>(
    (changed, index, summary) => (
      <>
        <CoverageMark coverage={coverage.get(index)} />
        {ownerMarks(changed, index, summary)}
      </>
    ),
    [coverage, ownerMarks],
  );
  const shownOrder = useShownOrder(panes, { files, order, attributes, viewed, facts });
  useShownThreads(shown, discussions, placed, shownOrder, showLine);
  // Those whose diff is missing cannot be marked one by one either.
  const markable = shownOrder.filter((index) => !filled.has(index));
  const isCounted = markable.length > 0 && shownOrder.every((index) => summaries[index] !== undefined);
  const markShown = () => {
    const undo = markAll(markable);
    const text = markable.length === 1 ? "1 file" : `${markable.length.toLocaleString()} files`;
    toast.success(`Marked ${text} as viewed`, { action: { label: "Undo", onSelect: undo } });
  };
  const { read, lines, markHere, unmarkHere } = useReadChanges({
    ...{ files, summaries, open, view, viewed },
    markFile: mark,
  });
  const [elsewhere, setElsewhere] = useState(false);
  const latest = useRef({ toggle, onPickFile });
  latest.current = { toggle, onPickFile };
  useReviewCommands(shown, {
    toggleViewed: () => toggle(file),
    showNext: next,
    markChange: () => void markHere(),
    unmarkChange: () => void unmarkHere(),
    commentElsewhere: () => setElsewhere(true),
  });
  const fileActions = useCallback(
    (changed: DiffFile, index: number, summary: DiffSummary | undefined) => (
      <>
        {outdated.has(index) ? (
          <Button
            size="s"
            variant="ghost"
            title="Go to the outdated threads below the last line"
            onClick={() => showLine(afterLines(index))}
          >
            {outdated.get(index)} outdated
          </Button>
        ) : null}
        <FileActions
          {...{ account, project, head }}
          file={changed}
          onComment={() => latest.current.onPickFile(index)}
          onWhole={isDiffOmitted(changed) ? null : () => more(index, "all")}
        />
        <Checkbox
          label={
            <span className={styles.viewed}>
              Viewed<VisuallyHidden> {changed.new_path}</VisuallyHidden>
            </span>
          }
          checked={summary !== undefined && viewed.has(summary.fingerprint)}
          disabled={summary === undefined || filled.has(index)}
          onChange={() => latest.current.toggle(index, summary)}
        />
      </>
    ),
    [account, project, head, more, viewed, filled, outdated, showLine],
  );
  const { onFilter } = panes;
  const go = useCallback(
    (line: LineRef) => {
      // The filter may hide its file.
      onFilter("");
      requestAnimationFrame(() => showLine(line));
    },
    [onFilter, showLine],
  );
  const notes = [
    range.from && isRebased(range.from, range.to)
      ? "Rebased in between: changes from the target branch are greyed."
      : "",
    changes.others.length > 0 ? othersText(changes.others) : "",
  ].filter(Boolean);
  return (
    <>
      {requested ? (
        <Suspense>
          <CodeNavigation {...{ shown, project, files, view, open, commits }} />
        </Suspense>
      ) : null}
      {wantsReports ? (
        <Suspense>
          <ReadReports
            {...{ project, iid, base, head, open, summaries }}
            targetBranch={mergeRequest?.target_branch ?? ""}
            files={complete}
            onShown={setReadReports}
          />
        </Suspense>
      ) : null}
      {elsewhere && shown ? (
        <Suspense>
          <CommentElsewhere
            version={{ base: range.to.base_commit_sha, start: range.to.start_commit_sha, head }}
            onClose={() => setElsewhere(false)}
          />
        </Suspense>
      ) : null}
      {slot
        ? createPortal(
            <ChangesBar
              {...{ versions, range, onSelectRange, files, done, lines }}
              onNext={next}
              onGo={go}
            />,
            slot.end,
          )
        : null}
      {files.length === 0 ? (
        <NoFiles changes={changes} between={range.from !== null} />
      ) : (
        <DiffPanes
          panes={panes}
          slot={slot?.tools ?? null}
          shown={shown}
          label="Changes"
          files={files}
          order={order}
          attributes={attributes}
          isStreaming={isStreaming}
          inserts={allInserts}
          isInsertsPending={discussions.pending}
          goal={note ?? place}
          onPick={onPick}
          onExpand={more}
          notes={filled}
          fileActions={fileActions}
          {...{ fileMarks, owners }}
          viewed={viewed}
          facts={facts}
          conditions={conditions}
          read={read}
          lineMarks={reports.lineMarks}
          comments={counts}
          status={<StreamingStatus changes={changes} total={range.to.real_size} />}
          filterTools={
            <IconButton
              size="s"
              label="Mark all shown as viewed"
              icon={CheckCheck}
              disabled={!isCounted}
              onClick={markShown}
            />
          }
          ownTools={
            <>
              <IconButton
                size="s"
                label="Comment on another file"
                icon={FileSearch}
                onClick={() => setElsewhere(true)}
              />
              <ReportsButton shown={reports} {...{ files, head }} onShow={go} />
              <IconButton size="s" label="Export changes" icon={FileDown} onClick={startExport} />
            </>
          }
          listNotes={notes.length > 0 ? notes.map((text) => <p key={text}>{text}</p>) : null}
        />
      )}
    </>
  );
}

/** Registers the commands that go through the open threads on the shown lines. */
function useShownThreads(
  shown: boolean,
  { threads }: Discussions,
  placed: readonly PlacedThread[],
  order: readonly number[],
  showLine: (line: LineRef) => void,
): void {
  const here = useMemo(() => {
    const files = new Set(order);
    return inReadingOrder(
      placed.filter(({ at }) => files.has(at.file)),
      order,
    );
  }, [placed, order]);
  useThreadCommands({
    shown,
    threads: useMemo(() => here.map(({ thread }) => thread), [here]),
    open: threads.filter(isOpenThread).length,
    onShow: (thread) => {
      const { at, outdated } = here.find((each) => each.thread === thread) ?? {};
      if (at) showLine(outdated ? afterLines(at.file) : at);
    },
  });
}

/** Returns the line below which the outdated threads of a file are. */
const afterLines = (file: number): LineRef => ({ file, side: "new", line: Number.MAX_SAFE_INTEGER });

/**
 * Returns where the thread is whose comment the address names, as in `#note_12`; null for none. A comment that is on no
 * line of these changes is shown in the overview.
 */
function useNoteGoal(
  { threads, pending }: Discussions,
  inserts: readonly DiffInsert[],
  enabled: boolean,
): DiffGoal | null {
  const wanted = useTargetNote();
  const navigate = useNavigate();
  const thread = useMemo(
    () => (wanted === null ? undefined : threads.find(({ notes }) => notes.some(({ id }) => id === wanted))),
    [threads, wanted],
  );
  const key = thread && `thread ${thread.id}`;
  const file = inserts.find((insert) => insert.key === key);
  const line = file && `${file.file} ${file.side} ${file.line}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same line is the same goal
  const goal = useMemo(
    () => (file ? { file: file.file, line: { file: file.file, side: file.side, line: file.line } } : null),
    [line, wanted],
  );
  const isElsewhere =
    enabled && !pending && wanted !== null && !thread?.notes.some(({ position }) => position);
  useEffect(() => {
    if (isElsewhere) void navigate({ to: ".", search: {}, hash: true, replace: true });
  }, [isElsewhere, navigate]);
  return enabled ? goal : null;
}

const noFiles: readonly DiffFile[] = [];
/** Milliseconds after which a page counts as idle. */
const maxIdleWaitMs = 500;

interface FileActionsProps {
  readonly account: string;
  readonly project: string;
  readonly head: string;
  readonly file: DiffFile;
  readonly onWhole: (() => void) | null;
  readonly onComment: () => void;
}

/** Buttons of a changed file: all of its lines here, or the file as it is now. */
function FileActions({ account, project, head, file, onWhole, onComment }: FileActionsProps) {
  return (
    <>
      <IconButton size="s" label="Comment on the file" icon={MessageSquarePlus} onClick={onComment} />
      {onWhole && !file.deleted_file && !file.new_file ? (
        <Button size="s" variant="ghost" icon={UnfoldVertical} className={styles.action} onClick={onWhole}>
          <span>Show full file</span>
        </Button>
      ) : null}
      {file.deleted_file ? null : (
        <Button size="s" variant="ghost" icon={FileCode} className={styles.action} asChild>
          <AppLink
            href={hrefs.project(account, project, "files", { ref: head, path: file.new_path })}
            title="View file"
          >
            <span>View file</span>
          </AppLink>
        </Button>
      )}
    </>
  );
}
