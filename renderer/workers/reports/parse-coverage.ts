import { SaxesParser, type SaxesTagPlain } from "saxes";
import { pathMatcher } from "./match-paths.ts";
import type { Coverage, FileCoverage, LineCoverage, ReportFile } from "./report-types.ts";

/** Bytes of a report beyond which it is not read. */
const maxReportBytes = 100_000_000;
/** Nested elements beyond which a report is not read. */
const maxDepth = 100;
/** Lines of all changed files that are read, and the largest number that one may have. */
const maxLines = 2_000_000;
const maxLineNumber = 10_000_000;
const maxSources = 100;
/** Characters, or bytes, that are parsed at a time. */
const chunkLength = 256 * 1024;

/** A report that is not read; its message is a sentence. */
class UnreadableReport extends Error {}

/** Lines of the changed files, of all reports together. */
class CoveredLines {
  readonly byPath = new Map<string, Map<number, LineCoverage>>();
  #count = 0;

  /** Adds a line; one that another report or class has too is tested where any of them tests it. */
  add(path: string, line: number, state: LineCoverage): void {
    if (!Number.isInteger(line) || line < 1 || line > maxLineNumber) return;
    const lines = this.byPath.get(path) ?? new Map<number, LineCoverage>();
    this.byPath.set(path, lines);
    const before = lines.get(line);
    if (before === undefined && ++this.#count > maxLines)
      throw new UnreadableReport(`It has more than ${maxLines.toLocaleString("en")} lines of changed files.`);
    if (before === undefined || rank[state] > rank[before]) lines.set(line, state);
  }
}

const rank: Readonly<Record<LineCoverage, number>> = { uncovered: 0, partial: 1, covered: 2 };

/** Reads the lines of changed files from reports. What cannot be read is named, and the others are read. */
export function readCoverage(files: readonly ReportFile[], paths: readonly string[]): Coverage {
  const lines = new CoveredLines();
  const find = pathMatcher(paths);
  const problems: string[] = [];
  for (const { format, name, bytes } of files) {
    try {
      if (bytes.byteLength > maxReportBytes) throw new UnreadableReport("It is larger than 100 MB.");
      if (format === "lcov") readLcov(new Uint8Array(bytes), find, lines);
      else readXml(new Uint8Array(bytes), find, lines);
    } catch (error) {
      if (!(error instanceof UnreadableReport)) throw error;
      problems.push(`${name} was not read. ${error.message}`);
    }
  }
  return { byPath: lines.byPath satisfies ReadonlyMap<string, FileCoverage>, problems };
}

type FindPath = ReturnType<typeof pathMatcher>;

/**
 * Reads Cobertura or JaCoCo, whichever it is; a service stores several reports one after the other. Both name a document type,
 * which is not read: one that declares something is refused, and no entity but XML's own is expanded.
 */
function readXml(bytes: Uint8Array, find: FindPath, lines: CoveredLines): void {
  const documents = new TextDecoder().decode(bytes).split(/(?=<\?xml\s)/);
  const [before = "", ...rest] = documents;
  const all = before.trim() === "" ? rest : documents;
  if (all.length === 0) throw new UnreadableReport("It is not XML.");
  for (const document of all) readDocument(document, find, lines);
}

function readDocument(text: string, find: FindPath, lines: CoveredLines): void {
  let reader: XmlReader | null = null;
  let depth = 0;
  let problem: string | null = null;
  let isSource = false;
  const parser = new SaxesParser({ xmlns: false, position: false });
  parser.on("error", (error) => {
    problem ??= error.message;
  });
  parser.on("doctype", (type) => {
    if (type.includes("[")) throw new UnreadableReport("Its document type declares something.");
  });
  parser.on("opentag", (tag) => {
    if (++depth > maxDepth) throw new UnreadableReport("It is nested too deeply.");
    if (depth === 1) {
      if (tag.name !== "coverage" && tag.name !== "report")
        throw new UnreadableReport(`It begins with <${tag.name.slice(0, 40)}>, which is no coverage.`);
      reader = tag.name === "coverage" ? new CoberturaReader(find, lines) : new JacocoReader(find, lines);
    }
    isSource = tag.name === "source";
    reader?.open(tag);
  });
  parser.on("text", (part) => {
    if (isSource) reader?.text?.(part);
  });
  parser.on("closetag", ({ name }) => {
    depth--;
    isSource = false;
    reader?.close(name);
  });
  for (let at = 0; at < text.length; at += chunkLength) {
    parser.write(text.slice(at, at + chunkLength));
    if (problem !== null && reader === null) throw new UnreadableReport("It is not XML.");
  }
  parser.close();
  if (reader === null) throw new UnreadableReport("It is not XML.");
  if (problem !== null) throw new UnreadableReport(`Not well-formed: ${problem}`);
}

interface XmlReader {
  open(tag: SaxesTagPlain): void;
  close(name: string): void;
  text?(text: string): void;
}

/** Reads `<coverage>`: lines of classes, whose files are below one of the sources. */
class CoberturaReader implements XmlReader {
  readonly #find: FindPath;
  readonly #lines: CoveredLines;
  readonly #sources: string[] = [];
  #path: string | null = null;

  constructor(find: FindPath, lines: CoveredLines) {
    this.#find = find;
    this.#lines = lines;
  }

  open({ name, attributes }: SaxesTagPlain): void {
    if (name === "source" && this.#sources.length < maxSources) this.#sources.push("");
    if (name === "class") this.#path = this.#find(attributes.filename ?? "", this.#sources);
    if (name !== "line" || this.#path === null) return;
    const hits = Number(attributes.hits);
    const [, share = "100"] = /^\s*([\d.]+)\s*%/.exec(attributes["condition-coverage"] ?? "") ?? [];
    const isPartial = attributes.branch?.toLowerCase() === "true" && Number(share) < 100;
    const state = hits > 0 ? (isPartial ? "partial" : "covered") : "uncovered";
    this.#lines.add(this.#path, Number(attributes.number), state);
  }

  close(name: string): void {
    if (name === "class") this.#path = null;
  }

  text(text: string): void {
    const last = this.#sources.length - 1;
    if (last >= 0) this.#sources[last] = `${this.#sources[last]}${text}`.trim().slice(0, 4_000);
  }
}

/** Reads `<report>`: lines of source files, which are named by their package. */
class JacocoReader implements XmlReader {
  readonly #find: FindPath;
  readonly #lines: CoveredLines;
  #package = "";
  #path: string | null = null;

  constructor(find: FindPath, lines: CoveredLines) {
    this.#find = find;
    this.#lines = lines;
  }

  open({ name, attributes }: SaxesTagPlain): void {
    if (name === "package") this.#package = attributes.name ?? "";
    if (name === "sourcefile") this.#path = this.#find(`${this.#package}/${attributes.name ?? ""}`);
    if (name !== "line" || this.#path === null) return;
    const [missed, covered] = [Number(attributes.mi), Number(attributes.ci)];
    const isPartial = missed > 0 || Number(attributes.mb) > 0;
    this.#lines.add(
      this.#path,
      Number(attributes.nr),
      covered > 0 ? (isPartial ? "partial" : "covered") : "uncovered",
    );
  }

  close(name: string): void {
    if (name === "sourcefile") this.#path = null;
  }
}

/** Reads a tracefile of lcov. */
function readLcov(bytes: Uint8Array, find: FindPath, lines: CoveredLines): void {
  const decoder = new TextDecoder();
  let path: string | null = null;
  let hasFile = false;
  let hits = new Map<number, number>();
  const branches = new Set<number>();
  let rest = "";
  const take = (line: string) => {
    if (line.startsWith("SF:")) {
      hasFile = true;
      path = find(line.slice(3).trim());
      hits = new Map();
      branches.clear();
    } else if (path !== null && line.startsWith("DA:")) {
      const [number, count] = line.slice(3).split(",");
      hits.set(Number(number), Number(count));
    } else if (path !== null && line.startsWith("BRDA:")) {
      const [number, , , taken] = line.slice(5).split(",");
      if (taken?.trim() === "0" || taken?.trim() === "-") branches.add(Number(number));
    } else if (line.startsWith("end_of_record")) {
      for (const [number, count] of path === null ? [] : hits)
        lines.add(
          path ?? "",
          number,
          count > 0 ? (branches.has(number) ? "partial" : "covered") : "uncovered",
        );
      path = null;
    }
    if (hits.size > maxLines) throw new UnreadableReport("It has too many lines.");
  };
  for (let at = 0; at < bytes.length; at += chunkLength) {
    const text = (rest + decoder.decode(bytes.subarray(at, at + chunkLength), { stream: true })).split("\n");
    rest = (text.pop() ?? "").slice(0, chunkLength);
    for (const line of text) take(line);
  }
  take(rest);
  if (!hasFile) throw new UnreadableReport("It is no tracefile of lcov.");
}
