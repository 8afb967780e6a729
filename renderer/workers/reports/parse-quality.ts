import { pathMatcher } from "./match-paths.ts";
import { type Finding, type Quality, type ReportFile, type Severity, severities } from "./report-types.ts";

/** Bytes of a report beyond which it is not read. */
const maxReportBytes = 50_000_000;
/** Findings of a commit that are read. */
const maxFindings = 20_000;
const maxText = 2_000;

interface Read {
  readonly findings: readonly Finding[];
  readonly problems: readonly string[];
}

/**
 * Compares the findings of a commit with those of the one that it is to be merged into; null where that has no report. Two
 * findings are the same one where their fingerprints are.
 */
export function readQuality(
  files: readonly ReportFile[],
  before: readonly ReportFile[] | null,
  paths: readonly string[],
): Quality {
  const find = pathMatcher(paths);
  const now = readFindings(files, find);
  if (before === null) return { fresh: now.findings, fixed: null, known: [], problems: now.problems };
  const base = readFindings(before, find);
  const count = new Map<string, number>();
  for (const { fingerprint } of base.findings) count.set(fingerprint, (count.get(fingerprint) ?? 0) + 1);
  const fresh: Finding[] = [];
  const known: Finding[] = [];
  for (const finding of now.findings) {
    const left = count.get(finding.fingerprint) ?? 0;
    if (left > 0) count.set(finding.fingerprint, left - 1);
    (left > 0 ? known : fresh).push(finding);
  }
  const fixed = base.findings.filter(({ fingerprint }) => {
    const left = count.get(fingerprint) ?? 0;
    if (left > 0) count.set(fingerprint, left - 1);
    return left > 0;
  });
  return { fresh, fixed, known, problems: [...now.problems, ...base.problems] };
}

function readFindings(files: readonly ReportFile[], find: ReturnType<typeof pathMatcher>): Read {
  const findings: Finding[] = [];
  const problems: string[] = [];
  for (const { name, bytes } of files) {
    const entries = bytes.byteLength > maxReportBytes ? null : parseArrays(new TextDecoder().decode(bytes));
    if (entries === null) {
      problems.push(
        `${name} was not read: it is ${bytes.byteLength > maxReportBytes ? "larger than 50 MB" : "no code quality report"}.`,
      );
      continue;
    }
    for (const entry of entries) {
      const finding = findingOf(entry, find);
      if (finding) findings.push(finding);
      if (findings.length < maxFindings) continue;
      problems.push(`Only the first ${maxFindings.toLocaleString("en")} findings are read.`);
      return { findings, problems };
    }
  }
  const order = (severity: Severity) => severities.indexOf(severity);
  return { findings: findings.toSorted((a, b) => order(a.severity) - order(b.severity)), problems };
}

/** Returns the entries of a list, or of several one after the other; null for anything else. */
function parseArrays(text: string): readonly unknown[] | null {
  const whole = parse(text);
  if (whole !== undefined) return Array.isArray(whole) ? whole : null;
  const parts = text.trim().split(/(?<=\])\s*(?=\[)/);
  const lists = parts.length > 1 ? parts.map(parse) : [];
  return lists.length > 0 && lists.every(Array.isArray) ? lists.flat() : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string => (typeof value === "string" ? value.slice(0, maxText) : "");
const at = (value: unknown, ...keys: readonly string[]): unknown =>
  keys.reduce((inner, key) => (isObject(inner) ? inner[key] : undefined), value);

function findingOf(entry: unknown, find: ReturnType<typeof pathMatcher>): Finding | null {
  const named = textOf(at(entry, "location", "path"));
  const text = textOf(at(entry, "description"));
  if (named === "" || text === "") return null;
  const line = at(entry, "location", "lines", "begin") ?? at(entry, "location", "positions", "begin", "line");
  // Some tools write the position as the beginning of the lines.
  const number = Number(isObject(line) ? line.line : line);
  const check = textOf(at(entry, "check_name"));
  const severity = severities.find((known) => known === at(entry, "severity")) ?? "info";
  const path = find(named);
  const own = textOf(at(entry, "fingerprint"));
  return {
    ...{ severity, text, check, isChanged: path !== null, path: path ?? named },
    fingerprint: own === "" ? `${named}\n${check}\n${text}` : own,
    line: Number.isInteger(number) && number > 0 ? number : 1,
  };
}
