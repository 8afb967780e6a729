import { expect, it } from "vitest";
import { emptyRunnerForm, meansOf, toSettings } from "./register-dialog.tsx";

it.each([
  ["11.10.0", "token"],
  ["15.10.8-ee", "token"],
  ["15.11.0", "account"],
  ["18.2.1", "account"],
  [null, "account"],
])("version %s creates runners by %s", (version, means) => {
  expect(meansOf(version)).toBe(means);
});

it("sends the filled fields, in the units of the interface", () => {
  expect(toSettings(emptyRunnerForm)).toEqual({
    run_untagged: true,
    locked: false,
    access_level: "not_protected",
  });
  const form = { ...emptyRunnerForm, description: "pier", tags: "a, b", timeout: " 90 ", isProtected: true };
  expect(toSettings({ ...form, runUntagged: false })).toEqual({
    description: "pier",
    tag_list: ["a", "b"],
    maximum_timeout: 5400,
    run_untagged: false,
    locked: false,
    access_level: "ref_protected",
  });
});
