import type { z } from "zod";
import { diffEntry } from "../resources/commit-shapes.ts";
import {
  mergeRequest,
  mergeRequestDetail,
  mergeRequestWithChanges,
} from "../resources/merge-request-shapes.ts";
import { project } from "../resources/projects.ts";
import { runner, runnerDetail } from "../resources/runners.ts";
import { snippet } from "../resources/snippet-shapes.ts";
import { definitionOf, unwrap } from "./schema-walk.ts";

type Raw = Record<string, unknown>;

/**
 * The runner of any version: newer services have `paused` instead of `active` and no `is_shared`, older ones neither
 * `runner_type` nor `status`.
 */
const readRunner = (raw: Raw): Raw => {
  const known = typeof raw.paused === "boolean" || typeof raw.active === "boolean";
  const paused = typeof raw.paused === "boolean" ? raw.paused : raw.active === false;
  const connection = raw.online === true ? "online" : raw.online === false ? "offline" : null;
  const shared =
    raw.is_shared ?? (raw.runner_type === undefined ? undefined : raw.runner_type === "instance_type");
  return {
    ...raw,
    ...(known ? { active: !paused, paused } : {}),
    ...(shared === undefined ? {} : { is_shared: shared }),
    // Old services do not send whether a runner that is not shared is a group's or a project's.
    ...(raw.runner_type === undefined && raw.is_shared === true ? { runner_type: "instance_type" } : {}),
    status:
      raw.status ??
      (paused ? "paused" : (connection ?? (raw.online === null ? "never_contacted" : "unknown"))),
  };
};

/** The merge request of any version: `draft` and `work_in_progress`, `merged_by` and `assignees` are always there. */
const readMergeRequest = (raw: Raw): Raw => {
  const draft = raw.draft ?? raw.work_in_progress;
  return {
    ...raw,
    ...(draft === undefined ? {} : { draft, work_in_progress: draft }),
    merged_by: raw.merged_by ?? raw.merge_user,
    assignees: raw.assignees ?? (raw.assignee ? [raw.assignee] : undefined),
  };
};

/** A snippet of several files is named after its first where the service no longer does so. */
const readSnippet = (raw: Raw): Raw => {
  const [first]: unknown[] = Array.isArray(raw.files) ? raw.files : [];
  if (raw.file_name || first === null || typeof first !== "object" || !("path" in first)) return raw;
  return { ...raw, file_name: first.path };
};

/** Renamed fields of newer and older services, by shape (docs/compatibility.md, 8 to 13). */
const rules = new Map<z.ZodType, (raw: Raw) => Raw>([
  [project, (raw) => (raw.tag_list === undefined && raw.topics ? { ...raw, tag_list: raw.topics } : raw)],
  [runner, readRunner],
  [runnerDetail, readRunner],
  [mergeRequest, readMergeRequest],
  [mergeRequestDetail, readMergeRequest],
  [mergeRequestWithChanges, readMergeRequest],
  [snippet, readSnippet],
  [
    diffEntry,
    (raw) => ({
      ...raw,
      // Old services put the two file lines before the first hunk, new ones begin with it.
      diff: typeof raw.diff === "string" ? raw.diff.replace(/^--- [^\n]*\n\+\+\+ [^\n]*\n/, "") : raw.diff,
      a_mode: raw.a_mode === "0" ? null : raw.a_mode,
      b_mode: raw.b_mode === "0" ? null : raw.b_mode,
    }),
  ],
]);

/** Returns a response of any version in the shape of the contract. */
export function normalise(schema: z.ZodType, value: unknown): unknown {
  const inner = unwrap(schema);
  const { type, element, shape } = definitionOf(inner);
  if (type === "array" && element && Array.isArray(value)) {
    return needsWalk(element) ? value.map((entry) => normalise(element, entry)) : value;
  }
  if (type !== "object" || value === null || typeof value !== "object") return value;
  let result = (rules.get(inner)?.(value as Raw) ?? value) as Raw;
  for (const [key, child] of Object.entries(shape ?? {})) {
    if (result[key] === undefined || result[key] === null || !needsWalk(child)) continue;
    const next = normalise(child, result[key]);
    if (next !== result[key]) result = { ...result, [key]: next };
  }
  return result;
}

const walked = new Map<z.ZodType, boolean>();

/** Returns whether a rule applies to a schema or below it; most shapes have none and cost nothing. */
function needsWalk(schema: z.ZodType): boolean {
  const inner = unwrap(schema);
  const known = walked.get(inner);
  if (known !== undefined) return known;
  walked.set(inner, false);
  const { type, element, shape } = definitionOf(inner);
  const needed =
    rules.has(inner) ||
    (type === "array" && element !== undefined && needsWalk(element)) ||
    (type === "object" && Object.values(shape ?? {}).some(needsWalk));
  walked.set(inner, needed);
  return needed;
}
