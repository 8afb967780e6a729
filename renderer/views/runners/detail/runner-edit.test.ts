import { expect, it } from "vitest";
import { runnerDetail } from "../../../../shared/api/resources/runners.ts";
import { checkRunnerForm, toRunnerForm, toRunnerUpdate } from "./runner-edit.ts";

const runner = runnerDetail.parse({
  id: 7,
  description: "pier",
  status: "online",
  tag_list: ["linux", "gpu"],
  run_untagged: true,
  locked: false,
  access_level: "not_protected",
  maximum_timeout: 3600,
});
const base = toRunnerForm(runner);

it("writes only what was changed", () => {
  expect(toRunnerUpdate(base, base, runner, "17.0")).toBeNull();
  expect(toRunnerUpdate(base, { ...base, description: "quay" }, runner, "17.0")).toEqual({
    id: 7,
    description: "quay",
  });
  expect(toRunnerUpdate(base, { ...base, isProtected: true, locked: true }, runner, null)).toEqual({
    id: 7,
    locked: true,
    access_level: "ref_protected",
  });
});

it("clears the maximum timeout with null and reads it as minutes", () => {
  expect(toRunnerUpdate(base, { ...base, timeout: " " }, runner, null)).toEqual({
    id: 7,
    maximum_timeout: null,
  });
  expect(toRunnerUpdate(base, { ...base, timeout: "90" }, runner, null)).toEqual({
    id: 7,
    maximum_timeout: 5400,
  });
  expect(toRunnerForm(runnerDetail.parse({ ...runner, maximum_timeout: null })).timeout).toBe("");
});

it("pauses with the field of the service's version", () => {
  expect(toRunnerUpdate(base, { ...base, paused: true }, runner, "11.10.0")).toEqual({
    id: 7,
    active: false,
  });
  expect(toRunnerUpdate(base, { ...base, paused: true }, runner, "17.1.0")).toEqual({ id: 7, paused: true });
});

it("changes tags from what the runner has now, so that others' tags stay", () => {
  const now = { ...runner, tag_list: ["linux", "gpu", "theirs"] };
  expect(toRunnerUpdate(base, { ...base, tags: "linux, mine" }, now, null)).toEqual({
    id: 7,
    tag_list: ["linux", "theirs", "mine"],
  });
});

it("reports what a service would refuse", () => {
  expect(checkRunnerForm(base)).toEqual({});
  expect(checkRunnerForm({ ...base, runUntagged: false, tags: " , " })).toHaveProperty("tags");
  expect(checkRunnerForm({ ...base, timeout: "5" })).toHaveProperty("timeout");
  expect(checkRunnerForm({ ...base, timeout: "soon" })).toHaveProperty("timeout");
});
