import { expect, test } from "vitest";
import { deployment } from "../../../shared/api/resources/environments.ts";
import { canRedeploy, comparedPair, environmentUrl, hasSucceeded, isUnderWay } from "./environment-state.tsx";

const made = (id: number, fields: Record<string, unknown> = {}) =>
  deployment.parse({ id, iid: id, ref: "main", sha: "a", created_at: "2026-01-01T00:00:00Z", ...fields });
const job = (status: string, fields = {}) => ({
  deployable: { id: 1, name: "deploy", status, artifacts: [], ...fields },
});

test("only addresses of the web are links", () => {
  const environment = (external_url: string | null) => ({ id: 1, name: "a", external_url });
  expect(environmentUrl(environment("https://staging.example/x"))?.host).toBe("staging.example");
  for (const text of [null, "", "javascript:alert(1)", "file:///etc/passwd", "staging"]) {
    expect(environmentUrl(environment(text))).toBeNull();
  }
});

test("a deployment is made again by its job, where that can be retried", () => {
  expect(canRedeploy(made(1, job("success")))).toBe(true);
  expect(canRedeploy(made(1, job("running")))).toBe(false);
  expect(canRedeploy(made(1, job("success", { archived: true })))).toBe(false);
  expect(canRedeploy(made(1))).toBe(false);
});

test("a deployment without a state of its own has that of its job", () => {
  expect(hasSucceeded(made(1))).toBe(true);
  expect(hasSucceeded(made(1, { status: "failed", ...job("success") }))).toBe(false);
  expect(hasSucceeded(made(1, job("failed")))).toBe(false);
});

test("a deployment is under way until it ended, unless its job waits for somebody", () => {
  expect(isUnderWay(made(1, { status: "running" }))).toBe(true);
  expect(isUnderWay(made(1, job("pending")))).toBe(true);
  expect(isUnderWay(made(1, { status: "created", ...job("manual") }))).toBe(false);
  for (const status of ["success", "failed", "canceled", "blocked"])
    expect(isUnderWay(made(1, { status }))).toBe(false);
  expect(isUnderWay(made(1))).toBe(false);
});

test("two deployments are compared from the older to the newer", () => {
  const all = [made(9), made(7), made(5)];
  expect(comparedPair(all, new Set([9, 5]))?.map(({ id }) => id)).toEqual([5, 9]);
  expect(comparedPair(all, new Set([9]))).toBeNull();
  expect(comparedPair(all, new Set([9, 7, 5]))).toBeNull();
  expect(comparedPair(all, new Set([9, 1]))).toBeNull();
});
