import { expect, it } from "vitest";
import { Diagnostics } from "./diagnostics.ts";
import { Redactor } from "./redactor.ts";

const mismatch = { kind: "mismatch", accountId: "a", operation: "GET /projects/:id/jobs" } as const;

it("has one entry for each kind of mismatch, with a count, and every failure", () => {
  const diagnostics = new Diagnostics(new Redactor());
  diagnostics.add({ ...mismatch, message: "[].id: odd", count: 100 });
  diagnostics.add({ ...mismatch, message: "[].name: odd" });
  diagnostics.add({ ...mismatch, message: "[].id: odd", count: 40 });
  diagnostics.add({ ...mismatch, message: "[].id: odd", accountId: "b" });
  for (let i = 0; i < 2; i++) diagnostics.add({ ...mismatch, kind: "failure", message: "timed out" });
  expect(diagnostics.list().map(({ message, count }) => `${message} ${count}`)).toEqual([
    "timed out 1",
    "timed out 1",
    "[].id: odd 1",
    "[].id: odd 140",
    "[].name: odd 1",
  ]);
});
