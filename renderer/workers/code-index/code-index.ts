import { distance, wordPattern } from "../../../shared/text/code-names.ts";
import { type Declared, declaredNames } from "./declared-names.ts";

/** A line of a file in which a name is declared or used. */
export interface NamedLine {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly text: string;
}

/** A declaration, with the lines that it begins with. */
export interface Definition extends NamedLine {
  readonly kind: Declared["kind"];
}

/** Definitions and uses of a name in a tree. */
export interface NameMatches {
  readonly definitions: readonly Definition[];
  /** Other lines with the name, up to a limit, and how many there are in all. */
  readonly uses: readonly NamedLine[];
  readonly total: number;
}

interface IndexedFile {
  readonly text: string;
  readonly declared: readonly Declared[];
}

/** Characters of all stored texts. */
const maxCharacters = 200_000_000;
const maxDefinitions = 50;
const maxUses = 500;
/** Lines of a definition that are shown, and characters of each line. */
const headLines = 4;
const maxLineLength = 300;

/** Texts and declared names by the id of their blob: files that several commits have are read once. */
export class CodeIndex {
  readonly #files = new Map<string, IndexedFile>();
  #characters = 0;

  has(id: string): boolean {
    return this.#files.has(id);
  }

  /** Reads a text; what was read first is dropped where there is too much. */
  async add(id: string, path: string, text: string): Promise<void> {
    const declared = await declaredNames(path, text);
    if (this.#files.has(id)) return;
    this.#files.set(id, { text, declared });
    this.#characters += text.length;
    for (const [old, file] of this.#files) {
      if (this.#characters <= maxCharacters || old === id) break;
      this.#files.delete(old);
      this.#characters -= file.text.length;
    }
  }

  /** Finds a name in the files of a tree; `near`: the path of the file that it was found in, whose own come first. */
  find(files: ReadonlyMap<string, string>, name: string, near: string): NameMatches {
    const definitions: Definition[] = [];
    const uses: NamedLine[] = [];
    let total = 0;
    const isWord = wordPattern(name);
    for (const [path, id] of files) {
      const file = this.#files.get(id);
      if (!file?.text.includes(name)) continue;
      const own = file.declared.filter((one) => one.name === name);
      const lines = file.text.split("\n");
      const at = new Set(own.map(({ line }) => line));
      for (const { kind, line } of own)
        definitions.push({ path, line, kind, text: linesOf(lines, line, headLines) });
      for (const [i, text] of lines.entries()) {
        if (at.has(i + 1) || !text.includes(name) || !isWord.test(text)) continue;
        total++;
        if (uses.length < maxUses) uses.push({ path, line: i + 1, text: linesOf(lines, i + 1, 1) });
      }
    }
    const sorted = definitions.sort((a, b) => distance(a.path, near) - distance(b.path, near));
    return { definitions: sorted.slice(0, maxDefinitions), uses, total };
  }
}

const linesOf = (lines: readonly string[], line: number, count: number): string =>
  lines
    .slice(line - 1, line - 1 + count)
    .map((text) => text.replace(/\r$/, "").slice(0, maxLineLength))
    .join("\n");
