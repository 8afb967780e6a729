import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { GitRefusal } from "../git-refusal.ts";
import { type TestRepository, testRepository } from "../testing/test-repository.ts";
import { commitActions } from "./commit-actions.ts";
import { checkPath } from "./paths.ts";

let repository: TestRepository;
beforeAll(async () => {
  repository = await testRepository();
});
/** The strict check of the repository names paths that are harmful on other systems. */
afterAll(() => repository.remove());

const person = { name: "A", email: "a@example.test" };

it("accepts only paths that git accepts and a strict check does not report", async () => {
  const part = fc.constantFrom(
    "a",
    ".",
    "..",
    "",
    " ",
    ".git",
    ".GIT",
    "git~1",
    "GIT~1",
    ".git ",
    ".git.",
    ".g\u200cit",
    "\ufeff.git",
    ".git::$DATA",
    "\\",
    "/",
    "\0",
    "\n",
    "..\\",
    "😀",
    ".gitmodules",
    "\ud800",
    "x".repeat(300),
  );
  const path = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(""));
  const nested = fc.array(path, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/"));
  const accepted = new Set<string>();
  fc.assert(
    fc.property(nested, (candidate) => {
      try {
        accepted.add(checkPath(candidate));
      } catch (error) {
        expect(error).toBeInstanceOf(GitRefusal);
      }
    }),
    { numRuns: 2000 },
  );
  expect(accepted.size).toBeGreaterThan(20);
  for (const file_path of [...accepted].slice(0, 60)) {
    const made: unknown = await commitActions(repository, {
      parent: null,
      actions: [{ action: "create", file_path, content: "x" }],
      message: "x",
      author: person,
      committer: person,
    }).catch((error: unknown) => error);
    if (typeof made !== "string") expect(made, file_path).toMatchObject({ status: 400 });
  }
}, 60_000);

it("refuses paths that are too long", () => {
  expect(() => checkPath("x/".repeat(3000).slice(0, -1))).toThrow("invalid path");
});
