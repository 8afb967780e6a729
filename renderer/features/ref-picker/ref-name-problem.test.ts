import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { expect, it } from "vitest";
import { rounds } from "../../../shared/testing/rounds.ts";
import { refNameProblem } from "./ref-name-problem.ts";

const gitAccepts = (name: string) =>
  spawnSync("git", ["check-ref-format", `refs/heads/${name}`]).status === 0;

it.each([
  ["feature/one", null],
  ["ünïcode-✓", null],
  ["release-1.2", null],
  ["two words", "Names cannot contain spaces."],
  ["a..b", 'Names cannot contain "..".'],
  ["what?", 'Names cannot contain "?".'],
  ["a\\b", 'Names cannot contain "\\".'],
  ["-option", 'Names cannot start with "-".'],
  ["a/", 'Names cannot start or end with "/".'],
  ["a/.b", 'No part of a name can start with ".".'],
  ["a.lock/b", 'No part of a name can end with ".lock".'],
  ["HEAD", '"HEAD" is reserved by git.'],
  ["0".repeat(40), "A name cannot look like a commit hash."],
])("%s", (name, problem) => expect(refNameProblem(name)).toBe(problem));

it("agrees with git about every other name", () => {
  const part = fc.constantFrom(
    "a",
    "B",
    ".",
    "..",
    "/",
    "@",
    "{",
    "@{",
    "~",
    "^",
    ":",
    " ",
    "lock",
    ".lock",
    "é",
    "*",
  );
  const name = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(name, (text) => {
      // git accepts it, though it cannot be named on its command line.
      if (text === "@") return;
      expect([text, refNameProblem(text) === null]).toEqual([text, gitAccepts(text)]);
    }),
    { numRuns: rounds(150) },
  );
}, 60_000);
