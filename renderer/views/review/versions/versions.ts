import type { MergeRequestVersion } from "../../../../shared/api/resources/merge-request-shapes.ts";

/** Ids of the versions between which changes are read; what is left out is the target and the latest. */
export interface VersionIds {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Two ends of what is read: a version or the base it stands on, and a version. */
export interface VersionRange {
  /** Null: the target branch, as the version `to` found it. */
  readonly from: MergeRequestVersion | null;
  readonly to: MergeRequestVersion;
}

/**
 * The bounds that an address names by version ids, of versions newest first. Null while there is no version. What
 * names no version, or the same or a newer one as its beginning, begins at the base.
 */
export function rangeOf(
  versions: readonly MergeRequestVersion[],
  from: string | undefined,
  to: string | undefined,
): VersionRange | null {
  const end = versions.find(({ id }) => String(id) === to) ?? versions[0];
  if (!end) return null;
  const begin = versions.find(({ id }) => String(id) === from);
  const older = begin && versions.indexOf(begin) > versions.indexOf(end) ? begin : null;
  return { from: older, to: end };
}

/** Versions are counted from 1, the oldest. */
export const numberOf = (versions: readonly MergeRequestVersion[], version: MergeRequestVersion): number =>
  versions.length - versions.findIndex(({ id }) => id === version.id);

/** Whether two versions stand on different bases: something came from the target between them. */
export const isRebased = (a: MergeRequestVersion, b: MergeRequestVersion): boolean =>
  a.base_commit_sha !== b.base_commit_sha;
