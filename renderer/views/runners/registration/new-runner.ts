import type { InputOf } from "../../../../shared/api/contract/operation.ts";
import type { createRunner } from "../../../../shared/api/resources/runners.ts";
import { parseTags } from "../bulk/tags.ts";
import type { RunnerForm } from "../detail/runner-edit.ts";

/** Way of creating a runner: by the account that is signed in, or with a registration token. */
export type Means = "account" | "token";

export const emptyRunnerForm: RunnerForm = {
  description: "",
  tags: "",
  timeout: "",
  runUntagged: true,
  locked: false,
  isProtected: false,
  paused: false,
};

/** First version on which accounts create runners; registration tokens are deprecated from 15.6 on. */
const createsSince = [15, 11] as const;

/** Returns what a service of this version offers; an account where the version is hidden. */
export function meansOf(version: string | null): Means {
  const [, major, minor] = /^(\d+)\.(\d+)/.exec(version ?? "") ?? [];
  if (major === undefined) return "account";
  const [wantedMajor, wantedMinor] = createsSince;
  const isNew =
    Number(major) > wantedMajor || (Number(major) === wantedMajor && Number(minor) >= wantedMinor);
  return isNew ? "account" : "token";
}

type Settings = Omit<InputOf<typeof createRunner>, "runner_type" | "group_id" | "project_id" | "paused">;

/** Returns the settings of a form, without the service's defaults. */
export function toSettings(form: RunnerForm): Settings {
  const tags = parseTags(form.tags);
  const minutes = form.timeout.trim();
  return {
    ...(form.description ? { description: form.description } : {}),
    ...(tags.length > 0 ? { tag_list: tags } : {}),
    run_untagged: form.runUntagged,
    locked: form.locked,
    access_level: form.isProtected ? "ref_protected" : "not_protected",
    ...(minutes ? { maximum_timeout: Math.round(Number(minutes) * 60) } : {}),
  };
}
