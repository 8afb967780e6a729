import { type MediaData, outputShape, type SavedOutput } from "./notebook-shape.ts";

/** Output of a cell, which can be shown without running anything; a note says what is not shown. */
export type Output =
  | { readonly kind: "text" | "error" | "note"; readonly text: string }
  | { readonly kind: "markdown"; readonly source: string }
  | { readonly kind: "image"; readonly url: string; readonly alt: string };

/** Names of media types in formats 2 and 3. */
const shortNames: Readonly<Record<string, string>> = {
  text: "text/plain",
  html: "text/html",
  svg: "image/svg+xml",
  png: "image/png",
  jpeg: "image/jpeg",
  latex: "text/latex",
  json: "application/json",
  javascript: "application/javascript",
};

/** Reads the outputs of a cell. Texts of one stream that follow each other are one text, as when they were written. */
export function readOutputs(saved: readonly unknown[]): Output[] {
  const outputs: Output[] = [];
  const stream = { name: "", text: "" };
  const endStream = () => {
    if (stream.text !== "") outputs.push({ kind: "text", text: terminalText(stream.text) });
    stream.text = "";
  };
  for (const one of saved) {
    const { data: output } = outputShape.safeParse(one);
    if (output?.output_type === "stream") {
      const name = output.name ?? String(output.stream ?? "stdout");
      if (name !== stream.name) endStream();
      stream.name = name;
      stream.text += output.text ?? "";
      continue;
    }
    endStream();
    const read: Output | null = output
      ? readOutput(output)
      : { kind: "note", text: "An output that cannot be read." };
    if (read) outputs.push(read);
  }
  endStream();
  return outputs;
}

function readOutput(output: SavedOutput): Output | null {
  const { output_type: type, ename, evalue, traceback = [] } = output;
  if (type === "error" || type === "pyerr") {
    const head = [ename ?? "Error", evalue].filter(Boolean).join(": ");
    return { kind: "error", text: terminalText([head, ...traceback].join("\n")) };
  }
  return readMedia(output.data ?? oldMedia(output));
}

function oldMedia(output: SavedOutput): MediaData {
  const found: Record<string, unknown> = {};
  for (const [name, type] of Object.entries(shortNames)) {
    const value: unknown = output[name];
    if (typeof value === "string") found[type] = value;
    else if (Array.isArray(value)) found[type] = value.join("");
  }
  return found;
}

const pictures = ["image/png", "image/jpeg", "image/gif", "image/webp", "image/bmp"];

/** Pictures first, then Markdown, HTML and formulas, then plain text; the best of what needs no script. */
export function readMedia(data: MediaData): Output | null {
  const types = Object.keys(data);
  if (types.length === 0) return null;
  const has = (type: string): string | null => {
    const value = data[type];
    return typeof value === "string" ? value : null;
  };
  const words = has("text/plain");
  const alt = words ?? "Output of the cell";
  for (const type of pictures) {
    const value = has(type);
    if (value) return { kind: "image", url: `data:${type};base64,${value.replace(/\s+/g, "")}`, alt };
  }
  const svg = has("image/svg+xml");
  if (svg) return { kind: "image", url: `data:image/svg+xml,${encodeURIComponent(svg)}`, alt };
  const source = has("text/markdown") ?? markupOf(has("text/html")) ?? formulaOf(has("text/latex"));
  if (source) return { kind: "markdown", source };
  if (words !== null) return { kind: "text", text: terminalText(words) };
  const json = types.find((type) => type === "application/json" || type.endsWith("+json"));
  if (json) {
    const value: unknown = data[json];
    return { kind: "text", text: typeof value === "string" ? value : JSON.stringify(value, null, 2) };
  }
  return { kind: "note", text: `An output of type ${types[0]}, which is not shown.` };
}

/** A formula without its signs is one all the same. */
const formulaOf = (latex: string | null): string | null =>
  latex === null || latex.trim() === "" || /\$|\\[([]/.test(latex)
    ? latex || null
    : `$$\n${latex.trim()}\n$$`;

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

/** Lines of an output of which a program may still rewrite each, as progress bars do. */
const maxLines = 10_000;

const esc = String.raw`\x1b`;
/** A sequence with parameters and a letter, a title or the like, or one character that is not text. */
const control = new RegExp(
  [
    String.raw`${esc}\[([0-?]*)[ -/]*([@-~])`,
    String.raw`${esc}\][^\x07${esc}]*(?:\x07|${esc}\\)?`,
    String.raw`${esc}[PX^_][^${esc}]*(?:${esc}\\)?`,
    String.raw`${esc}.?|[\x00-\x08\x0b-\x1f\x7f]`,
  ].join("|"),
  "g",
);

/**
 * Returns what a terminal shows after a text was written to it, without colours: a carriage return goes to the begin of the
 * line, a backspace one back, and sequences erase the line or move the cursor up.
 */
function terminalText(text: string): string {
  if (text.search(control) < 0) return text;
  const screen = new Screen();
  for (const [index, line] of text.split("\n").entries()) {
    if (index > 0) screen.breakLine();
    let at = 0;
    for (const found of line.matchAll(control)) {
      screen.write(line.slice(at, found.index));
      at = found.index + found[0].length;
      const [sequence, parameters = "", letter] = found;
      if (sequence === "\r") screen.column = 0;
      else if (sequence === "\b") screen.column = Math.max(0, screen.column - 1);
      else if (letter !== undefined && !/[<=>?]/.test(parameters)) screen.run(letter, parameters);
    }
    screen.write(line.slice(at));
  }
  return screen.text();
}

class Screen {
  readonly #lines: string[] = [""];
  #row = 0;
  column = 0;

  write(text: string): void {
    if (text === "") return;
    const line = this.#lines[this.#row] ?? "";
    if (this.column === line.length) {
      this.#lines[this.#row] = line + text;
      this.column += text.length;
      return;
    }
    const before = line.slice(0, this.column).padEnd(this.column);
    this.#lines[this.#row] = before + text + line.slice(this.column + text.length);
    this.column += text.length;
  }

  breakLine(): void {
    this.#row++;
    this.column = 0;
    if (this.#row === this.#lines.length) this.#lines.push("");
  }

  /** Runs a control sequence; those that change colours alone do nothing. */
  run(letter: string, parameters: string): void {
    const count = Math.max(1, Number.parseInt(parameters, 10) || 1);
    const line = this.#lines[this.#row] ?? "";
    if (letter === "A" || letter === "F") this.#row = Math.max(0, this.#row - count);
    if (letter === "B" || letter === "E") this.#row = Math.min(this.#lines.length - 1, this.#row + count);
    if (letter === "E" || letter === "F") this.column = 0;
    if (letter === "C") this.column = Math.min(this.column + count, maxLines);
    if (letter === "D") this.column = Math.max(0, this.column - count);
    if (letter === "G") this.column = Math.min(count - 1, maxLines);
    if (letter === "K" && parameters === "2") this.#lines[this.#row] = "";
    else if (letter === "K" && parameters === "1")
      this.#lines[this.#row] = " ".repeat(Math.min(this.column, line.length)) + line.slice(this.column);
    else if (letter === "K") this.#lines[this.#row] = line.slice(0, this.column);
  }

  text(): string {
    return this.#lines.join("\n");
  }
}
