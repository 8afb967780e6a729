import { useNavigate } from "@tanstack/react-router";
import { ChevronsDown, FileDiff, ListTree, Search } from "lucide-react";
import {
  memo,
  startTransition,
  useCallback,
  useContext,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { MergeRequestVersion } from "../../../shared/api/merge-request-shapes.ts";
import { AccountContext } from "../../api/account-context.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { type Command, useRegisterCommands } from "../../state/commands.ts";
import { changePreferences, usePreferences } from "../../state/preferences.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import type { DiffFile, DiffMode, DiffSummary, LineRef, OpenDiff } from "../../ui/diff/diff-model.ts";
import { DiffView, type DiffViewHandle } from "../../ui/diff/diff-view.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { SplitPane } from "../../ui/split-pane.tsx";
import { toast } from "../../ui/toast.tsx";
import { diffEngine } from "../../workers/diff/diff-engine.ts";
import { ChangeSearch } from "./change-search.tsx";
import { ComingFiles } from "./coming-files.tsx";
import { FileActions } from "./file-actions.tsx";
import { FileTree } from "./file-tree.tsx";
import styles from "./review.module.css";
import { reviewCommands } from "./review-commands.ts";
import { ReviewContext } from "./review-context.ts";
import { ReviewPanel } from "./review-panel.tsx";
import { type Changes, useChanges } from "./use-changes.ts";
import type { Discussions } from "./use-discussions.ts";
import { isLeftOut, useFilledDiffs } from "./use-filled-diffs.tsx";
import { useMoreContext } from "./use-more-context.ts";
import { useReviewInserts } from "./use-review-inserts.tsx";
import { VersionPicker } from "./version-picker.tsx";
import { type Bounds, boundsOf, isRebased } from "./versions.ts";
import { markViewed, useViewed } from "./viewed.ts";
import { ViewedProgress } from "./viewed-progress.tsx";

/** Ids of the versions between which changes are read; what is left out is the target and the latest. */
export interface Ends {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

interface ChangesTabProps {
  /** Whether it is in sight, and has the keyboard. */
  readonly shown: boolean;
  readonly ends: Ends;
  readonly versions: readonly MergeRequestVersion[];
  readonly discussions: Discussions;
}

/** The changes of a merge request, between any two of its versions. */
export const ChangesTab = memo(function ChangesTab({ shown, ends, versions, discussions }: ChangesTabProps) {
  const { from, to } = ends;
  const { project, iid } = useContext(ReviewContext);
  const navigate = useNavigate();
  const bounds = useMemo(() => boundsOf(versions, from, to), [versions, from, to]);
  const changes = useChanges(project, iid, bounds);
  const choose = useCallback(
    (next: Ends) =>
      void navigate({
        to: ".",
        search: (now: object) => ({ ...now, from: next.from, to: next.to }) as never,
        replace: true,
      }),
    [navigate],
  );
  // A press on the tab is answered at once; the changes are drawn in the pauses after it.
  const [begun, setBegun] = useState(false);
  useLayoutEffect(() => startTransition(() => setBegun(true)), []);
  if (!bounds) {
    return (
      <EmptyState
        icon={FileDiff}
        title="No changes yet"
        description="The source branch brings nothing that the target branch does not have."
      />
    );
  }
  return (
    <div className={styles.review}>
      {begun ? (
        <ReviewChanges {...{ shown, versions, bounds, changes, discussions }} onBounds={choose} />
      ) : null}
    </div>
  );
});

interface ReviewChangesProps extends Omit<ChangesTabProps, "ends"> {
  readonly bounds: Bounds;
  readonly changes: Changes;
  readonly onBounds: (ends: Ends) => void;
}

function ReviewChanges({ shown, versions, bounds, changes, discussions, onBounds }: ReviewChangesProps) {
  const { project, place } = useContext(ReviewContext);
  const account = useContext(AccountContext) ?? "";
  const view = useRef<DiffViewHandle>(null);
  const { diff: mode } = usePreferences();
  const [open, setOpen] = useState<OpenDiff | null>(null);
  const [summaries, setSummaries] = useState<readonly (DiffSummary | undefined)[]>([]);
  const [file, setFile] = useState(0);
  const [tree, setTree] = useState(true);
  const [searching, setSearching] = useState(false);
  const [find, setFind] = useState<RegExp | null>(null);
  const [ignoreWhitespace, setIgnoreWhitespace] = useState(false);
  const viewed = useViewed(place);
  const { files, coming } = changes;
  // What is done once for all files waits for the last.
  const complete = coming ? noFiles : files;
  const head = bounds.to.head_commit_sha;
  const base = bounds.from ? bounds.from.head_commit_sha : bounds.to.base_commit_sha;
  const commits = useMemo(() => ({ base, head }), [base, head]);
  // What nobody has looked at yet costs no further requests.
  const [asked, setAsked] = useState(shown);
  if (shown && !asked) setAsked(true);
  const filled = useFilledDiffs(project, bounds.from || !asked ? null : commits, complete, open);
  const more = useMoreContext(project, head, files, open);
  const { inserts, onPick, counts } = useReviewInserts(bounds, files, discussions.threads, commits, coming);
  const isViewed = (summary: DiffSummary | undefined) =>
    summary !== undefined && viewed.has(summary.fingerprint);
  const done = useMemo(
    () => summaries.filter((summary) => summary && viewed.has(summary.fingerprint)).length,
    [summaries, viewed],
  );
  const toggleViewed = (index: number, summary = summaries[index]) => {
    if (!summary) return;
    const next = !viewed.has(summary.fingerprint);
    markViewed(place, summary.fingerprint, next);
    view.current?.fold(index, next);
  };
  const nextUnviewed = () => {
    const order = [...files.keys()].map((i) => (file + 1 + i) % files.length);
    const next = order.find((index) => !isViewed(summaries[index]));
    if (next === undefined) toast.success("Every file was viewed");
    else view.current?.scrollToFile(next);
  };
  const latest = useRef({ toggleViewed, nextUnviewed, file });
  latest.current = { toggleViewed, nextUnviewed, file };
  const commands = useMemo(
    () =>
      reviewCommands({
        viewed: () => latest.current.toggleViewed(latest.current.file),
        nextUnviewed: () => latest.current.nextUnviewed(),
        tree: () => setTree((now) => !now),
        search: () => setSearching(true),
        file: (direction) => {
          view.current?.focus();
          view.current?.file(direction);
        },
        change: (direction) => {
          view.current?.focus();
          view.current?.step(direction);
        },
      }),
    [],
  );
  useRegisterCommands(shown ? commands : noCommands);
  // What stands beside the diff may come later than its lines.
  const onSummaries = useCallback(
    (next: readonly (DiffSummary | undefined)[]) => startTransition(() => setSummaries(next)),
    [],
  );
  const listed = useDeferredValue(files, noFiles);
  const beside = useDeferredValue(true, false);
  const onFile = useCallback((index: number) => startTransition(() => setFile(index)), []);
  const scrollToFile = useCallback((index: number) => view.current?.scrollToFile(index), []);
  const showLine = useCallback((line: LineRef) => void view.current?.showLine(line), []);
  const reading = useMemo(() => ({ ignoreWhitespace }), [ignoreWhitespace]);
  const fileMark = useCallback(
    (changed: DiffFile, index: number, summary: DiffSummary | undefined) => (
      <Checkbox
        label={`Viewed ${changed.new_path}`}
        hideLabel
        checked={summary !== undefined && viewed.has(summary.fingerprint)}
        disabled={summary === undefined || filled.has(index)}
        onChange={() => latest.current.toggleViewed(index, summary)}
      />
    ),
    [viewed, filled],
  );
  const fileActions = useCallback(
    (changed: DiffFile, index: number) => (
      <FileActions
        {...{ account, project, head }}
        file={changed}
        onWhole={isLeftOut(changed) ? null : () => more(index, "all")}
      />
    ),
    [account, project, head, more],
  );
  const tools = useMemo(
    () => (
      <>
        {searching ? (
          <ChangeSearch open={open} onFind={setFind} onHit={showLine} onClose={() => setSearching(false)} />
        ) : (
          <IconButton
            label="Search in the change"
            icon={Search}
            shortcut="/"
            onClick={() => setSearching(true)}
          />
        )}
        <Checkbox label="Ignore blanks" checked={ignoreWhitespace} onChange={setIgnoreWhitespace} />
        <IconButton
          label="File tree"
          icon={ListTree}
          shortcut="f"
          pressed={tree}
          onClick={() => setTree(!tree)}
        />
      </>
    ),
    [searching, open, showLine, ignoreWhitespace, tree],
  );
  const closedAtFirst = useClosedAtFirst(complete, summaries, viewed);
  useEffect(() => {
    for (const index of closedAtFirst) view.current?.fold(index, true);
  }, [closedAtFirst]);

  return (
    <>
      <div className={styles.versions}>
        <VersionPicker versions={versions} bounds={bounds} onBounds={onBounds} />
        {bounds.from && isRebased(bounds.from, bounds.to) ? (
          <span className={styles.muted}>Rebased in between: what the target brought is greyed.</span>
        ) : null}
        <ComingFiles changes={changes} total={bounds.to.real_size} />
        {beside ? (
          <span className={styles.progress}>
            <ViewedProgress done={done} files={files.length} />
            <Button size="s" icon={ChevronsDown} onClick={nextUnviewed}>
              Next unviewed
            </Button>
            <ReviewPanel onGo={showLine} files={files} />
          </span>
        ) : null}
      </div>
      {changes.pending ? (
        <div className={styles.loading}>
          <Skeleton lines={12} height={20} label="Loading the changes" />
        </div>
      ) : changes.error && files.length === 0 ? (
        <ErrorState {...describeProblem(changes.error)} onRetry={changes.refetch} />
      ) : files.length === 0 ? (
        <EmptyState
          icon={FileDiff}
          title={bounds.from ? "The author changed nothing in between" : "No changes"}
          description={othersText(changes.others) || "The two ends hold the same files."}
        />
      ) : (
        <>
          {changes.others.length > 0 ? <p className={styles.note}>{othersText(changes.others)}</p> : null}
          <div className={styles.panes}>
            <SplitPane
              label="Changed files"
              defaultSize={250}
              collapsed={!tree}
              landmark={{ role: "navigation", label: "Changed files" }}
              first={
                listed.length > 0 ? (
                  <FileTree
                    {...{ summaries, viewed }}
                    files={listed}
                    comments={counts}
                    current={file}
                    onOpen={scrollToFile}
                  />
                ) : null
              }
              second={
                <DiffView
                  ref={view}
                  label="Changes"
                  files={files}
                  coming={coming}
                  engine={diffEngine}
                  mode={mode}
                  onMode={keepMode}
                  reading={reading}
                  inserts={inserts}
                  onPick={onPick}
                  onExpand={more}
                  notes={filled}
                  find={find}
                  onOpen={setOpen}
                  onSummaries={onSummaries}
                  onFile={onFile}
                  fileMark={fileMark}
                  fileActions={fileActions}
                  tools={tools}
                />
              }
            />
          </div>
        </>
      )}
    </>
  );
}

const noFiles: readonly DiffFile[] = [];
const noCommands: readonly Command[] = [];

const keepMode = (mode: DiffMode): void =>
  void changePreferences({ diff: mode }).catch((error: unknown) =>
    toast.problem("The layout could not be kept", describeProblem(error)),
  );

function othersText(others: Changes["others"]): string {
  const rebase = others.filter(({ why }) => why === "rebase").length;
  const same = others.length - rebase;
  const files = (count: number) => `${count.toLocaleString()} ${count === 1 ? "file" : "files"}`;
  return [
    same > 0 ? `${files(same)} with the same change in both versions` : "",
    rebase > 0 ? `${files(rebase)} that only the target branch changed` : "",
  ]
    .filter(Boolean)
    .join(", ");
}

/** Files that were viewed before, once all are known: they are closed when the change is opened. */
function useClosedAtFirst(
  files: readonly DiffFile[],
  summaries: readonly (DiffSummary | undefined)[],
  viewed: ReadonlySet<string>,
): readonly number[] {
  const done = useRef<{ files: readonly DiffFile[]; closed: readonly number[] }>({ files: [], closed: [] });
  const complete = files.length > 0 && summaries.length === files.length && !summaries.includes(undefined);
  if (complete && viewed.size > 0 && done.current.files !== files) {
    const closed = summaries.flatMap((summary, i) => (summary && viewed.has(summary.fingerprint) ? [i] : []));
    done.current = { files, closed };
  }
  return done.current.closed;
}
