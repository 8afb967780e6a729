import { useEffect, useMemo, useState } from "react";
import type { DiffFile } from "../../../../shared/diff/diff-file.ts";
import type { DiffSummary, LineRef, OpenDiff } from "../../../../shared/diff/diff-types.ts";
import { type ChangeReports, useReports } from "../../../features/reports/use-reports.ts";
import type { DiffInsert, LineMark } from "../../../ui/diff/diff-model.ts";
import type { Coverage, LineCoverage } from "../../../workers/reports/report-types.ts";
import type { ChangedCoverage } from "./coverage-text.ts";
import { FindingCard } from "./finding-card.tsx";
import type { ShownReports } from "./shown-reports.ts";

/** Lines of a file that the diff shows, by their new numbers. */
interface ShownLines {
  readonly all: ReadonlySet<number>;
  readonly added: readonly number[];
}

const marks: Readonly<Record<LineCoverage, LineMark>> = {
  covered: { form: "full", label: "Covered" },
  uncovered: { form: "broken", label: "Not covered" },
  partial: { form: "double", label: "Partly covered" },
};

/** Rows of a file beyond which its changed lines are not counted. */
const maxRows = 50_000;
/** Cards that a diff has. */
const maxCards = 500;

export interface ReportsInput {
  readonly project: string;
  readonly iid: number;
  readonly targetBranch: string;
  readonly base: string;
  readonly head: string;
  /** Empty until all are received. */
  readonly files: readonly DiffFile[];
  readonly open: OpenDiff | null;
  readonly summaries: readonly (DiffSummary | undefined)[];
}

/** Reads the reports of a change, and brings them to the lines of its diff. */
export function useChangeReports({ files, open, summaries, ...commits }: ReportsInput): ShownReports {
  const { project, iid, targetBranch, base, head } = commits;
  const paths = useMemo(
    () => files.filter(({ deleted_file: isDeleted }) => !isDeleted).map((file) => file.new_path),
    [files],
  );
  const change = useMemo(
    () =>
      paths.length > 0 && targetBranch !== "" ? { project, iid, targetBranch, base, head, paths } : null,
    [project, iid, targetBranch, base, head, paths],
  );
  const query = useReports(change);
  const reports = change ? query.data : undefined;
  const lineMarks = useMemo(() => marksOf(reports?.coverage ?? null, files), [reports, files]);
  const shown = useShownLines(reports, files, open, summaries);
  const { coverage, uncovered } = useMemo(
    () => changedCoverage(reports?.coverage ?? null, files, shown),
    [reports, files, shown],
  );
  const inserts = useMemo(() => cardsOf(reports, files, shown), [reports, files, shown]);
  const isPending = change !== null && query.isPending;
  const error = change ? query.error : null;
  const { refetch } = query;
  return useMemo(
    () => ({ reports, isPending, error, refetch, lineMarks, inserts, coverage, uncovered }),
    [reports, isPending, error, refetch, lineMarks, inserts, coverage, uncovered],
  );
}

function marksOf(
  coverage: Coverage | null,
  files: readonly DiffFile[],
): ReadonlyMap<number, ReadonlyMap<number, LineMark>> {
  return new Map(
    files.flatMap(({ new_path: path }, index) => {
      const lines = coverage?.byPath.get(path);
      return lines
        ? [[index, new Map([...lines].map(([line, state]) => [line, marks[state]]))] as const]
        : [];
    }),
  );
}

const nothing: ReadonlyMap<number, ShownLines> = new Map();

/** Reads which lines the diff shows of the files that a report is about. */
function useShownLines(
  reports: ChangeReports | undefined,
  files: readonly DiffFile[],
  open: OpenDiff | null,
  summaries: readonly (DiffSummary | undefined)[],
): ReadonlyMap<number, ShownLines> {
  const [shown, setShown] = useState(nothing);
  const wanted = useMemo(() => {
    if (!reports) return [];
    const found = new Set(
      reports.quality?.fresh.filter(({ isChanged }) => isChanged).map(({ path }) => path),
    );
    return files.flatMap(({ new_path: path }, file) => {
      const rows = summaries[file]?.unifiedRows ?? 0;
      const isNamed = reports.coverage?.byPath.has(path) || found.has(path);
      return isNamed && rows > 0 && rows <= maxRows ? [{ file, rows }] : [];
    });
  }, [reports, files, summaries]);
  const key = wanted.map(({ file, rows }) => `${file}:${rows}`).join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: equal files and rows are read once
  useEffect(() => {
    if (!open) return;
    let isCurrent = true;
    const read = async () => {
      const lines = new Map<number, ShownLines>();
      for (const { file, rows } of wanted) {
        const all = (await open.unified(file, 0, rows)).filter(({ newLine }) => newLine !== null);
        if (!isCurrent) return;
        const numbers = (of: typeof all) => of.flatMap(({ newLine }) => newLine ?? []);
        lines.set(file, {
          all: new Set(numbers(all)),
          added: numbers(all.filter(({ kind }) => kind === "added")),
        });
      }
      setShown(lines);
    };
    read().catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [open, key]);
  return shown;
}

function changedCoverage(
  coverage: Coverage | null,
  files: readonly DiffFile[],
  shown: ReadonlyMap<number, ShownLines>,
): Pick<ShownReports, "coverage" | "uncovered"> {
  const byFile = new Map<number, ChangedCoverage>();
  const uncovered: LineRef[] = [];
  for (const [file, { new_path: path }] of files.entries()) {
    const lines = coverage?.byPath.get(path);
    const added = shown.get(file)?.added ?? [];
    const states = lines ? added.flatMap((line) => lines.get(line) ?? []) : [];
    if (!lines || states.length === 0) continue;
    const count = (state: LineCoverage) => states.filter((each) => each === state).length;
    const partial = count("partial");
    byFile.set(file, { total: states.length, covered: count("covered") + partial, partial });
    for (const line of added) {
      const state = lines.get(line);
      if (state === "uncovered" || state === "partial") uncovered.push({ file, side: "new", line });
    }
  }
  return { coverage: byFile, uncovered };
}

function cardsOf(
  reports: ChangeReports | undefined,
  files: readonly DiffFile[],
  shown: ReadonlyMap<number, ShownLines>,
): readonly DiffInsert[] {
  const indices = new Map(files.map(({ new_path: path }, index) => [path, index]));
  return (reports?.quality?.fresh ?? [])
    .flatMap((finding, index): DiffInsert[] => {
      const file = finding.isChanged ? indices.get(finding.path) : undefined;
      if (file === undefined || !shown.get(file)?.all.has(finding.line)) return [];
      const { line, severity } = finding;
      const label = `Code quality, ${severity}, on line ${line}`;
      const key = `finding ${index} ${finding.fingerprint}`;
      return [{ key, file, side: "new", line, label, content: <FindingCard key={key} finding={finding} /> }];
    })
    .slice(0, maxCards);
}
