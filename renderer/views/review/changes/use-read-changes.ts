import { type RefObject, useContext, useEffect, useMemo, useState } from "react";
import { type DiffFile, pathOf } from "../../../../shared/diff/diff-file.ts";
import type { ChangeRun, DiffSummary, OpenDiff } from "../../../../shared/diff/diff-types.ts";
import { createStoredValues, useStoredValue } from "../../../state/stored-value.ts";
import type { DiffViewHandle } from "../../../ui/diff/diff-view.tsx";
import type { DiffStep } from "../../../ui/diff/use-diff-cursor.ts";
import { toast } from "../../../ui/overlays/toast.tsx";
import { ReviewContext } from "../merge-request/review-context.ts";

interface ReadChangesInput {
  readonly files: readonly DiffFile[];
  readonly summaries: readonly (DiffSummary | undefined)[];
  readonly open: OpenDiff | null;
  readonly view: RefObject<DiffViewHandle | null>;
  /** Fingerprints of the files that were viewed. */
  readonly viewed: ReadonlySet<string>;
  /** Marks a file as viewed, or no longer. */
  readonly markFile: (index: number, isViewed: boolean) => void;
}

/** Lines that a change adds and removes, and how many of them were read. */
export interface ReadLines {
  readonly read: number;
  readonly total: number;
}

interface ReadChanges {
  /** The runs of changed lines that were read, by file. */
  readonly read: ReadonlyMap<number, readonly ChangeRun[]>;
  readonly lines: ReadLines;
  /** Marks the run of changed lines at the cursor as read and goes to the next one that was not. */
  readonly markHere: () => Promise<void>;
  /** Takes the mark of the run at the cursor away. */
  readonly unmarkHere: () => Promise<void>;
}

const values = createStoredValues("reviews", "read-changes", {});
const unmarked: readonly string[] = [];
/** Marks that are stored for one file. */
const maxMarks = 5_000;

/** Returns which runs of changed lines were read: marks are stored by path and content, and outlive a rebase. */
export function useReadChanges(input: ReadChangesInput): ReadChanges {
  const { files, summaries, open, view, viewed, markFile } = input;
  const { draftKey } = useContext(ReviewContext);
  const key = `${draftKey} changes`;
  const { value: marks } = useStoredValue(values, key);
  const known = useMarkedRuns(files, summaries, open, marks);
  const read = useMemo(() => {
    const byFile = new Map<number, readonly ChangeRun[]>();
    for (const [index, { runs, summary }] of known) {
      const file = files[index];
      if (!file || summaries[index] !== summary) continue;
      const keys = new Set(marks[pathOf(file)]);
      const some = runs.filter((run) => keys.has(run.key));
      if (some.length > 0) byFile.set(index, some);
    }
    return byFile;
  }, [known, files, summaries, marks]);
  const lines = useMemo(() => countLines(summaries, viewed, read), [summaries, viewed, read]);

  const marksOf = (file: number) => values.get(key).value[pathOfFile(files, file)] ?? unmarked;
  const isRead = ({ file }: DiffStep, run: ChangeRun) => marksOf(file).includes(run.key);
  const runAt = async ({ file, row }: DiffStep): Promise<ChangeRun | null> => {
    const mode = view.current?.steps.mode ?? "unified";
    const runs = (await open?.runs(file)) ?? [];
    return runs.find((run) => run[mode][1] >= row) ?? null;
  };
  const here = async () => {
    const step = view.current?.steps.stepHere();
    if (!step || !summaries[step.file]) return null;
    const run = await runAt(step);
    return run && { step, run };
  };
  const mark = (file: number, run: ChangeRun, isMarked: boolean) =>
    values.change(key, (all) => withMark(all, pathOfFile(files, file), run.key, isMarked));

  return {
    read,
    lines,
    async markHere() {
      const found = await here();
      const steps = view.current?.steps;
      if (!found || !steps || !open) return;
      const { step, run } = found;
      mark(step.file, run, true);
      const runs = await open.runs(step.file);
      if (runs.every((each) => isRead(step, each))) markFile(step.file, true);
      let next = steps.nextChange({ file: step.file, row: run[steps.mode][0] });
      while (next) {
        const following = await runAt(next);
        const summary = summaries[next.file];
        const isViewed = summary !== undefined && viewed.has(summary.fingerprint);
        if (following && !isViewed && !isRead(next, following)) break;
        next = steps.nextChange(next);
      }
      if (next) view.current?.steps.showStep(next);
      else toast.success("No unread change below");
    },
    async unmarkHere() {
      const found = await here();
      if (!found) return;
      const { step, run } = found;
      mark(step.file, run, false);
      markFile(step.file, false);
    },
  };
}

const pathOfFile = (files: readonly DiffFile[], index: number): string => {
  const file = files[index];
  return file ? pathOf(file) : "";
};

type Marks = Readonly<Record<string, readonly string[]>>;

/** Returns marks with one more, or without it. */
function withMark(all: Marks, path: string, key: string, isMarked: boolean): Record<string, string[]> {
  const others = (all[path] ?? []).filter((each) => each !== key);
  const next = isMarked ? [...others, key].slice(-maxMarks) : others;
  const { [path]: _, ...rest } = all;
  const copies = Object.fromEntries(Object.entries(rest).map(([name, keys]) => [name, [...keys]]));
  return next.length > 0 ? { ...copies, [path]: next } : copies;
}

/** The runs of a file as it was read. */
interface FileRuns {
  readonly summary: DiffSummary;
  readonly runs: readonly ChangeRun[];
}

const nothing: ReadonlyMap<number, FileRuns> = new Map();

/** Returns the runs of the files that have marks; no others are read. */
function useMarkedRuns(
  files: readonly DiffFile[],
  summaries: readonly (DiffSummary | undefined)[],
  open: OpenDiff | null,
  marks: Marks,
): ReadonlyMap<number, FileRuns> {
  const [known, setKnown] = useState(nothing);
  useEffect(() => {
    if (!open || Object.keys(marks).length === 0) return;
    let current = true;
    for (const [index, file] of files.entries()) {
      const summary = summaries[index];
      if (!summary || !marks[pathOf(file)] || known.get(index)?.summary === summary) continue;
      open.runs(index).then(
        (runs) => {
          if (current) setKnown((now) => new Map(now).set(index, { summary, runs }));
        },
        // A closed diff has none; errors are reported where the diff was opened.
        () => undefined,
      );
    }
    return () => {
      current = false;
    };
  }, [files, summaries, open, marks, known]);
  return known;
}

function countLines(
  summaries: readonly (DiffSummary | undefined)[],
  viewed: ReadonlySet<string>,
  marked: ReadonlyMap<number, readonly ChangeRun[]>,
): ReadLines {
  let [read, total] = [0, 0];
  for (const [index, summary] of summaries.entries()) {
    if (!summary) continue;
    const lines = summary.added + summary.removed;
    total += lines;
    if (viewed.has(summary.fingerprint)) read += lines;
    else for (const run of marked.get(index) ?? []) read += run.lines;
  }
  return { read, total };
}
