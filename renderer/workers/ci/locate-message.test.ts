import { expect, it } from "vitest";
import { locateMessage } from "./locate-message.ts";

const text = `stages: [build]
"a: b":
  script: x
test job:
  script:
    - x
  rules:
    - if: $A
    - when: sometimes
.t: &t { script: x }
`;

it.each([
  ["test job: rules: 1: when: has to be one of always, never", 9],
  ["test job: rules: 5: is not there", 7],
  ["test job: there is no stage", 4],
  ["a: b: script: has no lines", 3],
  ["jobs:test job:rules:rule when unknown value: sometimes", 7],
  ["jobs:test job config contains unknown keys: scripts", 4],
  ["stages: has to be a list", 1],
  [".gitlab-ci.yml: line 4: tabs cannot indent; use spaces.", 4],
  ["(<unknown>): did not find expected key while parsing a block mapping at line 2 column 1", 2],
  ["line 400000: it is not there", 11],
  ["Reference not found", null],
  ["", null],
])("%s is about line %s", (message, line) => {
  expect(locateMessage(text, message)).toBe(line);
});

it("finds nothing in what is no file of jobs", () => {
  expect(locateMessage("", "a: b")).toBeNull();
  expect(locateMessage("[", "a: b")).toBeNull();
  expect(locateMessage("x".repeat(2_000_000), "a: b")).toBeNull();
});

it("takes aliases that grow as what they are", () => {
  const bomb = `a0: &a0 [x, x]\n${Array.from({ length: 40 }, (_, at) => `a${at + 1}: &a${at + 1} [*a${at}, *a${at}]`).join("\n")}`;
  expect(locateMessage(bomb, "a40: a job has to be a map.")).toBe(41);
});
