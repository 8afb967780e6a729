import type { FilePosition, Finding } from "../../../../../shared/trace-types.ts";

/** A path with a dot or a slash in it, as tools print it before `:12:5`. */
const path = String.raw`(?<path>(?:[A-Za-z]:[\\/])?[^\s:()"'<>|\[\]]*[./\\][^\s:()"'<>|\[\]]*)`;
const position = String.raw`${path}:(?<line>\d+)(?::(?<column>\d+))?`;
const kind = "(?<kind>fatal error|error|warning)";
/** Times, levels in brackets and the like that loggers print before a level. */
const logged = String.raw`(?:[\d\s:.,TZ+/|()-]|\[[\d\s:.,TZ+/-]*\])*`;

const pattern = (source: string, flags = "") => new RegExp(source, flags);

interface Rule {
  readonly pattern: RegExp;
  /** By default the group `kind`, else an error. */
  readonly kind?: Finding["kind"];
}

/** Patterns of lines that report something; the first match counts. */
const rules: readonly Rule[] = [
  // tsc, msbuild: src/a.ts(12,5): error TS2322: …
  { pattern: pattern(String.raw`^\s*(?<path>[^\s()]+)\((?<line>\d+),(?<column>\d+)\): ${kind}\b`, "i") },
  // tsc in colours: src/a.ts:12:5 - error TS2322: …
  { pattern: pattern(String.raw`^${position} - ${kind}\b`) },
  // gcc, clang, swift, javac, mypy: a.c:12:5: error: …
  { pattern: pattern(String.raw`^\s*(?:vet: )?${position}:\s+${kind}\b`, "i") },
  // Linters and scripts: warning src/a.c:12: …
  { pattern: pattern(String.raw`^\s*(?<kind>error|warning):? ${position}(?::|\s|$)`, "i") },
  // maven: [ERROR] /src/A.java:[12,5] …
  { pattern: pattern(String.raw`^\[(?<kind>ERROR|WARNING)\]\s+${path}:\[(?<line>\d+),(?<column>\d+)\]`) },
  // kotlin: e: file:///src/A.kt:12:5 …
  { pattern: pattern(String.raw`^e: (?:file:\/\/)?${position}`) },
  { pattern: pattern(String.raw`^w: (?:file:\/\/)?${position}`), kind: "warning" },
  // go build: ./main.go:12:5: …
  { pattern: pattern(String.raw`^(?:vet: )?(?<path>[^\s:]+\.go):(?<line>\d+):(?<column>\d+): `) },
  // flake8, pylint, ruff: a.py:12:5: F401 …
  { pattern: pattern(String.raw`^(?<path>[^\s:]+\.pyi?):(?<line>\d+):(?<column>\d+): [EF]\d+`) },
  {
    pattern: pattern(String.raw`^(?<path>[^\s:]+\.pyi?):(?<line>\d+):(?<column>\d+): [A-Z]+\d+`),
    kind: "warning",
  },
  // python warnings, pytest: a.py:12: DeprecationWarning: …, a.py:12: AssertionError
  { pattern: pattern(String.raw`^\s*(?<path>[^\s:]+\.py):(?<line>\d+): \w*Warning\b`), kind: "warning" },
  { pattern: pattern(String.raw`^(?<path>[^\s:]+\.py):(?<line>\d+): \w*(?:Error|Exception|Failed)\b`) },
  { pattern: pattern(String.raw`^(?:FAILED|ERROR) (?<path>[^\s:]+\.py)(?:::|\s|$)`) },
  // jest, vitest: FAIL src/a.test.ts
  { pattern: pattern(String.raw`^\s*(?:❯ )?FAIL\s+(?:\|[^|]*\|\s+)?(?<path>\S+\.\w+)(?:\s|$)`) },
  // go test, rust
  { pattern: /^\s*--- FAIL: / },
  { pattern: /^test \S+ \.\.\. FAILED$/ },
  { pattern: pattern(`^thread '[^']*'.* panicked at (?:'.*', )?${position}`) },
  { pattern: /^panic: / },
  // cmake, make
  {
    pattern: pattern(String.raw`^CMake (?<kind>Error|Warning)(?: \(dev\))? at (?<path>[^\s:]+):(?<line>\d+)`),
  },
  {
    pattern: pattern(
      String.raw`^g?make(?:\[\d+\])?: \*\*\* (?:\[(?<path>[^\s:\]]+):(?<line>\d+): )?.*(?:Error \d+|Stop\.)`,
    ),
  },
  // php, ruby
  { pattern: pattern(String.raw`^(?:PHP )?(?:Fatal|Parse) error: .* in (?<path>\S+) on line (?<line>\d+)`) },
  {
    pattern: pattern(
      String.raw`^(?:PHP )?(?:Warning|Notice|Deprecated): .* in (?<path>\S+) on line (?<line>\d+)`,
    ),
    kind: "warning",
  },
  // shells
  {
    pattern: pattern(
      String.raw`^(?<path>[^\s:]+): (?:line )?(?<line>\d+): .*(?:not found|[Pp]ermission denied|[Ss]yntax error)`,
    ),
  },
  { pattern: /^\S+: (?:\S+: )?(?:command not found|Permission denied)\b/ },
  { pattern: /^Segmentation fault\b/ },
  // npm, yarn, gradle
  { pattern: /^npm (?:ERR!|error)/ },
  { pattern: /^npm warn/i, kind: "warning" },
  { pattern: /^> Task \S+ FAILED$|^FAILURE: / },
  // eslint and those that print like it: the path is on a line above
  { pattern: /^\s+(?<line>\d+):(?<column>\d+)\s+✖?\s*(?<kind>error|warning)\s+\S/ },
  // Exceptions of java, python, javascript
  {
    pattern:
      /^(?:Exception in thread "[^"]*" |Uncaught |Unhandled \w+ )?(?:[\w$]+\.)*[A-Z][\w$]*(?:Error|Exception)(?: \[\w+\])?(?::|$)/,
  },
  // level=error, "level":"warn", [ERROR], 12:00:01 WARN
  { pattern: /^.{0,120}?\blevel"?[=:] ?"?(?<kind>error|fatal|warn)/i },
  {
    pattern: pattern(
      String.raw`^${logged}\[?(?<kind>ERROR|FATAL|CRITICAL|SEVERE|WARN|WARNING)\]?(?:[:\]|]|\s+\S)`,
    ),
  },
  // error: …, error[E0308]: …, ld: error: …, docker: Error response from daemon: …
  {
    pattern:
      /^(?:[\w./@-]+(?:\[\d+\])?: )?(?<kind>(?:fatal )?error|fatal|warning)(?:\[[\w:-]+\]| [A-Z]+\d+| response from daemon)?: /i,
  },
];

/** Lines that only summarise, or print the command. */
const ignored =
  /^(?:[$+] |\s*[✓✔√] )|(?:^|\W)(?:0|no) (?:errors?|warnings?|failures?)(?:\W|$)|aborting due to |generated \d+ warnings?|^error: could not compile|^warning: build failed/i;

/** Returns what a line reports; null for most lines. */
function readFinding(text: string): Pick<Finding, "kind" | "file"> | null {
  if (ignored.test(text)) return null;
  for (const rule of rules) {
    const found = rule.pattern.exec(text);
    if (!found) continue;
    const groups: Groups = found.groups ?? {};
    const said = /^w/i.test(groups.kind ?? "") ? "warning" : "error";
    const file = filePosition(groups);
    return { kind: rule.kind ?? said, ...(file ? { file } : {}) };
  }
  return null;
}

/** Returns the file position that a line below a finding names. */
const positions: readonly RegExp[] = [
  // rustc
  pattern(String.raw`^\s*(?:-->|:::) ${position}`),
  // vitest
  pattern(String.raw`^\s*❯ (?:.* )?${position}\s*$`),
  // java
  /^\s+at [\w.$<>/@]+\((?<path>[\w$]+\.(?:java|kt|scala|groovy)):(?<line>\d+)\)/,
  // javascript
  pattern(String.raw`^\s+at (?:.*\()?(?:file:\/\/)?(?!node:)${position}\)?$`),
  // python
  /^\s*File "(?<path>[^"]+)", line (?<line>\d+)/,
  // go: of a test, of a panic
  /^\s+(?<path>[^\s:]+\.go):(?<line>\d+)/,
  // rspec
  pattern(String.raw`^\s+# ${position}`),
];

/** Returns the position in the repository that a line is about; null where it is about none, or about a library. */
function readPosition(text: string): FilePosition | null {
  if (/node_modules|site-packages|\/go\/pkg\/|\/usr\/lib\//.test(text)) return null;
  for (const candidate of positions) {
    const file = filePosition(candidate.exec(text)?.groups);
    if (file) return file;
  }
  return null;
}

interface Groups {
  readonly kind?: string;
  readonly path?: string;
  readonly line?: string;
  readonly column?: string;
}

function filePosition(groups: Groups | undefined): FilePosition | undefined {
  if (!groups?.path) return undefined;
  const [line, column] = [Number(groups.line), Number(groups.column)];
  return {
    path: groups.path,
    line: line > 0 ? line : undefined,
    column: column > 0 ? column : undefined,
  };
}

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
