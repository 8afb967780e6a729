import type { ArchiveEntry } from "../../../shared/host/artifacts.ts";
import { inParallel } from "../../../shared/in-parallel.ts";
import type { ReportBytes } from "../../workers/junit/junit-types.ts";
import { type ArtifactSource, readArtifactFile } from "./artifact-source.tsx";

/** Files requested concurrently. */
const concurrency = 4;

/** Reads files of an archive in the order of their paths, a few at once, and calls back after each. Throws ProblemError. */
export async function readReportFiles(
  source: ArtifactSource,
  paths: readonly string[],
  signal: AbortSignal,
  onRead: () => void = () => undefined,
): Promise<ReportBytes[]> {
  const files: ReportBytes[] = [];
  await inParallel(paths.entries(), concurrency, async ([index, path]) => {
    const bytes = await (await readArtifactFile(source, path, signal)).arrayBuffer();
    files[index] = { path, bytes };
    onRead();
  });
  return files;
}

/** Files that are read as reports at most, and their bytes in all. */
const maxFiles = 200;
const maxBytes = 100_000_000;

/** Words in the path of a report, by the habits of test runners. */
const habits = /junit|test|spec|surefire|failsafe|report|result|xunit/i;

interface ReportPaths {
  readonly paths: readonly string[];
  /** XML files that are not read, since there are too many or they are too large. */
  readonly left: number;
}

/**
 * Returns the files of an archive that may be JUnit reports: all XML, since only what is in a file says what it is. Those with
 * the names that test runners use are first, so that they are read where there are too many.
 */
export function reportPaths(
  entries: readonly ArchiveEntry[],
  limits: { readonly files: number; readonly bytes: number } = { files: maxFiles, bytes: maxBytes },
): ReportPaths {
  const xml = entries.filter(({ path, refusal }) => !refusal && /\.xml$/i.test(path));
  const byHabit = Map.groupBy(xml, ({ path }) => habits.test(path));
  const paths: string[] = [];
  let bytes = 0;
  for (const { path, size } of [...(byHabit.get(true) ?? []), ...(byHabit.get(false) ?? [])]) {
    if (paths.length >= limits.files || bytes + size > limits.bytes) continue;
    bytes += size;
    paths.push(path);
  }
  return { paths, left: xml.length - paths.length };
}
