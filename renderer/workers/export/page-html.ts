import type { DiffFile } from "../../../shared/diff/diff-file.ts";
import { type ParsedPatch, parsePatch, rowKind } from "../diff/parse-patch.ts";
import { markdownHtml, threadHtml } from "./comment-html.ts";
import type { ExportProgress, ExportSubject, ExportThread, PageOptions } from "./export-types.ts";
import { type ChangedLines, countsHtml, fileHtml, fileRowHtml } from "./file-html.ts";
import { pageStyle } from "./page-style.ts";
import { visibleHtml } from "./visible-html.ts";

/** Reads the whole diff of a file, which may be elsewhere in parts. */
export type ReadDiff = (file: DiffFile) => Promise<string>;

interface PageWork {
  readonly readDiff: ReadDiff;
  readonly onProgress: (progress: ExportProgress) => void;
  /** Yields now and then; rejects once the export is canceled. */
  readonly pause: () => Promise<void> | undefined;
}

/** Returns the parts of a self-contained page: no script, nothing fetched, all text escaped. */
export async function pageHtml(
  subject: ExportSubject,
  options: PageOptions,
  work: PageWork,
): Promise<string[]> {
  const { files } = subject;
  const threads = options.comments ? subject.threads : [];
  const sections: string[] = [];
  const rows: string[] = [];
  const total = { added: 0, removed: 0 };
  for (const [index, file] of files.entries()) {
    const diff = await work.readDiff(file);
    const patch = parsePatch(diff);
    const counts = { added: patch.added, removed: patch.removed };
    total.added += counts.added;
    total.removed += counts.removed;
    const own = threads.filter(({ at }) => at?.file === index);
    const placed = own.filter((thread) => hasLineOf(patch, thread));
    const others = own.filter((thread) => !placed.includes(thread));
    rows.push(fileRowHtml(file, index, counts));
    sections.push(
      fileHtml({
        file,
        index,
        diff,
        counts,
        layout: options.layout,
        fileThreads: await allHtml(others),
        threads: await byLine(placed),
      }),
    );
    work.onProgress({ done: index + 1, total: files.length });
    await work.pause();
  }
  const general = await allHtml(threads.filter(({ at }) => at === null));
  return [
    await headHtml(subject, options, total),
    `<nav class="files" aria-label="Files"><details${files.length > 40 ? "" : " open"}><summary>Files</summary><ol>`,
    ...rows,
    "</ol></details></nav>\n",
    general ? `<section class="discussion"><h2>Comments</h2>${general}</section>\n` : "",
    "<main>\n",
    ...sections,
    `</main>\n<footer class="muted">Exported with Helve on ${visibleHtml(options.made)}</footer>\n</body></html>\n`,
  ];
}

async function headHtml(subject: ExportSubject, options: PageOptions, total: ChangedLines): Promise<string> {
  const { title, kind, reference, project, url, description, details, files } = subject;
  const address = url && /^https?:\/\//i.test(url) ? url : null;
  const name = `${kind} ${visibleHtml(reference)}`;
  const rows = details.map(
    ([label, value]) => `<div><dt>${visibleHtml(label)}</dt><dd><bdi>${visibleHtml(value)}</bdi></dd></div>`,
  );
  return `<!doctype html>
<html lang="en" data-theme="${options.theme}"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '${await hashOf(pageStyle)}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width"><meta name="referrer" content="no-referrer"><meta name="generator" content="Helve">
<title>${visibleHtml(title)} · ${visibleHtml(reference)}</title>
<style>${pageStyle}</style></head>
<body>
<header><p class="kicker"><bdi>${visibleHtml(project)}</bdi> · ${
    address ? `<a href="${visibleHtml(address)}" rel="noreferrer noopener">${name}</a>` : name
  }</p>
<h1><bdi>${visibleHtml(title)}</bdi></h1>
<dl>${rows.join("")}<div><dt>Changes</dt><dd>${files.length.toLocaleString("en")} ${
    files.length === 1 ? "file" : "files"
  } ${countsHtml(total)}</dd></div></dl>
${description.trim() ? `<div class="prose description">${await markdownHtml(description)}</div>` : ""}</header>
`;
}

async function byLine(threads: readonly ExportThread[]): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const thread of threads) {
    if (!thread.at) continue;
    const key = `${thread.at.side} ${thread.at.line}`;
    found.set(key, (found.get(key) ?? "") + (await threadHtml(thread)));
  }
  return found;
}

const allHtml = async (threads: readonly ExportThread[]): Promise<string> =>
  (await Promise.all(threads.map((thread) => threadHtml(thread, lineName(thread))))).join("");

const lineName = ({ at }: ExportThread): string =>
  !at || at.line === 0 ? "" : `${at.side === "old" ? "Old line" : "Line"} ${at.line}`;

/** Returns whether the line that a thread is on is among those of its file's diff. */
function hasLineOf({ kinds, oldLines, newLines, count }: ParsedPatch, { at }: ExportThread): boolean {
  if (!at || at.line === 0) return false;
  const lines = (at.side === "old" ? oldLines : newLines).subarray(0, count);
  return lines.some((line, row) => line === at.line && kinds[row] !== rowKind.hunk);
}

/** Returns the source expression of the policy that allows this style and no other. */
async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}
