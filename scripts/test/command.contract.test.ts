import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../node.mjs";

/** Runs `npm test` with arguments, as npm does from the project's folder. */
function test(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join("scripts", "test.mjs"), ...args], {
    cwd: root,
    encoding: "utf8",
    // The tests of a run are told apart from those that it starts.
    env: Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !/^(?:VITEST|INIT_CWD)/.test(name)),
    ),
  });
  return { status, stderr, last: stdout.trimEnd().split("\n").at(-1) };
}

const file = "scripts/test/arguments.test.ts";

it("runs the named tests of a file alone", () => {
  expect(test(file, "-t", "reads flags in any order")).toMatchObject({
    status: 0,
    last: "1 passed, 0 failed",
  });
});

it("fails where no test has the name, and where no file has the path", () => {
  expect(test(file, "-t", "reads nothing")).toMatchObject({ status: 1, last: "0 passed, 1 failed" });
  const { status, stderr } = test("scripts/test/argument.test.ts");
  expect(status).toBe(2);
  expect(stderr).toContain(`There is no file or folder scripts/test/argument.test.ts. Similar: ${file}.`);
  expect(stderr).toContain("--changed");
});
