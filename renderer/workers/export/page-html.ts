import type { Element, ElementContent, Root } from "hast";
import { toHtml } from "hast-util-to-html";
import { type DiffFile, modeChange, pathOf, reasonWithoutLines } from "../../../shared/diff/diff-file.ts";
import { escapeHtml } from "../../../shared/text/escape-html.ts";
import { visibleText } from "../../../shared/text/hidden-characters.ts";
import { type ParsedPatch, parsePatch, rowKind } from "../diff/parse-patch.ts";
import { renderMarkdown } from "../markdown/render-markdown.ts";
import { diffHtml, type ThreadsByLine } from "./diff-html.ts";
import type {
  ExportLayout,
  ExportNote,
  ExportProgress,
  ExportSubject,
  ExportThread,
  PageOptions,
} from "./export-types.ts";
import { pageStyle } from "./page-style.ts";

/** Reads the whole diff of a file, which may be elsewhere in parts. */
type ReadDiff = (file: DiffFile) => Promise<string>;

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
  const { zone, made } = options;
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
        fileThreads: await allHtml(others, zone),
        threads: await byLine(placed, zone),
      }),
    );
    work.onProgress({ done: index + 1, total: files.length });
    await work.pause();
  }
  const general = await allHtml(
    threads.filter(({ at }) => at === null),
    zone,
  );
  return [
    await headHtml(subject, options, total),
    `<nav class="files" aria-label="Files"><details${files.length > 40 ? "" : " open"}><summary>Files</summary><ol>`,
    ...rows,
    "</ol></details></nav>\n",
    general ? `<section class="discussion"><h2>Comments</h2>${general}</section>\n` : "",
    "<main>\n",
    ...sections,
    `</main>\n<footer class="muted">Exported with Helve${made === null ? "" : ` on ${visibleHtml(made)}`}</footer>\n</body></html>\n`,
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

type Zone = PageOptions["zone"];

async function byLine(threads: readonly ExportThread[], zone: Zone): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const thread of threads) {
    if (!thread.at) continue;
    const key = `${thread.at.side} ${thread.at.line}`;
    found.set(key, (found.get(key) ?? "") + (await threadHtml(thread, "", zone)));
  }
  return found;
}

const allHtml = async (threads: readonly ExportThread[], zone: Zone): Promise<string> =>
  (await Promise.all(threads.map((thread) => threadHtml(thread, lineName(thread), zone)))).join("");

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

/** Changed lines of a file. */
interface ChangedLines {
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
function fileHtml({ file, index, diff, counts, layout, fileThreads, threads }: FilePart): string {
  const table = diffHtml(diff, layout, threads);
  const reason = table ? "" : `<p class="reason">${reasonWithoutLines(file, diff)}</p>`;
  const comments = fileThreads ? `<div class="threads">${fileThreads}</div>` : "";
  return (
    `<details class="file" id="file-${index + 1}" open><summary><h2>${nameHtml(file)}</h2>` +
    `${badgeHtml(file)}${countsHtml(counts)}</summary>${comments}${table}${reason}</details>\n`
  );
}

/** Returns a row of the list of files. */
const fileRowHtml = (file: DiffFile, index: number, counts: ChangedLines): string =>
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
function countsHtml({ added, removed }: ChangedLines): string {
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

/** Returns Markdown as HTML that fetches nothing: images become links to themselves, other links keep web addresses. */
async function markdownHtml(markdown: string): Promise<string> {
  const tree = await renderMarkdown(markdown);
  makePassive(tree);
  return toHtml(tree);
}

/** Returns a thread as HTML; `line` names its line where it is not below that. */
async function threadHtml(thread: ExportThread, line: string, zone: Zone): Promise<string> {
  const marks = [
    line ? `<span class="badge">${line}</span>` : "",
    thread.outdated ? '<span class="badge">Outdated</span>' : "",
    thread.resolved ? '<span class="badge done">Resolved</span>' : "",
  ].join("");
  const notes = await Promise.all(thread.notes.map((note) => noteHtml(note, zone)));
  return `<div class="thread${thread.resolved ? " resolved" : ""}">${marks}${notes.join("")}</div>`;
}

async function noteHtml({ author, username, time, body }: ExportNote, zone: Zone): Promise<string> {
  const name = `<strong><bdi>${visibleHtml(author)}</bdi></strong>`;
  const handle = username ? ` <span class="muted">@${visibleHtml(username)}</span>` : "";
  const when = time
    ? ` <time class="muted" datetime="${visibleHtml(time)}">${visibleHtml(dateText(time, zone))}</time>`
    : "";
  return `<article class="note"><p class="who">${name}${handle}${when}</p><div class="prose">${await markdownHtml(body)}</div></article>`;
}

/** Returns a date and time as text, in the user's time zone unless another one is given. */
function dateText(time: string, zone: Zone): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime())
    ? time
    : date.toLocaleString("en", {
        dateStyle: "medium",
        timeStyle: "short",
        ...(zone ? { timeZone: zone } : {}),
      });
}

function makePassive(node: Root | Element): void {
  // A formula is there twice: as MathML, and as boxes that need a style and fonts of their own.
  const children = node.children.filter((child) => child.type !== "element" || !isFormulaBoxes(child));
  node.children = children.map((child): ElementContent => {
    if (child.type === "text") return { ...child, value: visibleText(child.value) };
    if (child.type !== "element") return { type: "text", value: "" };
    // Ids would collide between comments; the page's policy allows no style but its own.
    delete child.properties.id;
    delete child.properties.style;
    if (isMedia.test(child.tagName)) return mediaLink(child);
    if (child.tagName === "a") {
      const { href } = child.properties;
      child.properties = isWeb(href) ? { href, rel: ["noreferrer", "noopener"] } : {};
    }
    makePassive(child);
    return child;
  });
}

const isMedia = /^(?:img|video|audio)$/;

const isFormulaBoxes = ({ properties: { className } }: Element): boolean =>
  Array.isArray(className) && className.includes("katex-html");

function mediaLink({ tagName, properties: { src, alt } }: Element): Element {
  const text = {
    type: "text",
    value: `[${tagName === "img" ? "image" : tagName}${alt ? `: ${alt}` : ""}]`,
  } as const;
  return isWeb(src)
    ? {
        type: "element",
        tagName: "a",
        properties: { href: src, rel: ["noreferrer", "noopener"] },
        children: [text],
      }
    : { type: "element", tagName: "span", properties: {}, children: [text] };
}

const isWeb = (address: unknown): address is string =>
  typeof address === "string" && /^(https?:\/\/|mailto:)/i.test(address);

/** Returns a text as HTML that shows it and nothing else; hidden characters are written as `[U+202E]`. */
const visibleHtml = (text: string): string => escapeHtml(visibleText(text));
