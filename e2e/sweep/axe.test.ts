import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const e2e = fileURLToPath(new URL("..", import.meta.url));

it("runs in the sweep alone: add the state to sweep/states instead of calling it in a spec", () => {
  const calling = globSync("**/*.ts", { cwd: e2e })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => !path.startsWith("sweep/"))
    .filter((path) =>
      /expectAccessible|accessibilityProblems|axe-core/.test(readFileSync(`${e2e}/${path}`, "utf8")),
    );
  expect(calling).toEqual([]);
});
