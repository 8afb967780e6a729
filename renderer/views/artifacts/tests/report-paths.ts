import type { ArchiveEntry } from "../../../../shared/host/artifacts.ts";

/** Files that are read as reports at most, and their bytes in all. */
const maxFiles = 200;
const maxBytes = 100_000_000;

/** Words in the path of a report, by the habits of test runners. */
const habits = /junit|test|spec|surefire|failsafe|report|result|xunit/i;

export interface ReportPaths {
  readonly paths: readonly string[];
  /** Likely reports that are not read, since there are too many or they are too large. */
  readonly left: number;
}

/** Returns the files of an archive that may be JUnit reports: those with the names that test runners use, else all XML. */
export function reportPaths(entries: readonly ArchiveEntry[]): ReportPaths {
  const xml = entries.filter(({ path, refusal }) => !refusal && /\.xml$/i.test(path));
  const likely = xml.filter(({ path }) => habits.test(path));
  const wanted = likely.length > 0 ? likely : xml;
  const paths: string[] = [];
  let bytes = 0;
  for (const { path, size } of wanted) {
    if (paths.length >= maxFiles || bytes + size > maxBytes) continue;
    bytes += size;
    paths.push(path);
  }
  return { paths, left: wanted.length - paths.length };
}
