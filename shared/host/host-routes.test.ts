import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { HostRoute } from "./host-route.ts";
import { hostPrefix, routePath } from "./host-route.ts";
import { hostRoutes } from "./host-routes.ts";

const root = join(import.meta.dirname, "../..");
const routes = Object.values(hostRoutes).flatMap((subject) => Object.values<HostRoute>(subject));
const paths = routes.map(({ key }) => key.replace(/^\w+ /, ""));

it("names each route once", () => {
  expect(new Set(routes.map(({ key }) => key)).size).toBe(routes.length);
});

it("encodes an address", () => {
  const { accounts, downloads, traces } = hostRoutes;
  expect(routePath(downloads.content, { id: "a/b" })).toBe("/downloads/a%2Fb/content");
  expect(routePath(accounts.operations, { id: "1", "*": "/projects/g%2Fp?a=1" })).toBe(
    "/accounts/1/operations/projects/g%2Fp?a=1",
  );
  const of = { account: "1", project: "g/p", job: 3 };
  expect(routePath(traces.text, { ...of, generation: "a b", from: 0, to: 2 })).toBe(
    "/traces/1/g%2Fp/3/text?generation=a+b&from=0&to=2",
  );
});

it("has the only literal of each path", () => {
  const files = execFileSync("git", ["ls-files", "electron", "renderer", "shared"], {
    cwd: root,
    encoding: "utf8",
  })
    .split("\n")
    // Tests say what they send; pages of the app have addresses that begin alike.
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\/|^shared\/host\//.test(file))
    .filter(
      (file) =>
        !/^renderer\/(features\/addresses|app\/router|views\/[^/]+\/view\.ts)|^electron\/service\//.test(
          file,
        ),
    );
  const ofPath = (path: string) => path.replace(/\/\*$/, "/.*").replace(/:\w+/g, '[^/"`]+');
  const literal = new RegExp(
    `["'\`](?:\\$\\{hostPrefix\\}|${hostPrefix})?(?:${[...new Set(paths)].map(ofPath).join("|")})(?:\\?[^"'\`]*)?["'\`]`,
  );
  const found = files.flatMap((file) =>
    readFileSync(join(root, file), "utf8")
      .split("\n")
      .filter((line) => literal.test(line) && !/^import /.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});
