import { z } from "zod";

const text = z
  .union([z.string(), z.array(z.string())])
  .transform((value) => (Array.isArray(value) ? value.join("") : value));
const data = z.record(z.string(), z.union([text, z.unknown()]));

const output = z.discriminatedUnion("output_type", [
  z.object({ output_type: z.literal("stream"), text }),
  z.object({ output_type: z.literal("display_data"), data }),
  z.object({ output_type: z.literal("execute_result"), data }),
  z.object({
    output_type: z.literal("error"),
    ename: z.string().default("Error"),
    evalue: z.string().default(""),
    traceback: z.array(z.string()).default([]),
  }),
]);

const cell = z.discriminatedUnion("cell_type", [
  z.object({ cell_type: z.literal("markdown"), source: text }),
  z.object({ cell_type: z.literal("raw"), source: text }),
  z.object({
    cell_type: z.literal("code"),
    source: text,
    execution_count: z.int().nullish(),
    outputs: z.array(output).default([]),
  }),
]);

const file = z.object({
  nbformat: z.int().min(4),
  metadata: z
    .object({ language_info: z.object({ file_extension: z.string().optional() }).optional() })
    .default({}),
  cells: z.array(cell),
});

/** Output of a cell, which can be shown without running anything. */
export type Output =
  | { readonly kind: "text" | "error"; readonly text: string }
  | { readonly kind: "markdown"; readonly source: string }
  | { readonly kind: "image"; readonly url: string; readonly alt: string };

export type Cell =
  | { readonly kind: "markdown"; readonly source: string }
  | { readonly kind: "raw"; readonly source: string }
  | {
      readonly kind: "code";
      readonly source: string;
      readonly count: number | null;
      readonly outputs: readonly Output[];
    };

/** A Jupyter notebook of format 4. */
export interface Notebook {
  /** Ending of files in its language, such as `.py`. */
  readonly extension: string;
  readonly cells: readonly Cell[];
}

/** Reads a notebook; null where the text is not a notebook. */
export function readNotebook(source: string): Notebook | null {
  let json: unknown;
  try {
    json = JSON.parse(source);
  } catch {
    return null;
  }
  const parsed = file.safeParse(json);
  if (!parsed.success) return null;
  const { cells, metadata } = parsed.data;
  return {
    extension: metadata.language_info?.file_extension ?? ".py",
    cells: cells.map(
      (each): Cell =>
        each.cell_type === "code"
          ? {
              kind: "code",
              source: each.source,
              count: each.execution_count ?? null,
              outputs: each.outputs.flatMap((one) => toOutput(one) ?? []),
            }
          : { kind: each.cell_type, source: each.source },
    ),
  };
}

/** Terminal colours. */
const colours = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*[A-Za-z]`, "g");
const plain = (value: string): string => value.replace(colours, "");

/** Pictures first, then Markdown, HTML and formulas, then plain text. */
function toOutput(one: z.output<typeof output>): Output | null {
  if (one.output_type === "stream") return { kind: "text", text: plain(one.text) };
  if (one.output_type === "error") {
    return { kind: "error", text: plain([`${one.ename}: ${one.evalue}`, ...one.traceback].join("\n")) };
  }
  const has = (type: string): string | null => {
    const value = one.data[type];
    return typeof value === "string" ? value : null;
  };
  const words = has("text/plain");
  const alt = words ?? "Output of the cell";
  for (const type of ["image/png", "image/jpeg", "image/gif"]) {
    const value = has(type);
    if (value) return { kind: "image", url: `data:${type};base64,${value.replace(/\s+/g, "")}`, alt };
  }
  const svg = has("image/svg+xml");
  if (svg) return { kind: "image", url: `data:image/svg+xml,${encodeURIComponent(svg)}`, alt };
  const source = has("text/markdown") ?? markupOf(has("text/html")) ?? has("text/latex");
  if (source) return { kind: "markdown", source };
  return words === null ? null : { kind: "text", text: plain(words) };
}

/**
 * HTML as one block of Markdown, which is sanitised before it is drawn; null for what would be nothing without its
 * scripts.
 */
function markupOf(html: string | null): string | null {
  if (html === null || /<(script|iframe)\b/i.test(html)) return null;
  const block = withoutStyles(html)
    .replace(/\n\s*\n/g, "\n")
    .trim();
  // A block begins with one of the elements that Markdown treats as blocks.
  return block === "" ? null : `<div>${block}\n</div>`;
}

/** HTML without its style sheets, in one pass: one without an end reaches to the end, as in a browser. */
function withoutStyles(html: string): string {
  const begin = /<style\b/gi;
  const end = /<\/style\b[^>]*>?/gi;
  let rest = "";
  let at = 0;
  for (let found = begin.exec(html); found; found = begin.exec(html)) {
    rest += html.slice(at, found.index);
    end.lastIndex = found.index;
    if (!end.exec(html)) return rest;
    at = end.lastIndex;
    begin.lastIndex = at;
  }
  return rest + html.slice(at);
}
