import { expect, it } from "vitest";
import { readResponse } from "./contract/read-response.ts";
import { getRunner, listRunners } from "./resources/runners.ts";

const first = (raw: object) => readResponse(listRunners, [{ id: 7, description: "pier", ...raw }]);

it("reads a runner of an old service: active, shared, without type, status and paused", () => {
  const { value, mismatches } = first({ active: false, is_shared: true, online: true });
  expect(mismatches).toEqual([]);
  expect(value[0]).toMatchObject({
    paused: true,
    active: false,
    runner_type: "instance_type",
    status: "paused",
  });
  expect(first({ active: true, is_shared: false, online: null }).value[0]).toMatchObject({
    paused: false,
    status: "never_contacted",
  });
  const [other] = first({ active: true, is_shared: false }).value;
  expect([other?.status, other?.runner_type]).toEqual(["unknown", undefined]);
});

it("reads a runner of a new service: paused and type, without active and is_shared", () => {
  const raw = { paused: true, runner_type: "instance_type", status: "stale", online: false };
  const { value, mismatches } = first(raw);
  expect(mismatches).toEqual([]);
  expect(value[0]).toMatchObject({ active: false, is_shared: true, status: "stale" });
  const detail = readResponse(getRunner, { id: 7, description: null, ...raw, tag_list: ["a"], token: null });
  expect(detail.value).toMatchObject({ paused: true, active: false, tag_list: ["a"] });
});
