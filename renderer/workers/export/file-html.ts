import { type DiffFile, modeChange, pathOf } from "../../../shared/diff/diff-file.ts";
import { reasonWithoutLines } from "../../../shared/diff/empty-diff.ts";
import { diffHtml, type ThreadsByLine } from "./diff-html.ts";
import type { ExportLayout } from "./export-types.ts";
import { visibleHtml } from "./visible-html.ts";

/** Changed lines of a file. */
export interface ChangedLines {
  readonly added: number;
  readonly removed: number;
}

interface FilePart {
  readonly file: DiffFile;
  readonly index: number;
  readonly diff: string;
  readonly counts: ChangedLines;
  readonly layout: ExportLayout;
  /** HTML of threads on the file as a whole, or whose line is gone. */
  readonly fileThreads: string;
  readonly threads: ThreadsByLine;
}

/** Returns one file's section: its name, what happened to it, and its lines. */
export function fileHtml({ file, index, diff, counts, layout, fileThreads, threads }: FilePart): string {
  const table = diffHtml(diff, layout, threads);
  const reason = table ? "" : `<p class="reason">${reasonWithoutLines(file, diff)}</p>`;
  const comments = fileThreads ? `<div class="threads">${fileThreads}</div>` : "";
  return (
    `<details class="file" id="file-${index + 1}" open><summary><h2>${nameHtml(file)}</h2>` +
    `${badgeHtml(file)}${countsHtml(counts)}</summary>${comments}${table}${reason}</details>\n`
  );
}

/** Returns a row of the list of files. */
export const fileRowHtml = (file: DiffFile, index: number, counts: ChangedLines): string =>
  `<li><a href="#file-${index + 1}">${nameHtml(file)}</a>${badgeHtml(file)}${countsHtml(counts)}</li>`;

const nameHtml = (file: DiffFile): string =>
  file.renamed_file && file.old_path !== file.new_path
    ? `<bdi>${visibleHtml(file.old_path)}</bdi> <span class="muted">→</span> <bdi>${visibleHtml(file.new_path)}</bdi>`
    : `<bdi>${visibleHtml(pathOf(file))}</bdi>`;

function badgeHtml(file: DiffFile): string {
  const modes = modeChange(file);
  const word = file.new_file ? "Added" : file.deleted_file ? "Deleted" : file.renamed_file ? "Renamed" : "";
  const kind = file.new_file ? " added" : file.deleted_file ? " removed" : "";
  return (
    (word ? `<span class="badge${kind}">${word}</span>` : "") +
    (modes ? `<span class="badge mode">${visibleHtml(modes[0])} → ${visibleHtml(modes[1])}</span>` : "")
  );
}

/** Returns counts in figures and as five squares, the way of `git diff --stat`. */
export function countsHtml({ added, removed }: ChangedLines): string {
  const total = added + removed;
  if (total === 0) return "";
  const green = Math.round((added / total) * 5);
  const squares = Array.from({ length: 5 }, (_, i) => `<i class="${i < green ? "added" : "removed"}"></i>`);
  return (
    `<span class="counts"><span class="added">+${added.toLocaleString("en")}</span> ` +
    `<span class="removed">−${removed.toLocaleString("en")}</span>` +
    `<span class="squares" aria-hidden="true">${squares.join("")}</span></span>`
  );
}
