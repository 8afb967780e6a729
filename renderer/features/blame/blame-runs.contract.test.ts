import { expect, test, vi } from "vitest";
import { decodeDetected } from "../../../shared/text/encoding/decode-text.ts";
import { pageForTests } from "../../testing/page-over-service.ts";
import { blameLines } from "../../workers/diff/blame-lines.ts";
import { computeBlame } from "./blame-runs.ts";

// Without workers, which Node does not have.
vi.mock("../../workers/text/text-engine.ts", () => ({
  decodeInWorker: (bytes: Uint8Array) => Promise.resolve(decodeDetected(bytes)),
}));
vi.mock("../../workers/diff/diff-engine.ts", () => ({
  blameLinesInWorker: (texts: readonly string[]) => Promise.resolve(blameLines(texts)),
}));

const page = pageForTests();

const commit = (path: string, lines: readonly string[], more = {}) =>
  page.service.commit(page.project, {
    files: { [path]: lines.map((line) => `${line}\n`).join("") },
    ...more,
  });
const compute = async (path: string) => {
  const id = await page.service.run(page.project, "rev-parse", "main");
  const scope = { account: page.account.id, project: page.project.fullPath, commit: { id } };
  return computeBlame(scope, path, new AbortController().signal);
};

test("the blame of a plain history is that of git", async () => {
  await commit("a.txt", ["one", "two", "three", "four"]);
  await commit("a.txt", ["one", "2", "three", "four"]);
  await commit("b.txt", ["another file"]);
  await commit("a.txt", ["zero", "one", "2", "four", "five"]);
  const printed = await page.service.run(page.project, "blame", "--porcelain", "main", "--", "a.txt");
  const expected = [...printed.matchAll(/^([0-9a-f]{40}) \d+ \d+/gm)].map(([, id]) => id);
  const blame = await compute("a.txt");
  expect(blame?.source).toBe("computed");
  expect(blame?.commits.map((found) => found?.id)).toEqual(expected);
});

test("a line that more than one history explains is not attributed", async () => {
  await commit("a.txt", ["same", "end"]);
  await commit("a.txt", ["same", "same", "end"]);
  expect((await compute("a.txt"))?.commits.map((found) => found === null)).toEqual([true, true, false]);
});

test("nothing is computed where the file had another name, a merge changed it, or its history is long", async () => {
  const first = await commit("old.txt", ["one", "two", "three"]);
  await page.service.commit(page.project, { files: { "old.txt": null, "new.txt": "one\ntwo\nthree\n" } });
  expect(await compute("new.txt")).toBeNull();

  const side = await commit("merged.txt", ["one", "side"], { from: first, branch: "side" });
  await commit("merged.txt", ["main", "one"]);
  await commit("merged.txt", ["main", "one", "side"], { merge: side });
  expect(await compute("merged.txt")).toBeNull();

  for (let n = 0; n <= 60; n++) await commit("long.txt", [`${n}`]);
  expect(await compute("long.txt")).toBeNull();
});
