import type { ArchiveEntry } from "../../../../shared/host/artifacts.ts";

/** Files that are read as reports at most, and their bytes in all. */
const maxFiles = 200;
const maxBytes = 100_000_000;

/** Words in the path of a report, by the habits of test runners. */
const habits = /junit|test|spec|surefire|failsafe|report|result|xunit/i;

export interface ReportPaths {
  readonly paths: readonly string[];
  /** XML files that are not read, since there are too many or they are too large. */
  readonly left: number;
}

/**
 * Returns the files of an archive that may be JUnit reports: all XML, since only what is in a file says what it is. Those with
 * the names that test runners use are first, so that they are read where there are too many.
 */
export function reportPaths(entries: readonly ArchiveEntry[]): ReportPaths {
  const xml = entries.filter(({ path, refusal }) => !refusal && /\.xml$/i.test(path));
  const byHabit = Map.groupBy(xml, ({ path }) => habits.test(path));
  const paths: string[] = [];
  let bytes = 0;
  for (const { path, size } of [...(byHabit.get(true) ?? []), ...(byHabit.get(false) ?? [])]) {
    if (paths.length >= maxFiles || bytes + size > maxBytes) continue;
    bytes += size;
    paths.push(path);
  }
  return { paths, left: xml.length - paths.length };
}
