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
export function terminalText(text: string): string {
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
