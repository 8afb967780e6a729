import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

function run(script: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, script), ...args],
    {
      encoding: "utf8",
      timeout: 20_000,
    },
  );
  return { status, stdout, stderr };
}

test.each([
  ["start.mjs", ["--shell desktop|browser", "--no-open", "--port N", "--data DIR"]],
  ["service.mjs", ["--port N", "--data DIR", "--sample", "--token TOKEN"]],
])("%s prints its flags and starts nothing when it is asked for help", (script, flags) => {
  const { status, stdout } = run(script, "--help");
  expect(status).toBe(0);
  for (const flag of flags) expect(stdout).toContain(flag);
});

test.each([
  ["start.mjs", ["--shell", "tty"], '"tty" is not a shell.'],
  ["start.mjs", ["--shell", ""], '"" is not a shell.'],
  ["start.mjs", ["--port", "80000"], '"80000" is not a port.'],
  ["start.mjs", ["--port", "-1"], "--port"],
  ["start.mjs", ["--verbose"], "--verbose"],
  ["start.mjs", ["stray"], "stray"],
  ["service.mjs", ["--port", "1e3"], '"1e3" is not a port.'],
  ["service.mjs", ["--token", "short"], "A token has 16 characters or more."],
  ["service.mjs", ["--token"], "--token"],
])("%s %j is refused with a reason and the usage", (script, args, reason) => {
  const { status, stdout, stderr } = run(script, ...args);
  expect(status).toBe(2);
  expect(stdout).toBe("");
  expect(stderr).toContain(reason);
  expect(stderr).toContain("--data DIR");
  // The token itself is never repeated.
  expect(stderr).not.toContain("short");
});
