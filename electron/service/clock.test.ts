import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const service = new URL("./", import.meta.url);

/** Files that compare the present time with times of files, which the file system sets. */
const withFileTimes = [
  "git/commit-order.ts",
  "git/original-settings.ts",
  "git/own-files.ts",
  "git/refs-state.ts",
  "git/stale-locks.ts",
  "git/update-refs.ts",
];

it("reads the time by the clock of its service", () => {
  const files = readdirSync(service, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".ts") && !/\.test\.ts$|(?:^|\/)testing\//.test(path))
    .filter((path) => /\bDate\.now\(|\bnew Date\(\)/.test(readFileSync(new URL(path, service), "utf8")));
  expect(files.sort()).toEqual(["clock.ts", ...withFileTimes].sort());
});
