import { html } from "diff2html";
import type { DiffFile as Diff2HtmlFile } from "diff2html/lib/types";
import { LineType } from "diff2html/lib-esm/types.js";
import { visibleText } from "../../../shared/text/hidden-characters.ts";
import { parsePatch, rowKind } from "../diff/parse-patch.ts";
import type { ExportLayout } from "./export-types.ts";

/** HTML of the threads below a line, by side and number (`new 12`). */
export type ThreadsByLine = ReadonlyMap<string, string>;

/** Lines of a file beyond which changed words are not marked, since that takes longer than everything else. */
const maxMatchedLines = 20_000;

/** Separates rows and their parts in what the templates write; `visibleText` leaves none in a file's text. */
const [rowEnd, partEnd] = ["\u0001", "\u0002"];

/**
 * Returns a file's lines as one table, laid out and with changed words marked by diff2html. Its rows are given to it
 * ready parsed, since a line that looks like a header would mislead its parser, and its templates are our own, so that
 * both sides are one table with threads between the lines.
 */
export function diffHtml(diff: string, layout: ExportLayout, threads: ThreadsByLine): string {
  const { file, lacksNewline, lines } = readFile(diff);
  if (lines === 0) return "";
  const split = layout === "split";
  let table = "";
  const line = (params: LineParams) => {
    const content = (params.content ?? "") + (lacksNewlineAt(params, lacksNewline) ? noNewline : "");
    const kind = kindOf(params.type);
    const sign = kind === "ins" ? "+" : kind === "del" ? "−" : " ";
    const code = `<td class="code ${kind}" data-sign="${sign}">${content}</td>`;
    if (!split) {
      const { oldNumber = "", newNumber = "" } = params.line ?? {};
      const side = kind === "del" ? "old" : "new";
      const keys =
        kind === "ctx" ? [`old ${oldNumber}`, `new ${newNumber}`] : [`${side} ${newNumber || oldNumber}`];
      return (
        `<tr><td class="number ${kind}">${oldNumber}</td><td class="number ${kind}">${newNumber}</td>${code}</tr>` +
        keys.map((key) => threadRow(threads.get(key), 3)).join("")
      );
    }
    const number = params.lineNumber ?? "";
    const empty = params.type.includes("emptyplaceholder") || params.lineNumber === undefined;
    const cells = empty
      ? `<td class="number none"></td><td class="code none"></td>`
      : `<td class="number ${kind}">${number}</td>${code}`;
    return `${number}${partEnd}${cells}${rowEnd}`;
  };
  const hunk = ({ blockHeader }: { readonly blockHeader: string }) =>
    split
      ? `${partEnd}<td class="hunk" colspan="2">${blockHeader || "&nbsp;"}</td>${rowEnd}`
      : `<tr><td class="hunk" colspan="3">${blockHeader}</td></tr>`;
  const fileDiff = ({
    diffs,
  }: {
    readonly diffs: string | { readonly left: string; readonly right: string };
  }) => {
    table = typeof diffs === "string" ? diffs : zip(diffs.left, diffs.right, threads);
    return "";
  };
  html([file], {
    outputFormat: split ? "side-by-side" : "line-by-line",
    drawFileList: false,
    matching: lines > maxMatchedLines ? "none" : "words",
    diffStyle: "word",
    compiledTemplates: {
      "generic-line": { render: line },
      "generic-block-header": { render: hunk },
      "generic-wrapper": { render: () => "" },
      "generic-file-path": { render: () => "" },
      "line-by-line-numbers": { render: () => "" },
      "line-by-line-file-diff": { render: fileDiff },
      "side-by-side-file-diff": { render: fileDiff },
    },
  });
  const columns = split
    ? '<col class="number"><col class="half"><col class="number"><col class="half">'
    : '<col class="number"><col class="number"><col>';
  return `<table class="diff ${layout}"><colgroup>${columns}</colgroup><tbody>${table}</tbody></table>`;
}

interface LineParams {
  readonly type: string;
  /** Escaped, with `<ins>` and `<del>` around changed words. */
  readonly content?: string;
  /** Of the side, where both sides are beside each other. */
  readonly lineNumber?: number | string;
  readonly line?: { readonly oldNumber?: number; readonly newNumber?: number };
}

const noNewline = '<span class="eof" title="No newline at end of file">⊘</span>';

const kindOf = (type: string): "ins" | "del" | "ctx" =>
  type.startsWith("d2h-ins") ? "ins" : type.startsWith("d2h-del") ? "del" : "ctx";

const threadRow = (found: string | undefined, columns: number): string =>
  found ? `<tr class="threads"><td colspan="${columns}">${found}</td></tr>` : "";

/** Joins the rows of both sides, of which there are as many, and puts threads below the lines that they are on. */
function zip(left: string, right: string, threads: ThreadsByLine): string {
  const others = rowsOf(right);
  return rowsOf(left)
    .map(([oldNumber, cells], i) => {
      const [newNumber, moreCells] = others[i] ?? ["", ""];
      const found = [threads.get(`old ${oldNumber}`), threads.get(`new ${newNumber}`)];
      return `<tr>${cells}${moreCells}</tr>${found.map((html) => threadRow(html, 4)).join("")}`;
    })
    .join("");
}

const rowsOf = (side: string): (readonly [number: string, cells: string])[] =>
  side
    .split(rowEnd)
    .slice(0, -1)
    .map((row) => {
      const [number = "", cells = ""] = row.split(partEnd);
      return [number.trim(), cells] as const;
    });

const lacksNewlineAt = (
  { type, line, lineNumber }: LineParams,
  lacksNewline: ReadonlySet<string>,
): boolean => {
  const kind = kindOf(type);
  const number = line ? (kind === "del" ? line.oldNumber : line.newNumber) : lineNumber;
  return lacksNewline.has(`${kind === "del" ? "old" : "new"} ${number}`);
};

/** Reads a diff into the shape that diff2html draws. */
function readFile(diff: string): { file: Diff2HtmlFile; lacksNewline: ReadonlySet<string>; lines: number } {
  const { kinds, oldLines, newLines, starts, ends, lacksNewline, text, count } = parsePatch(diff);
  const missing = new Set<string>();
  const blocks: Diff2HtmlFile["blocks"] = [];
  for (let row = 0; row < count; row++) {
    const kind = kinds[row];
    const content = visibleText(text.slice(starts[row], ends[row]));
    const [oldNumber, newNumber] = [oldLines[row] ?? 0, newLines[row] ?? 0];
    if (kind === rowKind.hunk) {
      blocks.push({ header: content, lines: [], oldStartLine: oldNumber, newStartLine: newNumber });
      continue;
    }
    const lines = blocks.at(-1)?.lines;
    if (lacksNewline[row] === 1)
      missing.add(kind === rowKind.removed ? `old ${oldNumber}` : `new ${newNumber}`);
    if (kind === rowKind.removed)
      lines?.push({ type: LineType.DELETE, oldNumber, newNumber: undefined, content: `-${content}` });
    else if (kind === rowKind.added)
      lines?.push({ type: LineType.INSERT, oldNumber: undefined, newNumber, content: `+${content}` });
    else lines?.push({ type: LineType.CONTEXT, oldNumber, newNumber, content: ` ${content}` });
  }
  const file: Diff2HtmlFile = {
    oldName: "a",
    newName: "a",
    addedLines: 0,
    deletedLines: 0,
    isCombined: false,
    isGitDiff: true,
    language: "",
    blocks,
  };
  return { file, lacksNewline: missing, lines: blocks.reduce((sum, { lines }) => sum + lines.length, 0) };
}
