import { beforeAll, expect, it } from "vitest";
import { readFileHeaders } from "../../../shared/api/contract/file-headers.ts";
import { type BlameRange, getBlame, headBlame, headFile } from "../../../shared/api/resources/files.ts";
import { seed } from "../../../shared/testing/rounds.ts";
import { blameHistory } from "../git/testing/blame-history.ts";
import type { Project } from "../store/projects/projects.ts";
import { expectedOf, refusalsOf, responsesTo } from "./testing/expected-refusals.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";

const service = serviceForTests();
let project: Project;
beforeAll(async () => {
  project = await service.project();
});

const blameOf = async (file_path: string, more: object = {}) => {
  const found = await service.operate(getBlame, { id: project.id, file_path, ref: "main", ...more });
  expect([file_path, found.status]).toEqual([file_path, 200]);
  return found.body as BlameRange[];
};

const linesOf = (ranges: readonly BlameRange[]) =>
  ranges.flatMap(({ commit, lines }) => lines.map((line) => `${commit.id} ${line}`));

/** The same lines as `git blame` prints them for people. */
async function blameOfGit(path: string, ...options: string[]): Promise<string[]> {
  const text = await service.run(project, "blame", "-l", "-s", "--root", ...options, "main", "--", path);
  if (text === "") return [];
  return text.split("\n").map((line) => line.replace(/^([0-9a-f]{40}) [^)]*?\d+\) /s, "$1 "));
}

it.each([getBlame, headBlame])(
  "$method refuses callers without access and invalid input",
  async (operation) => {
    await service.commit(project, { branch: "other", files: { a: "1\n" } });
    const input = { id: project.id, file_path: "a", ref: "other" };
    const refusals = refusalsOf(service, operation, input);
    expect(await responsesTo(service, refusals)).toEqual(expectedOf(refusals));
  },
);

it("names the same commit of each line as git does, in 200 files with merges and renames", async () => {
  project = await service.project();
  await service.history(project, blameHistory(200, 8, seed()));
  const paths = (await service.run(project, "ls-tree", "-r", "--name-only", "-z", "main"))
    .split("\0")
    .filter(Boolean);
  expect(paths.length).toBeGreaterThanOrEqual(200);
  const merges = await service.run(project, "rev-list", "--merges", "--count", "main");
  const renames = await service.run(project, "log", "--diff-filter=R", "-M", "--format=%H", "main");
  expect([Number(merges), renames.split("\n").length > 5]).toEqual([8, true]);
  const different: string[] = [];
  for (const path of paths) {
    const [ours, theirs] = [linesOf(await blameOf(path)), await blameOfGit(path)];
    // The service decodes bytes that are not UTF-8; git's output was read as UTF-8 here.
    const comparable = (lines: string[]) =>
      theirs.some((line) => line.includes("\ufffd")) ? lines.map((line) => line.slice(0, 40)) : lines;
    if (comparable(ours).join("\n") !== comparable(theirs).join("\n")) different.push(path);
  }
  expect(different).toEqual([]);
}, 120_000);

it("names the commits of a range, with what is known of them", async () => {
  project = await service.project();
  const first = await service.commit(project, { files: { "a b": "1\n2\n3\n" }, message: "First\n\nWhy" });
  const second = await service.commit(project, { files: { "a b": "1\nX\n3\n4" } });
  const one = {
    id: first,
    parent_ids: [],
    message: "First\n\nWhy",
    author_name: "Åsa Öberg",
    author_email: "asa@example.test",
    authored_date: expect.stringMatching(/\+02:00$/),
    committer_name: "Åsa Öberg",
    committer_email: "asa@example.test",
    committed_date: expect.stringMatching(/\+02:00$/),
  };
  const ids = (ranges: BlameRange[]) => ranges.map(({ commit, lines }) => [commit.id, lines]);
  const all = await blameOf("a b");
  expect(all[0]).toEqual({ commit: one, lines: ["1"] });
  expect(ids(all)).toEqual([
    [first, ["1"]],
    [second, ["X"]],
    [first, ["3"]],
    [second, ["4"]],
  ]);
  expect(all[1]?.commit.parent_ids).toEqual([first]);
  const range = { range: { start: 2, end: 3 } };
  expect(ids(await blameOf("a b", range))).toEqual([
    [second, ["X"]],
    [first, ["3"]],
  ]);
  expect(ids(await blameOf("a b", { range: { start: 4, end: 900 } }))).toEqual([[second, ["4"]]]);
});

it("refuses invalid ranges", async () => {
  project = await service.project();
  await service.commit(project, { files: { a: "1\n2\n", empty: "" } });
  const statusOf = async (file_path: string, query: string) =>
    (
      await service.call(
        "GET",
        `/projects/${project.id}/repository/files/${file_path}/blame?ref=main&${query}`,
      )
    ).status;
  expect(await statusOf("a", "range[start]=3&range[end]=4")).toBe(400);
  expect(await statusOf("a", "range[start]=2&range[end]=1")).toBe(400);
  expect(await statusOf("a", "range[start]=0&range[end]=1")).toBe(400);
  expect(await statusOf("a", "range[start]=1")).toBe(400);
  expect(await statusOf("a", "range=1")).toBe(400);
  expect(await statusOf("empty", "range[start]=1&range[end]=1")).toBe(400);
  expect(await statusOf("empty", "")).toBe(200);
  expect(await statusOf("none", "")).toBe(404);
});

it("reads Windows-1252 where the bytes are not UTF-8, symbolic links, and names with signs", async () => {
  project = await service.project();
  const files = {
    latin: Buffer.from("gr\xfc\xdfe\r\n", "latin1"),
    link: { mode: "120000", content: "latin" },
    "-x [1]*": "odd\n",
  };
  const id = await service.commit(project, { files });
  expect(linesOf(await blameOf("latin"))).toEqual([`${id} grüße\r`]);
  expect(linesOf(await blameOf("link"))).toEqual([`${id} latin`]);
  expect(linesOf(await blameOf("-x [1]*"))).toEqual([`${id} odd`]);
});

it("responds to HEAD as the file's operation does", async () => {
  project = await service.project();
  await service.commit(project, { files: { a: "1\n" } });
  const input = { id: project.id, file_path: "a", ref: "main" };
  const [blame, file] = [await service.operate(headBlame, input), await service.operate(headFile, input)];
  expect(readFileHeaders(blame.headers)).toEqual(readFileHeaders(file.headers));
});
