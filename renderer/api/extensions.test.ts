import { expect, it } from "vitest";
import { listAheadBehind } from "../../shared/api/resources/local-repositories.ts";
import { type Problem, ProblemError } from "../../shared/errors.ts";
import { tryExtension } from "./extensions.ts";

const fails = (problem: Pick<Problem, "code"> & Partial<Problem>) => () =>
  Promise.reject(new ProblemError({ message: "Refused.", ...problem }));

it.each([
  ["the service responds with 404", { code: "not_found", status: 404 }],
  ["the host sends nothing, since it is not for this service", { code: "not_found" }],
] as const)("is missing, for good, where %s", async (what, problem) => {
  expect(await tryExtension(what, listAheadBehind, fails(problem))).toBeNull();
  expect(await tryExtension(what, listAheadBehind, async () => "not called")).toBeNull();
});

it.each([
  ["the service is away", { code: "offline" }],
  ["the service has a problem", { code: "unavailable", status: 503 }],
  [
    "Helve's own service refuses with a reason",
    { code: "not_found", status: 404, reason: "original_missing" },
  ],
] as const)("throws where %s", async (what, problem) => {
  await expect(tryExtension(what, listAheadBehind, fails(problem))).rejects.toThrow("Refused.");
  expect(await tryExtension(what, listAheadBehind, async () => "there")).toBe("there");
});
