import type { FilePosition, Finding } from "../../../../../shared/trace/trace-types.ts";
import { readFinding, readPosition } from "./finding-patterns.ts";

/** Findings of a kind that are listed; further ones are counted. */
const maxListed = 2_000;
/** Lines below a finding that may have its file and line. */
const linesBelow = 15;
const maxText = 300;

/** Collects errors and warnings from the lines of a trace, in order. */
export class FindingList {
  readonly counts: Record<Finding["kind"], number>;
  readonly #listed: Readonly<Record<Finding["kind"], Finding[]>>;
  /** The last finding, while lines below it may have its file and line. */
  #open:
    | {
        readonly kind: Finding["kind"];
        readonly at: number;
        readonly line: number;
        readonly located: boolean;
      }
    | undefined;
  /** The last file of an unfinished Python traceback. */
  #traceback: { file?: FilePosition } | undefined;

  /** By default nothing was found yet. */
  constructor(
    counts: Record<Finding["kind"], number> = { error: 0, warning: 0 },
    listed: Readonly<Record<Finding["kind"], Finding[]>> = { error: [], warning: [] },
  ) {
    this.counts = counts;
    this.#listed = listed;
  }

  /** The first findings of each kind. */
  get listed(): Readonly<Record<Finding["kind"], readonly Finding[]>> {
    return this.#listed;
  }

  /** Returns whether a line has to be analysed although it contains none of the keywords. */
  wants(line: number): boolean {
    return (
      this.#traceback !== undefined || (this.#open !== undefined && line <= this.#open.line + linesBelow)
    );
  }

  /** Reads a line's plain text; `above` returns the path that a linter printed on a line above. */
  add(text: string, line: number, above: () => string | undefined): void {
    if (this.#readTraceback(text, line)) return;
    const found = readFinding(text);
    if (!found) {
      this.#locate(text, line);
      return;
    }
    const path = found.file || !/^\s+\d+:\d+/.test(text) ? undefined : above();
    const [, at, column] = /^\s+(\d+):(\d+)/.exec(text) ?? [];
    const file = path ? { path, line: Number(at), column: Number(column) } : found.file;
    this.#report({ kind: found.kind, line, text: text.trim().slice(0, maxText), ...(file ? { file } : {}) });
  }

  #report(finding: Finding): void {
    // npm and others print one message on many lines.
    const word = /^\S+ (?:ERR!|error|warn)/i.exec(finding.text)?.[0];
    const listed = this.#listed[finding.kind];
    if (word && this.#open?.line === finding.line - 1 && this.#last(finding.kind)?.text.startsWith(word)) {
      this.#open = { ...this.#open, line: finding.line };
      return;
    }
    this.counts[finding.kind]++;
    const located = finding.file?.line !== undefined;
    this.#open = { kind: finding.kind, at: listed.length, line: finding.line, located };
    if (listed.length < maxListed) listed.push(finding);
  }

  #last(kind: Finding["kind"]): Finding | undefined {
    return this.#listed[kind].at(-1);
  }

  #locate(text: string, line: number): void {
    const open = this.#open;
    if (!open || open.located || line > open.line + linesBelow) return;
    const file = readPosition(text);
    const finding = this.#listed[open.kind][open.at];
    if (!file || !finding) return;
    this.#listed[open.kind][open.at] = { ...finding, file };
    this.#open = { ...open, located: true };
  }

  /** A traceback ends with its exception, in the file that was named last. */
  #readTraceback(text: string, line: number): boolean {
    if (/^\s*(?:\S+ \| )?Traceback \(most recent call last\)/.test(text)) {
      this.#traceback = {};
      return true;
    }
    if (!this.#traceback) return false;
    if (/^\s/.test(text)) {
      const file = readPosition(text);
      if (file) this.#traceback.file = file;
      return true;
    }
    const { file } = this.#traceback;
    this.#traceback = undefined;
    if (!/^[\w.]+(?::|$)/.test(text)) return false;
    this.#report({ kind: "error", line, text: text.slice(0, maxText), ...(file ? { file } : {}) });
    return true;
  }

  /** Returns at most `limit` findings by line; warnings are left out before errors are. */
  list(limit: number): Finding[] {
    const errors = this.#listed.error.slice(0, limit);
    const warnings = this.#listed.warning.slice(0, limit - errors.length);
    return [...errors, ...warnings].sort((a, b) => a.line - b.line);
  }
}
