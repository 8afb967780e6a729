import { z } from "zod";
import type { PublishRun } from "./publish-run.ts";

const slim = z.object({
  iid: z.int(),
  state: z.string(),
  createdAt: z.string(),
  endedAt: z.string().nullable(),
});
const versionTime = z.object({ createdAt: z.string() });

/** One thing that happened to a merge request: a version was pushed, or it was closed or merged. */
export interface TimelineEvent {
  readonly iid: number;
  readonly at: number;
  /** Index of the version; null for its end. */
  readonly version: number | null;
}

/**
 * Returns what happened to all merge requests in the order in which it is made again. Numbers are given in the order of
 * creation: no merge request is created before one with a smaller number, nor ended before its last version.
 */
export function planTimeline(run: PublishRun): TimelineEvent[] {
  const { store, id } = run;
  const versions = new Map<number, number[]>();
  for (const { key, value } of store.items(id, "version", versionTime)) {
    const iid = Number(key.split(":")[0]);
    const times = versions.get(iid) ?? [];
    times.push(timeOf(value.createdAt));
    versions.set(iid, times);
  }
  const mergeRequests = [...store.items(id, "merge-request", slim)].map(({ value }) => value);
  const events: TimelineEvent[] = [];
  let createdAfter = 0;
  for (const { iid, state, createdAt, endedAt } of mergeRequests.toSorted((a, b) => a.iid - b.iid)) {
    const times = versions.get(iid) ?? [];
    const first = Math.max(createdAfter, times[0] ?? timeOf(createdAt));
    createdAfter = first;
    let at = first;
    for (const [version, time] of times.entries()) {
      at = Math.max(at, time);
      events.push({ iid, at, version });
    }
    if (state !== "merged" && state !== "closed") continue;
    events.push({ iid, at: Math.max(at, timeOf(endedAt ?? "")), version: null });
  }
  const order = ({ version }: TimelineEvent) => version ?? Number.MAX_SAFE_INTEGER;
  return events.toSorted((a, b) => a.at - b.at || a.iid - b.iid || order(a) - order(b));
}

/** Returns milliseconds; 0 for a time that cannot be read. */
const timeOf = (text: string): number => Date.parse(text) || 0;
