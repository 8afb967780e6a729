import { TextQuote } from "lucide-react";
import { useCallback, useContext, useMemo, useRef, useState } from "react";
import type { Discussion } from "../../../../shared/api/resources/discussions.ts";
import { type DiffFile, pathOf } from "../../../../shared/diff/diff-file.ts";
import type { LineRef } from "../../../../shared/diff/diff-types.ts";
import { withoutMark } from "../../../../shared/text/line-ends.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { CommentForm } from "../../../features/comments/comment-form.tsx";
import { toSentPosition } from "../../../features/outbox/send-message.ts";
import { QueuedComment } from "../../../features/work-page/timeline.tsx";
import page from "../../../features/work-page/work-page.module.css";
import {
  type LineDraft,
  putLineDraft,
  removeLineDraft,
  restoreLineDraft,
  useLineDrafts,
} from "../../../state/drafts.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { type DiffInsert, type LinePick, lineRef, type PickedLine } from "../../../ui/diff/diff-model.ts";
import { toast } from "../../../ui/overlays/toast.tsx";
import { replaceText } from "../../../ui/text-format/replace-text.ts";
import { ReviewContext } from "../merge-request/review-context.ts";
import { readText, textOrEmpty } from "../versions/read-text.ts";
import type { VersionRange } from "../versions/version-range.ts";
import { CommentBody, PendingComment } from "./comment-body.tsx";
import {
  describeThreadLines,
  type PlacedThread,
  type ShownCommits,
  usePlacedThreads,
} from "./place-threads.ts";
import { mayHaveSuggestion, writeSuggestion } from "./suggestion.ts";
import { OutdatedThread, ThreadCard } from "./thread-card.tsx";
import { notifyQueued, usePost, useQueuedMessages } from "./use-post.ts";

interface ReviewInserts {
  readonly inserts: readonly DiffInsert[];
  readonly onPick: (pick: LinePick) => void;
  /** Begins a comment on a whole file. */
  readonly onPickFile: (file: number) => void;
  /** The threads of the shown files. */
  readonly placed: readonly PlacedThread[];
  /** Threads and drafts by file. */
  readonly counts: ReadonlyMap<number, number>;
  /** Outdated threads by file. */
  readonly outdated: ReadonlyMap<number, number>;
}

/** Returns the threads and drafts of the shown files, as inserts of the diff. */
export function useReviewInserts(
  range: VersionRange,
  files: readonly DiffFile[],
  threads: readonly Discussion[],
  shown: ShownCommits,
  isStreaming: boolean,
  /** Called when the form of a draft has closed. */
  onLeave: () => void,
): ReviewInserts {
  const { project, draftKey } = useContext(ReviewContext);
  const account = useAccountId();
  const placed = usePlacedThreads(project, threads, files, shown, isStreaming);
  const drafts = useLineDrafts(draftKey);
  const queued = useQueuedMessages("line");
  const { to } = range;
  const inserts = useMemo((): DiffInsert[] => {
    const said = placed.map(
      ({ thread, at, outdated }): DiffInsert => ({
        ...at,
        key: `thread ${thread.id}`,
        label: `${outdated ? "Outdated thread" : "Thread"} on ${describeThreadLines(thread)}`,
        content: outdated ? <OutdatedThread thread={thread} /> : <ThreadCard thread={thread} />,
        atEnd: outdated,
      }),
    );
    const byPath = new Map(files.map((file, index) => [pathOf(file), index]));
    const written = drafts.flatMap((draft): DiffInsert[] => {
      const file = byPath.get(draft.newPath);
      if (file === undefined || draft.thread) return [];
      const ref = draftRef(file, draft);
      const readLines =
        draft.last.newLine === null || draft.first.newLine === null
          ? null
          : (asked: LineDraft) => linesAt(account, project, to.head_commit_sha, asked);
      return [
        {
          ...ref,
          key: draft.key,
          label: `New comment on ${placeName(draft)}`,
          stays: true,
          content: <DraftForm draft={draft} onLeave={onLeave} readLines={readLines} />,
        },
      ];
    });
    const waiting = queued.flatMap(({ key, draft }): DiffInsert[] => {
      const file = byPath.get(draft.newPath);
      if (file === undefined) return [];
      const ref = draftRef(file, draft);
      const label = `Comment on ${placeName(draft)} waiting to send`;
      return [{ ...ref, key: `outbox ${key}`, label, content: <QueuedComment text={draft.text} /> }];
    });
    return [...said, ...waiting, ...written];
  }, [placed, drafts, queued, files, account, project, to, onLeave]);
  const counts = useMemo(() => countByFile(inserts), [inserts]);
  const outdated = useMemo(
    () => countByFile(placed.flatMap(({ at, outdated }) => (outdated ? [at] : []))),
    [placed],
  );
  const begin = useCallback(
    (file: number, place: string, first: PickedLine, last: PickedLine) => {
      const changed = files[file];
      if (!changed) return;
      const key = `draft ${to.id} ${pathOf(changed)} ${place}`;
      if (drafts.some((draft) => draft.key === key)) return;
      const numbers = ({ oldLine, newLine }: PickedLine) => ({ oldLine, newLine });
      putLineDraft(draftKey, {
        key,
        oldPath: changed.old_path,
        newPath: pathOf(changed),
        first: numbers(first),
        last: numbers(last),
        text: "",
        // Between two versions the old side is not the base of a version; only the new side's numbers apply.
        version: { base: to.base_commit_sha, start: to.start_commit_sha, head: to.head_commit_sha },
        thread: null,
        pending: false,
      });
    },
    [files, drafts, to, draftKey],
  );
  const onPick = useCallback(
    ({ file, first, last }: LinePick) => {
      const { side, line } = lineRef(file, last);
      begin(file, `${side} ${line}`, first, last);
    },
    [begin],
  );
  const onPickFile = useCallback((file: number) => begin(file, "file", noLine, noLine), [begin]);
  return { inserts, onPick, onPickFile, placed, counts, outdated };
}

/** The lines of a comment on a whole file. */
const noLine: PickedLine = { oldLine: null, newLine: null };

/** Returns the line that a draft is below: above the first one where it is on a whole file. */
const draftRef = (file: number, { last }: LineDraft): LineRef =>
  last.oldLine === null && last.newLine === null ? { file, side: "new", line: 0 } : lineRef(file, last);

const placeName = ({ last }: LineDraft): string => {
  const line = last.newLine ?? last.oldLine;
  return line === null ? "the file" : `line ${line}`;
};

function countByFile(parts: readonly { readonly file: number }[]): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  for (const { file } of parts) found.set(file, (found.get(file) ?? 0) + 1);
  return found;
}

async function linesAt(
  account: string,
  project: string,
  sha: string,
  { newPath, first, last }: LineDraft,
): Promise<readonly string[]> {
  const text = textOrEmpty(await readText(account, project, sha, newPath));
  const lines = withoutMark(text ?? "").split(/\r?\n/);
  return lines.slice((first.newLine ?? last.newLine ?? 1) - 1, last.newLine ?? undefined);
}

interface DraftFormProps {
  readonly draft: LineDraft;
  /** Called when the form has closed, to move the focus. */
  readonly onLeave: () => void;
  /** Reads the commented lines, for a suggestion; null where they are not on the new side. */
  readonly readLines: ((draft: LineDraft) => Promise<readonly string[]>) | null;
}

/** A draft of a comment on lines: sent alone, or added to the review that is submitted as a whole. */
function DraftForm({ draft, onLeave, readLines }: DraftFormProps) {
  const { draftKey, sources } = useContext(ReviewContext);
  const post = usePost();
  const hasReview = useLineDrafts(draftKey).some(({ pending }) => pending);
  // A stored draft does not take the focus.
  const [begun, setBegun] = useState(draft.text === "");
  const area = useRef<HTMLTextAreaElement>(null);
  const change = (patch: Partial<LineDraft>) => putLineDraft(draftKey, { ...draft, ...patch });
  const remove = () => {
    removeLineDraft(draftKey, draft.key);
    onLeave();
  };
  const send = async () => {
    const outcome = await post({ kind: "line", draft });
    remove();
    if (outcome === "queued") notifyQueued();
  };
  const suggest = async (read: NonNullable<typeof readLines>) => {
    // What is typed while the lines are read goes to the comment, not to the button.
    area.current?.focus();
    try {
      const lines = await read(draft);
      const box = area.current;
      if (!box) return;
      const { value } = box;
      const before = value === "" || value.endsWith("\n") ? "" : "\n\n";
      const text = before + writeSuggestion(lines, lines.length - 1);
      const begin = value.length + text.indexOf("\n", before.length) + 1;
      // The suggested lines are selected, to be written over or edited.
      const select = [begin, begin + lines.join("\n").length] as const;
      replaceText(box, { from: value.length, to: value.length, text, select });
    } catch (error) {
      toast.problem("The lines could not be loaded", describeProblem(error));
    }
  };
  if (draft.pending) {
    const edit = () => {
      setBegun(true);
      change({ pending: false });
    };
    return <PendingComment draft={draft} onEdit={edit} onLeave={onLeave} />;
  }
  return (
    <div className={page.thread}>
      <CommentForm
        isQueued
        label={`Comment on ${placeName(draft)}`}
        text={draft.text}
        onText={(text) => change({ text })}
        onSend={async () => {
          change({ pending: true });
          onLeave();
        }}
        onDiscard={remove}
        onRestore={() => restoreLineDraft(draftKey, draft)}
        sendLabel={hasReview ? "Add to review" : "Start review"}
        alternative={{ label: "Comment now", onSend: send }}
        sources={sources}
        rows={3}
        tools={
          readLines ? (
            <Button size="s" variant="ghost" icon={TextQuote} onClick={() => void suggest(readLines)}>
              Suggest a change
            </Button>
          ) : null
        }
        autoFocus={begun}
        textRef={area}
        mono={mayHaveSuggestion(draft.text)}
        preview={<CommentBody text={draft.text} position={toSentPosition(draft)} />}
      />
    </div>
  );
}
