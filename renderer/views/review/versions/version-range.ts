import type { MergeRequestVersion } from "../../../../shared/api/resources/merge-request-shapes.ts";
import type { Optional } from "../../../../shared/optional.ts";
import { formatRelativeTime } from "../../../ui/values/time.tsx";

/** Ends of a range: ids, or the hash of the first one's head; by default the target branch and the latest version. */
export type VersionIds = Optional<{
  from: string;
  to: string;
}>;

/** A range of versions: from a version, or the base where it is null, to a version. */
export interface VersionRange {
  /** Null for the base of the version `to`. */
  readonly from: MergeRequestVersion | null;
  readonly to: MergeRequestVersion;
}

/**
 * Returns the range of an address's version ids, of versions newest first. Null while there is no version. A start that
 * is unknown, or not older than the end, is the base.
 */
export function versionRange(
  versions: readonly MergeRequestVersion[],
  from: string | undefined,
  to: string | undefined,
): VersionRange | null {
  const end = versions.find(({ id }) => String(id) === to) ?? versions[0];
  if (!end) return null;
  const begin = versions.find(({ id, head_commit_sha }) => String(id) === from || head_commit_sha === from);
  const older = begin && versions.indexOf(begin) > versions.indexOf(end) ? begin : null;
  return { from: older, to: end };
}

/** Versions are counted from 1, the oldest. */
export const numberOf = (versions: readonly MergeRequestVersion[], version: MergeRequestVersion): number =>
  versions.length - versions.findIndex(({ id }) => id === version.id);

/** Returns when a version was pushed and how many commits it has, where the service counts them. */
export function describeVersion(
  { created_at, commits_count: commits }: MergeRequestVersion,
  now: Date,
): string {
  const time = formatRelativeTime(new Date(created_at), now);
  return commits == null
    ? time
    : `${time} · ${commits.toLocaleString()} ${commits === 1 ? "commit" : "commits"}`;
}

/** Returns whether two versions have different bases: the branch was rebased between them. */
export const isRebased = (a: MergeRequestVersion, b: MergeRequestVersion): boolean =>
  a.base_commit_sha !== b.base_commit_sha;
