/** Formats of coverage and code quality. */
export type ReportFormat = "cobertura" | "jacoco" | "lcov" | "codequality";

/** A report's bytes. */
export interface ReportFile {
  readonly format: ReportFormat;
  /** Name that people know it by. */
  readonly name: string;
  readonly bytes: ArrayBuffer;
}

/** State of a line: tested, not tested, or tested in some of its branches. */
export type LineCoverage = "covered" | "uncovered" | "partial";

/** Lines of a changed file, by their number, that reports have. */
export type FileCoverage = ReadonlyMap<number, LineCoverage>;

/** Lines of changed files, as reports have them. */
export interface Coverage {
  readonly byPath: ReadonlyMap<string, FileCoverage>;
  /** Sentences about reports that could not be read. */
  readonly problems: readonly string[];
}

/** Severities of findings, the worst first. */
export const severities = ["blocker", "critical", "major", "minor", "info"] as const;
export type Severity = (typeof severities)[number];

/** A finding of code quality. */
export interface Finding {
  readonly fingerprint: string;
  readonly severity: Severity;
  readonly text: string;
  readonly check: string;
  /** Path as the report has it, or that of the changed file which it names. */
  readonly path: string;
  /** Whether the path is that of a changed file. */
  readonly isChanged: boolean;
  readonly line: number;
}

/** Findings of the reports of a commit, compared with those of another. */
export interface Quality {
  /** Those that the other commit does not have; all where there is none to compare with. */
  readonly fresh: readonly Finding[];
  /** Findings of the other commit that this one does not have; null where there is none to compare with. */
  readonly fixed: readonly Finding[] | null;
  /** Findings that both have. */
  readonly known: readonly Finding[];
  readonly problems: readonly string[];
}
