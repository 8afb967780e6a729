import { cellShape, fileShape, type MediaData, type SavedCell } from "./notebook-shape.ts";
import { type Output, readMedia, readOutputs } from "./read-output.ts";

/** A part of a text: Markdown, or a picture that is attached to its cell. */
type TextPart = Extract<Output, { kind: "markdown" | "image" }>;

type Cell =
  | { readonly kind: "markdown"; readonly source: string; readonly parts: readonly TextPart[] }
  | { readonly kind: "raw"; readonly source: string }
  | {
      readonly kind: "code";
      readonly source: string;
      readonly count: number | null;
      readonly outputs: readonly Output[];
    };

/** A Jupyter notebook of formats 2 to 4, or the reason why a text is none. */
export type Notebook =
  | {
      /** Ending of files in its language, such as `.py`. */
      readonly extension: string;
      readonly cells: readonly Cell[];
    }
  | { readonly problem: string };

/** Reads a notebook. */
export function readNotebook(source: string): Notebook {
  let json: unknown;
  try {
    json = parsePythonJson(source.replace(/^\ufeff/, ""));
  } catch {
    return {
      problem: source.trim() === "" ? "The file is empty." : "The file is not JSON, as notebooks are.",
    };
  }
  const parsed = fileShape.safeParse(json);
  if (!parsed.success) return { problem: "The JSON is not that of a notebook." };
  const { cells, worksheets, metadata, nbformat } = parsed.data;
  const saved = cells ?? worksheets?.flatMap((sheet) => sheet.cells);
  if (!saved) {
    const format = nbformat === undefined ? "" : ` It says that it is of format ${nbformat}.`;
    return { problem: `The JSON has no cells, as a notebook has.${format}` };
  }
  const read = saved.map((cell) => cellShape.safeParse(cell));
  const language =
    metadata?.language_info?.name ??
    metadata?.kernelspec?.language ??
    read.find(({ data }) => data?.language)?.data?.language;
  return {
    extension: metadata?.language_info?.file_extension ?? extensions[language?.toLowerCase() ?? ""] ?? ".py",
    cells: read.map((cell, index) =>
      cell.success ? toCell(cell.data) : { kind: "raw", source: JSON.stringify(saved[index], null, 2) ?? "" },
    ),
  };
}

/** Endings of the languages of kernels, where a notebook does not name its own. */
const extensions: Readonly<Record<string, string>> = {
  julia: ".jl",
  r: ".r",
  ruby: ".rb",
  scala: ".scala",
  javascript: ".js",
  typescript: ".ts",
  rust: ".rs",
  "c++": ".cpp",
  bash: ".sh",
  haskell: ".hs",
};

function toCell(cell: SavedCell): Cell {
  const source = cell.source ?? cell.input ?? "";
  switch (cell.cell_type) {
    case "code":
      return {
        kind: "code",
        source,
        count: cell.execution_count ?? cell.prompt_number ?? null,
        outputs: readOutputs(cell.outputs ?? []),
      };
    case "markdown":
      return markdownCell(source, cell.attachments ?? {});
    case "heading":
      return markdownCell(`${"#".repeat(cell.level)} ${source.replace(/\s*\n\s*/g, " ")}`, {});
    case "html":
      return markdownCell(`<div>${source.replace(/\n\s*\n/g, "\n")}\n</div>`, {});
    default:
      return { kind: "raw", source };
  }
}

/** Pictures in Markdown and in HTML that are attached to the cell. */
const attached =
  /!\[([^\]\n]*)\]\(<?attachment:([^)\s>]+)>?(?:\s+"[^"\n]*")?\)|<img\b[^>]*\bsrc\s*=\s*["']attachment:([^"']+)["'][^>]*>/gi;

function markdownCell(source: string, attachments: Readonly<Record<string, MediaData>>): Cell {
  const parts: TextPart[] = [];
  let at = 0;
  const add = (text: string) => {
    if (text.trim() !== "") parts.push({ kind: "markdown", source: text });
  };
  for (const found of source.matchAll(attached)) {
    const [, alt = "", name = "", other = ""] = found;
    const media = attachments[name || other] ?? attachments[decode(name || other)];
    const picture = media && readMedia(media);
    if (picture?.kind !== "image") continue;
    add(source.slice(at, found.index));
    parts.push({ ...picture, alt: alt || name || other });
    at = found.index + found[0].length;
  }
  add(source.slice(at));
  return { kind: "markdown", source, parts };
}

function decode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/**
 * Parses JSON as Python writes it, with `NaN`, `Infinity` and `-Infinity` for numbers that JSON does not have; they become
 * null. Throws SyntaxError.
 */
function parsePythonJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!/NaN|Infinity/.test(text)) throw error;
    return JSON.parse(withoutNumbers(text));
  }
}

function withoutNumbers(text: string): string {
  const parts: string[] = [];
  let at = 0;
  for (let start = text.indexOf('"'); ; start = text.indexOf('"', at)) {
    const end = start < 0 ? text.length : endOfString(text, start);
    const outside = text.slice(at, start < 0 ? text.length : start);
    parts.push(outside.replace(/-?\b(?:NaN|Infinity)\b/g, "null"));
    if (start < 0) return parts.join("");
    parts.push(text.slice(start, end));
    at = end;
  }
}

/** Returns the index behind the quote that ends a string. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x5c) at++;
    else if (code === 0x22) return at + 1;
  }
  return text.length;
}
