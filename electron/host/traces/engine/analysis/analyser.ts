import { renderLine } from "../ansi/render-line.ts";
import { sgrAfter } from "../ansi/sgr.ts";
import { plainStyle, type TextStyle } from "../ansi/text-style.ts";
import { blockBytes } from "../line-index.ts";
import { continuesLine, type StampKind, unstamp } from "../line-stamp.ts";
import type { StoredFindings, StoredSummary } from "../stored-shape.ts";
import { FindingList } from "./finding-list.ts";
import { keywordScanner, stop } from "./keyword-scanner.ts";
import { SectionTree } from "./section-tree.ts";

/** Bytes of a line that are analysed. */
const maxLineBytes = 4_096;
/** Lines above a linter's message that may name its file. */
const linesAbove = 200;

const utf8 = new TextDecoder();

/** Reads all lines of a trace once: its sections, errors and warnings, and the style that each block begins with. */
export class Analyser {
  #sections: SectionTree | undefined;
  #findings: FindingList | undefined;
  #stored: { readonly summary: StoredSummary; readonly read: () => StoredFindings } | undefined;
  readonly #scanner = keywordScanner();
  readonly #stamp: StampKind;
  /** Styles other than the default one, by the block in which a line begins with them first. */
  readonly #styles = new Map<number, TextStyle>();
  #style: TextStyle = plainStyle;
  #block = 0;
  /** Number of the next line. */
  line = 0;
  /** Offset of the next line. */
  offset = 0;

  constructor(stamp: StampKind) {
    this.#stamp = stamp;
  }

  /**
   * Returns what was found in a trace of `size` bytes that is complete, as {@link store} returned it. `read` returns the
   * lists, which are long, and is called when they are first needed.
   */
  static restore(
    stamp: StampKind,
    size: number,
    summary: StoredSummary,
    read: () => StoredFindings,
  ): Analyser {
    const analyser = new Analyser(stamp);
    analyser.#stored = { summary, read };
    for (const [block, style] of summary.styles) analyser.#styles.set(block, style);
    analyser.line = summary.line;
    analyser.offset = size;
    return analyser;
  }

  /** Returns what was found in a trace that is complete. */
  store(): { readonly summary: StoredSummary; readonly findings: StoredFindings } {
    const [{ sections }, { listed }] = [this.sections, this.findings];
    return {
      summary: { line: this.line, styles: [...this.#styles], counts: this.counts },
      findings: { sections: [...sections], errors: [...listed.error], warnings: [...listed.warning] },
    };
  }

  get sections(): SectionTree {
    this.#readStored();
    this.#sections ??= new SectionTree();
    return this.#sections;
  }

  get findings(): FindingList {
    this.#readStored();
    this.#findings ??= new FindingList();
    return this.#findings;
  }

  /** Numbers of sections, errors and warnings. */
  get counts(): StoredSummary["counts"] {
    if (this.#stored) return this.#stored.summary.counts;
    return { sections: this.sections.sections.length, ...this.findings.counts };
  }

  #readStored(): void {
    if (!this.#stored) return;
    const { summary, read } = this.#stored;
    this.#stored = undefined;
    const { sections, errors, warnings } = read();
    const { error, warning } = summary.counts;
    this.#sections = new SectionTree(sections);
    this.#findings = new FindingList({ error, warning }, { error: errors, warning: warnings });
  }

  /** Returns the style of the first line that begins in a block. */
  styleAt(block: number): TextStyle {
    return this.#styles.get(block) ?? plainStyle;
  }

  /** Reads lines that are complete; they follow those that were read before. */
  add(bytes: Uint8Array): void {
    this.#scanner.reset();
    let start = 0;
    /** End of the sequences that are in {@link #style}. */
    let styled = 0;
    let interesting = false;
    let section = false;
    for (let at = this.#scanner.scan(bytes, 0); at >= 0; at = this.#scanner.scan(bytes, at)) {
      const { found } = this.#scanner;
      if (found === stop.section) section = true;
      else if (found === stop.word) interesting = true;
      else if (this.#stamp !== "runner" || !continuesLine(bytes, at)) {
        if (section || interesting || this.findings.wants(this.line))
          this.#readLine(bytes, start, at, section);
        this.#next(at - start);
        if (this.#isNewBlock) {
          this.#style = sgrAfter(this.#style, bytes.subarray(styled, at));
          styled = at;
          this.#beginBlock();
        }
        start = at;
        interesting = false;
        section = false;
      }
    }
    if (start < bytes.length) {
      this.#readLine(bytes, start, bytes.length, section);
      this.#next(bytes.length - start);
    }
    this.#style = sgrAfter(this.#style, bytes.subarray(styled));
    if (this.#isNewBlock) this.#beginBlock();
  }

  /** Reads one line of `length` bytes by its beginning and its end. */
  addLong(head: Uint8Array, tail: Uint8Array, length: number): void {
    this.#readLine(head, 0, head.length, true);
    this.sections.add(this.#text(tail, Math.max(0, tail.length - maxLineBytes), tail.length), this.line);
    this.#style = sgrAfter(sgrAfter(this.#style, head), tail);
    this.#next(length);
    if (this.#isNewBlock) this.#beginBlock();
  }

  #next(length: number): void {
    this.line++;
    this.offset += length;
  }

  get #isNewBlock(): boolean {
    return Math.floor(this.offset / blockBytes) !== this.#block;
  }

  #beginBlock(): void {
    this.#block = Math.floor(this.offset / blockBytes);
    if (this.#style !== plainStyle) this.#styles.set(this.#block, this.#style);
  }

  #readLine(bytes: Uint8Array, start: number, end: number, section: boolean): void {
    const raw = this.#text(bytes, start, end);
    if (section) this.sections.add(raw, this.line);
    const plain = renderLine(raw, plainStyle).text.plain();
    this.findings.add(plain, this.line, () => this.#pathAbove(bytes, start));
  }

  #text(bytes: Uint8Array, start: number, end: number): string {
    const text = utf8.decode(bytes.subarray(start, Math.min(end, start + maxLineBytes)));
    return unstamp(text.replace(/\r*\n$/, ""), this.#stamp).text;
  }

  /** Returns the last line above that is a path alone. */
  #pathAbove(bytes: Uint8Array, start: number): string | undefined {
    let end = start;
    for (let i = 0; i < linesAbove && end > 0; i++) {
      const begin = end < 2 ? 0 : bytes.lastIndexOf(10, end - 2) + 1;
      const line = renderLine(this.#text(bytes, begin, end), plainStyle).text.plain();
      if (/^\S*[./\\]\S*$/.test(line)) return line;
      if (/^\S/.test(line)) return undefined;
      end = begin;
    }
    return undefined;
  }
}
