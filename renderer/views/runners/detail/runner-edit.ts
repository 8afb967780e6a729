import type { InputOf } from "../../../../shared/api/contract/operation.ts";
import type { RunnerDetail, updateRunner } from "../../../../shared/api/resources/runners.ts";
import type { TypedDocument } from "../../../../shared/documents/shapes.ts";
import { describeTagChange, nextTags, parseTags, revertTags } from "../bulk/tag-choice.tsx";
import { activity, isPaused } from "../fleet/fleet-row.ts";

/** Editable fields of a runner, as the form has them. */
export type RunnerForm = TypedDocument<"drafts", "new-runner">["value"];

export const toRunnerForm = (runner: RunnerDetail): RunnerForm => ({
  description: runner.description ?? "",
  tags: runner.tag_list.join(", "),
  timeout: runner.maximum_timeout == null ? "" : String(runner.maximum_timeout / 60),
  runUntagged: runner.run_untagged ?? true,
  locked: runner.locked ?? false,
  isProtected: runner.access_level === "ref_protected",
  paused: isPaused(runner),
});

/** Fewest minutes that services take for a limit. */
const minMinutes = 10;

export interface RunnerFormErrors {
  readonly tags?: string;
  readonly timeout?: string;
}

/** Returns the problems of a form that a service would refuse. */
export function checkRunnerForm(form: RunnerForm): RunnerFormErrors {
  const minutes = Number(form.timeout);
  return {
    ...(!form.runUntagged && parseTags(form.tags).length === 0
      ? { tags: "A runner that does not run untagged jobs needs at least one tag." }
      : {}),
    ...(form.timeout.trim() !== "" && !(minutes >= minMinutes)
      ? { timeout: `At least ${minMinutes} minutes, or empty for no limit.` }
      : {}),
  };
}

/**
 * Returns the write for what was changed between `base` and `form`, and nothing else. Tags are changed from what the
 * runner has now, so that others' changes stay. Null where nothing was changed.
 */
export function toRunnerUpdate(
  base: RunnerForm,
  form: RunnerForm,
  now: RunnerDetail,
  version: string | null,
): InputOf<typeof updateRunner> | null {
  const oldTags = parseTags(base.tags);
  const newTags = parseTags(form.tags);
  const tags = nextTags(now.tag_list, revertTags(newTags, oldTags));
  const changes = {
    ...(form.description === base.description ? {} : { description: form.description }),
    ...(describeTagChange(oldTags, newTags) === null ? {} : { tag_list: tags }),
    ...(form.timeout.trim() === base.timeout.trim()
      ? {}
      : { maximum_timeout: form.timeout.trim() === "" ? null : Math.round(Number(form.timeout) * 60) }),
    ...(form.runUntagged === base.runUntagged ? {} : { run_untagged: form.runUntagged }),
    ...(form.locked === base.locked ? {} : { locked: form.locked }),
    ...(form.isProtected === base.isProtected
      ? {}
      : { access_level: form.isProtected ? ("ref_protected" as const) : ("not_protected" as const) }),
    ...(form.paused === base.paused ? {} : activity(version, form.paused)),
  };
  return Object.keys(changes).length === 0 ? null : { id: now.id, ...changes };
}
