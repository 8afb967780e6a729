import { useCallback, useContext, useMemo } from "react";
import type { Discussion } from "../../../../shared/api/resources/discussions.ts";
import { type DiffFile, pathOf } from "../../../../shared/diff/diff-file.ts";
import { withoutMark } from "../../../../shared/text/line-ends.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { type LineDraft, putLineDraft, useLineDrafts } from "../../../state/line-drafts.ts";
import { type DiffInsert, type LinePick, lineRef } from "../../../ui/diff/diff-model.ts";
import { ReviewContext } from "../merge-request/review-context.ts";
import { readText, textOrEmpty } from "../versions/read-text.ts";
import type { VersionRange } from "../versions/versions.ts";
import { DraftForm } from "./draft-form.tsx";
import { describeLines, type ShownCommits } from "./place-threads.ts";
import { QueuedComment } from "./queued-comment.tsx";
import { ThreadCard } from "./thread-card.tsx";
import { usePlacedThreads } from "./use-placed-threads.ts";
import { useQueuedMessages } from "./use-queued-messages.ts";

interface ReviewInserts {
  readonly inserts: readonly DiffInsert[];
  readonly onPick: (pick: LinePick) => void;
  /** Threads and drafts by file. */
  readonly counts: ReadonlyMap<number, number>;
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
        label: `Thread on ${describeLines(thread)}`,
        content: <ThreadCard thread={thread} outdated={outdated} />,
      }),
    );
    const byPath = new Map(files.map((file, index) => [pathOf(file), index]));
    const written = drafts.flatMap((draft): DiffInsert[] => {
      const file = byPath.get(draft.newPath);
      if (file === undefined || draft.thread) return [];
      const ref = lineRef(file, draft.last);
      const readLines =
        draft.last.newLine === null || draft.first.newLine === null
          ? null
          : (asked: LineDraft) => linesAt(account, project, to.head_commit_sha, asked);
      return [
        {
          ...ref,
          key: draft.key,
          label: `New comment on line ${ref.line}`,
          stays: true,
          content: <DraftForm draft={draft} onLeave={onLeave} readLines={readLines} />,
        },
      ];
    });
    const waiting = queued.flatMap(({ key, draft }): DiffInsert[] => {
      const file = byPath.get(draft.newPath);
      if (file === undefined) return [];
      const ref = lineRef(file, draft.last);
      const label = `Comment on line ${ref.line} waiting to send`;
      return [{ ...ref, key: `outbox ${key}`, label, content: <QueuedComment text={draft.text} /> }];
    });
    return [...said, ...waiting, ...written];
  }, [placed, drafts, queued, files, account, project, to, onLeave]);
  const counts = useMemo(() => {
    const found = new Map<number, number>();
    for (const { file } of inserts) found.set(file, (found.get(file) ?? 0) + 1);
    return found;
  }, [inserts]);
  const onPick = useCallback(
    ({ file, first, last }: LinePick) => {
      const changed = files[file];
      if (!changed) return;
      const { side, line } = lineRef(file, last);
      const key = `draft ${to.id} ${pathOf(changed)} ${side} ${line}`;
      if (drafts.some((draft) => draft.key === key)) return;
      const numbers = ({ oldLine, newLine }: typeof last) => ({ oldLine, newLine });
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
  return { inserts, onPick, counts };
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
