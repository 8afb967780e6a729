import { useNavigate } from "@tanstack/react-router";
import { FileCode, UnfoldVertical } from "lucide-react";
import {
  startTransition,
  useCallback,
  useContext,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { getRawFile } from "../../../../shared/api/resources/files.ts";
import type { MergeRequestVersion } from "../../../../shared/api/resources/merge-request-shapes.ts";
import { type DiffFile, pathOf } from "../../../../shared/diff/diff-file.ts";
import type { DiffSummary, LineRef, OpenDiff } from "../../../../shared/diff/diff-types.ts";
import { imageType } from "../../../../shared/file-types.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { operationUrl } from "../../../api/fetch-operation.ts";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { useDiffAttributes } from "../../../features/attributes/use-file-attributes.ts";
import { useTargetNote } from "../../../features/comments/comment-card.tsx";
import { useDiffGoal } from "../../../features/comparison/use-comparison.ts";
import { saveDiffMode } from "../../../features/preferences/save-preferences.ts";
import { usePreferences } from "../../../state/preferences.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import type { DiffGoal, DiffInsert } from "../../../ui/diff/diff-model.ts";
import { DiffView, type DiffViewHandle } from "../../../ui/diff/diff-view.tsx";
import { useTreeOrder } from "../../../ui/diff/use-tree-order.ts";
import { Checkbox } from "../../../ui/forms/checkbox.tsx";
import { ImageCompare } from "../../../ui/images/image-compare.tsx";
import { VisuallyHidden } from "../../../ui/marks/visually-hidden.tsx";
import { SplitPane } from "../../../ui/panes/split-pane.tsx";
import { diffEngine } from "../../../workers/diff/diff-engine.ts";
import type { ShownCommits } from "../discussion/place-threads.ts";
import type { Discussions } from "../discussion/use-discussions.ts";
import { useReviewInserts } from "../discussion/use-review-inserts.tsx";
import { ReviewContext } from "../merge-request/review-context.ts";
import reviewStyles from "../review.module.css";
import type { VersionIds, VersionRange } from "../versions/version-range.ts";
import { ChangedFileTree, NoFiles, othersText } from "./changed-files-tree.tsx";
import styles from "./changes.module.css";
import { ChangesBar } from "./changes-bar.tsx";
import { ChangesTools, emptyQuery } from "./changes-tools.tsx";
import type { Changes } from "./use-changes.ts";
import { isDiffOmitted, useFilledDiffs, useMoreContext } from "./use-filled-diffs.tsx";
import { useReviewCommands } from "./use-review-commands.ts";
import { useViewedFiles } from "./use-viewed-files.ts";

interface ReviewChangesProps {
  /** Whether the tab is visible and its shortcuts apply. */
  readonly shown: boolean;
  readonly versions: readonly MergeRequestVersion[];
  readonly discussions: Discussions;
  readonly range: VersionRange;
  readonly changes: Changes;
  readonly onSelectRange: (versionIds: VersionIds) => void;
}

/** The files between two versions: their tree and their diffs with threads and drafts. */
export function ReviewChanges({
  shown,
  versions,
  range,
  changes,
  discussions,
  onSelectRange,
}: ReviewChangesProps) {
  const { project } = useContext(ReviewContext);
  const account = useAccountId();
  const view = useRef<DiffViewHandle>(null);
  const { diff: mode } = usePreferences();
  const [open, setOpen] = useState<OpenDiff | null>(null);
  const [summaries, setSummaries] = useState<readonly (DiffSummary | undefined)[]>([]);
  const [file, setFile] = useState(0);
  const [tree, setTree] = useState(true);
  const [searching, setSearching] = useState(false);
  const [query, setQuery] = useState(emptyQuery);
  const [find, setFind] = useState<RegExp | null>(null);
  const [ignoreWhitespace, setIgnoreWhitespace] = useState(false);
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
  const focusDiff = useCallback(() => view.current?.focus(), []);
  const images = useImageInserts(files, commits);
  const { inserts, onPick, counts } = useReviewInserts(
    range,
    files,
    discussions.threads,
    commits,
    isStreaming,
    focusDiff,
  );
  const place = useDiffGoal(files, shown);
  const note = useNoteGoal(discussions, inserts, shown && !isStreaming);
  const allInserts = useMemo(() => [...images, ...inserts], [images, inserts]);
  const order = useTreeOrder(files);
  const { viewed, done, toggle, next } = useViewedFiles({ order, complete, summaries, file, view });
  const latest = useRef({ toggle });
  latest.current = { toggle };
  useReviewCommands(shown, {
    toggleViewed: () => toggle(file),
    showNext: next,
    toggleTree: () => setTree((now) => !now),
    search: () => setSearching(true),
  });
  // The panes beside the diff may update later than its lines.
  const onSummaries = useCallback(
    (next: readonly (DiffSummary | undefined)[]) => startTransition(() => setSummaries(next)),
    [],
  );
  const listed = useDeferredValue(files, noFiles);
  const onFile = useCallback((index: number) => startTransition(() => setFile(index)), []);
  const scrollToFile = useCallback((index: number) => view.current?.scrollToFile(index), []);
  const showLine = useCallback((line: LineRef) => void view.current?.showLine(line), []);
  const reading = useMemo(() => ({ ignoreWhitespace }), [ignoreWhitespace]);
  const fileActions = useCallback(
    (changed: DiffFile, index: number, summary: DiffSummary | undefined) => (
      <>
        <FileActions
          {...{ account, project, head }}
          file={changed}
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
    [account, project, head, more, viewed, filled],
  );
  const tools = useMemo(
    () => (
      <ChangesTools
        open={open}
        order={order}
        query={query}
        onQuery={setQuery}
        searching={searching}
        onSearching={setSearching}
        onFind={setFind}
        onHit={showLine}
        ignoreWhitespace={ignoreWhitespace}
        onIgnoreWhitespace={setIgnoreWhitespace}
        tree={tree}
        onTree={setTree}
      />
    ),
    [query, searching, open, order, showLine, ignoreWhitespace, tree],
  );

  return (
    <>
      <ChangesBar {...{ versions, range, onSelectRange, changes, done }} onNext={next} onGo={showLine} />
      {files.length === 0 ? (
        <NoFiles changes={changes} between={range.from !== null} />
      ) : (
        <>
          {changes.others.length > 0 ? (
            <p className={reviewStyles.note}>{othersText(changes.others)}</p>
          ) : null}
          <div className={styles.panes}>
            <SplitPane
              label="Changed files"
              defaultSize={250}
              collapsed={!tree}
              landmark={{ role: "navigation", label: "Changed files" }}
              first={
                listed.length > 0 ? (
                  <ChangedFileTree
                    {...{ order, summaries, viewed }}
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
                  order={order}
                  attributes={attributes}
                  isStreaming={isStreaming}
                  engine={diffEngine}
                  mode={mode}
                  onMode={saveDiffMode}
                  reading={reading}
                  inserts={allInserts}
                  goal={note ?? place}
                  onPick={onPick}
                  onExpand={more}
                  notes={filled}
                  find={find}
                  onOpen={setOpen}
                  onSummaries={onSummaries}
                  onFile={onFile}
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

/** Returns the changed images, as inserts at the start of their files. */
function useImageInserts(files: readonly DiffFile[], shown: ShownCommits): readonly DiffInsert[] {
  return useMemo(
    () =>
      files.flatMap((changed, file): DiffInsert[] =>
        imageType(pathOf(changed)) && !/^@@/m.test(changed.diff)
          ? [
              {
                key: `image ${file}`,
                file,
                side: "new",
                line: 0,
                label: `Image ${pathOf(changed)}`,
                content: <ImageChange file={changed} shown={shown} />,
              },
            ]
          : [],
      ),
    [files, shown],
  );
}

interface ImageChangeProps {
  readonly file: DiffFile;
  readonly shown: ShownCommits;
}

/** An image before and after its change; only one side if it is new or deleted. */
function ImageChange({ file, shown }: ImageChangeProps) {
  const { project } = useContext(ReviewContext);
  const account = useAccountId();
  const url = (ref: string, file_path: string) =>
    operationUrl(account, getRawFile, { id: project, file_path, ref });
  const before = { url: url(shown.base, file.old_path), name: "Before" };
  const after = { url: url(shown.head, file.new_path), name: "After" };
  if (file.new_file || file.deleted_file) {
    const only = file.new_file ? after : before;
    return (
      <div className={reviewStyles.thread}>
        <img className={styles.picture} src={only.url} alt={file.new_file ? "New image" : "Deleted image"} />
      </div>
    );
  }
  return <ImageCompare before={before} after={after} />;
}

interface FileActionsProps {
  readonly account: string;
  readonly project: string;
  readonly head: string;
  readonly file: DiffFile;
  readonly onWhole: (() => void) | null;
}

/** Buttons of a changed file: all of its lines here, or the file as it is now. */
function FileActions({ account, project, head, file, onWhole }: FileActionsProps) {
  return (
    <>
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
