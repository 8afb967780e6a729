/** First version that has `paused`; from then on `active` is deprecated, and both together are refused. */
const pausedSince = [14, 8] as const;

/** Returns the field that pauses or resumes a runner on a service of this version; `active` where it is hidden. */
export function activity(version: string | null, paused: boolean): { paused: boolean } | { active: boolean } {
  const [, major = "0", minor = "0"] = /^(\d+)\.(\d+)/.exec(version ?? "") ?? [];
  const isNew =
    Number(major) > pausedSince[0] || (Number(major) === pausedSince[0] && Number(minor) >= pausedSince[1]);
  return isNew ? { paused } : { active: !paused };
}
