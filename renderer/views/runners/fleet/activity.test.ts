import { expect, it } from "vitest";
import { activity } from "./activity.ts";

it.each([
  ["11.10.0", { active: false }],
  ["14.7.2", { active: false }],
  ["14.8.0-ee", { paused: true }],
  ["18.5.1", { paused: true }],
  [null, { active: false }],
])("pauses a runner of version %s with %j", (version, expected) => {
  expect(activity(version, true)).toEqual(expected);
});
