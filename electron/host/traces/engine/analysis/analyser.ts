import type { TraceSection } from "../../../../../shared/trace-types.ts";
import { renderLine } from "../ansi/render-line.ts";
import { plainStyle, sgrAfter, type TextStyle } from "../ansi/sgr.ts";
import { blockBytes, type LineIndex } from "../line-index.ts";
import { completeLines, continuesLine, type StampKind, unstamp } from "../line-stamp.ts";
import { lineStart, readLines } from "../show-lines.ts";
import type { StoredFindings, StoredSummary } from "../stored-shape.ts";
import type { TraceBytes } from "../trace-bytes.ts";
import { FindingList } from "./finding-list.ts";
import { keywordScanner, stop } from "./keyword-scanner.ts";

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

// biome-ignore lint/suspicious/noControlCharactersInRegex: a marker ends with them
const marker = /section_(start|end):(\d{1,12}):([\w.-]{1,200})(?:\[([^\]\r]*)\])?\r\x1b\[0?K/g;

/** Sections beyond this are not listed. */
const maxSections = 50_000;

interface Open {
  readonly index: number;
  readonly startedAt: number;
}

/** Collects sections as their markers arrive, also nested and unbalanced ones. */
class SectionTree {
  readonly sections: TraceSection[];
  readonly #open: Open[] = [];

  /** By default no section was found yet. */
  constructor(sections: TraceSection[] = []) {
    this.sections = sections;
  }

  /** Reads the markers of a line; `line` is its raw text without stamps and end. */
  add(line: string, number: number): void {
    for (const found of line.matchAll(marker)) {
      const [all, kind, time = "", name = "", options = ""] = found;
      const before = line.slice(0, found.index);
      const after = line.slice(found.index + all.length);
      if (kind === "start") this.#start(name, Number(time), number, plain(after), options);
      else this.#end(name, Number(time), plain(before) !== "" || plain(after) === "" ? number + 1 : number);
    }
  }

  #start(name: string, startedAt: number, from: number, header: string, options: string): void {
    if (this.sections.length >= maxSections) return;
    this.#open.push({ index: this.sections.length, startedAt });
    const collapsed = /\bcollapsed=true\b/.test(options);
    const depth = this.#open.length - 1;
    this.sections.push({ name, header: header || name, from, to: null, depth, seconds: null, collapsed });
  }

  /** Ends a section, with those that were left open in it. An end without a start is ignored. */
  #end(name: string, endedAt: number, to: number): void {
    const at = this.#open.findLastIndex(({ index }) => this.sections[index]?.name === name);
    if (at < 0) return;
    for (const { index, startedAt } of this.#open.splice(at)) {
      const section = this.sections[index];
      if (!section) continue;
      const seconds = Math.max(0, endedAt - startedAt);
      this.sections[index] = { ...section, to: Math.max(to, section.from + 1), seconds };
    }
  }
}

/** Returns the visible text of a part of a line before the next marker. */
const plain = (part: string): string =>
  renderLine(part.replace(marker, ""), plainStyle).text.plain().trim().slice(0, 300);

/** Bytes that are analysed at once. */
const pieceBytes = 1_048_576;
/** Bytes at the end of a line of more than a piece; the bytes between change neither styles nor findings. */
const tailBytes = 262_144;
/** Blocks before the shown one that are read for a style where the analysis has not reached them. */
const blocksBack = 4;

/** Analyses the lines that are indexed, behind the index. */
export class AnalysisPass {
  readonly #index: LineIndex;
  readonly #source: TraceBytes;
  #analyser: Analyser | undefined;

  /** `analyser`: what an earlier run stored of a trace that is complete. */
  constructor(index: LineIndex, source: TraceBytes, analyser?: Analyser) {
    this.#index = index;
    this.#source = source;
    this.#analyser = analyser;
  }

  /** Undefined before the first line is known. */
  get analyser(): Analyser | undefined {
    return this.#analyser;
  }

  /** Analyses a piece of what is indexed; `whole` also the last line. Returns whether there was something to do. */
  step(whole: boolean): boolean {
    if (this.#index.lines === 0) return false;
    this.#analyser ??= new Analyser(this.#index.stamp);
    const { offset, line } = this.#analyser;
    const { bytes: size, stamp } = this.#index;
    const to = Math.min(size, offset + pieceBytes);
    if (to <= offset) return false;
    const bytes = this.#source.read(offset, to);
    const end = whole && to === size ? bytes.length : completeLines(bytes, stamp);
    if (end > 0) this.#analyser.add(bytes.subarray(0, end));
    else if (to < size && (whole || this.#index.lines > line + 1)) this.#addLongLine(this.#analyser, bytes);
    else return false;
    return true;
  }

  /** Of a line that is longer than a piece only the beginning and the end are read. */
  #addLongLine(analyser: Analyser, bytes: Uint8Array): void {
    const { offset, line } = analyser;
    const end = lineStart(this.#index, this.#source, line + 1);
    const tail = this.#source.read(Math.max(offset + bytes.length, end - tailBytes), end);
    analyser.addLong(bytes, tail, end - offset);
  }

  /** Returns the style with which a line begins; a likely one where the analysis has not reached it. */
  styleAt(line: number): TextStyle {
    const block = this.#index.blockOf(line);
    const known = Math.floor((this.#analyser?.offset ?? 0) / blockBytes);
    const from = block < known ? block : Math.max(0, known - 1, block - blocksBack);
    let style = this.#analyser?.styleAt(from) ?? plainStyle;
    const first = this.#index.linesBefore(from);
    for (const raw of readLines(this.#index, this.#source, first, line, pieceBytes))
      style = sgrAfter(style, raw.bytes);
    return style;
  }
}
