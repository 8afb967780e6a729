import type { z } from "zod";
import { commit, diffEntry, shortCommit } from "../resources/commit-shapes.ts";
import {
  mergeRequest,
  mergeRequestDetail,
  mergeRequestWithChanges,
} from "../resources/merge-request-shapes.ts";
import { project } from "../resources/projects.ts";
import { runner, runnerDetail } from "../resources/runners.ts";
import { blobMatch } from "../resources/search.ts";
import { snippet } from "../resources/snippet-shapes.ts";
import { tag } from "../resources/tags.ts";

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

/** Short ids are null in tags and releases of some versions, titles where a message has none. */
const readCommit = (raw: Raw): Raw => {
  const { id, short_id, title, message } = raw;
  if (typeof short_id === "string" && typeof title === "string") return raw;
  return {
    ...raw,
    short_id: short_id ?? (typeof id === "string" ? id.slice(0, 8) : undefined),
    title: title ?? (typeof message === "string" ? message.split("\n", 1)[0] : undefined),
  };
};

/** The tag of a version that sends no `target`: what a lightweight one has there. */
const readTag = (raw: Raw): Raw => {
  const { target, commit } = raw;
  if (typeof target === "string" || commit === null || typeof commit !== "object" || !("id" in commit))
    return raw;
  return { ...raw, target: commit.id };
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
  [shortCommit, readCommit],
  [commit, readCommit],
  [tag, readTag],
  [blobMatch, (raw) => ({ ...raw, path: raw.path ?? raw.filename })],
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

/** Returns what maps a response of any version to a shape's fields; undefined for shapes that never changed. */
export const versionRuleOf = (shape: z.ZodType): ((raw: Raw) => Raw) | undefined => rules.get(shape);
