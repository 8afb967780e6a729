import { expect, it } from "vitest";
import type { EnvironmentDetail } from "../../../shared/api/resources/environments.ts";
import type { BranchEnd } from "./branch-end.ts";
import { environmentUse, isStale } from "./stale-environments.ts";

const now = new Date("2026-11-30T12:00:00Z");
const deployed = (created_at: string) => ({ id: 1, iid: 1, ref: "fog", sha: "a", created_at });
const facts = (more: Partial<EnvironmentDetail>, branchEnd: BranchEnd | null = null) => ({
  detail: { id: 1, name: "review/fog", state: "available", ...more },
  branchEnd,
});

it("is stale a number of days after its last deployment, or after its creation without one", () => {
  const last_deployment = deployed("2026-10-31T12:00:00Z");
  expect(isStale(facts({ last_deployment }), "30", now.getTime())).toBe(true);
  expect(isStale(facts({ last_deployment }), "90", now.getTime())).toBe(false);
  const old = { created_at: "2026-01-01T00:00:00Z" };
  expect(isStale(facts({ ...old, last_deployment }), "90", now.getTime())).toBe(false);
  expect(isStale(facts(old), "90", now.getTime())).toBe(true);
  // Older services do not show when one was created.
  expect(isStale(facts({}), "7", now.getTime())).toBe(false);
});

it("is stale once its branch is done, however new it is", () => {
  const last_deployment = deployed("2026-11-30T11:00:00Z");
  expect(isStale(facts({ last_deployment }, "Branch merged"), "branch", now.getTime())).toBe(true);
  expect(isStale(facts({ last_deployment }), "branch", now.getTime())).toBe(false);
});

it("says how an environment is used", () => {
  const last_deployment = deployed("2026-09-30T12:00:00Z");
  expect(environmentUse(facts({ last_deployment }, "Branch deleted"), now)).toBe(
    "Last deployed 2 months ago from fog · Branch deleted",
  );
  expect(environmentUse(facts({}), now)).toBe("Nothing deployed yet");
});
