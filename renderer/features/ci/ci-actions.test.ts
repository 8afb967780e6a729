import { expect, it } from "vitest";
import { actionsOf } from "./ci-actions.ts";

it("offers what a job's state allows", () => {
  const of = (status: string, more = {}) => actionsOf({ status, ...more });
  expect(of("manual")).toEqual(["play"]);
  expect(of("scheduled")).toEqual(["play", "cancel"]);
  expect(of("running")).toEqual(["cancel"]);
  expect(of("canceling")).toEqual([]);
  expect(of("failed")).toEqual(["retry", "erase"]);
  expect(of("success", { erased_at: "2026-01-01T00:00:00Z" })).toEqual(["retry"]);
  expect(of("skipped")).toEqual([]);
  expect(of("failed", { archived: true })).toEqual([]);
});

it("does not retry a job that a newer one replaced", () => {
  expect(actionsOf({ status: "failed" }, true)).toEqual(["erase"]);
});
