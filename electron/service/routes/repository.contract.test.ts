import { execFileSync } from "node:child_process";
import { gunzipSync } from "node:zlib";
import { beforeEach, expect, it } from "vitest";
import {
  archiveFormats,
  compareRefs,
  getArchive,
  getBlob,
  getRawBlob,
  listContributors,
  listTree,
} from "../../../shared/api/resources/repository.ts";
import type { Project } from "../store/projects/projects.ts";
import { expectedOf, refusalsOf, responsesTo } from "./testing/expected-refusals.ts";
import { operationsOf } from "./testing/parts.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";

const service = serviceForTests("repository");
let project: Project;
let first: string;
let blob: string;
beforeEach(async () => {
  project = await service.project();
  first = await service.commit(project, {
    files: {
      "b.txt": "content\n",
      "d/x": "x",
      "d/e/y": { mode: "100755", content: "#!" },
      A: { mode: "120000", content: "b.txt" },
      sub: { mode: "160000", content: "1".repeat(40) },
    },
    author: "Bo <bo@example.test>",
  });
  blob = await service.run(project, "rev-parse", "main:b.txt");
});

const inputs = (): Readonly<Record<string, object>> => ({
  getBlob: { sha: blob },
  getRawBlob: { sha: blob },
  compareRefs: { from: "main", to: first },
  getMergeBase: { refs: ["main", first] },
});
const paths = (body: unknown) => (body as { path: string }[]).map(({ path }) => path);

it.each(operationsOf("repository"))(
  "%s refuses callers without access and invalid input",
  async (name, operation) => {
    const refusals = refusalsOf(service, operation, { id: project.id, ...inputs()[name] });
    expect(await responsesTo(service, refusals)).toEqual(expectedOf(refusals));
  },
);

it("lists folders, files and submodules, each by name, with mode and hash", async () => {
  const { body } = await service.operate(listTree, { id: project.id });
  expect(body).toEqual([
    {
      id: await service.run(project, "rev-parse", "main:d"),
      name: "d",
      type: "tree",
      path: "d",
      mode: "040000",
    },
    {
      id: await service.run(project, "rev-parse", "main:A"),
      name: "A",
      type: "blob",
      path: "A",
      mode: "120000",
    },
    { id: blob, name: "b.txt", type: "blob", path: "b.txt", mode: "100644" },
    { id: "1".repeat(40), name: "sub", type: "commit", path: "sub", mode: "160000" },
  ]);
  const tree = async (input: object) =>
    paths((await service.operate(listTree, { id: project.id, ...input })).body);
  expect(await tree({ path: "d" })).toEqual(["d/e", "d/x"]);
  expect(await tree({ path: "/d/e/", ref: first })).toEqual(["d/e/y"]);
  expect(await tree({ recursive: true })).toEqual(["d", "d/e", "A", "b.txt", "d/e/y", "d/x", "sub"]);
  expect(await tree({ recursive: true, per_page: 3, page: 2 })).toEqual(["b.txt", "d/e/y", "d/x"]);
});

it("pages a tree by its keys as newer services do", async () => {
  const seen: string[] = [];
  let token: string | undefined;
  do {
    const page = await service.operate(listTree, {
      id: project.id,
      recursive: true,
      pagination: "keyset",
      per_page: 2,
      page_token: token,
    });
    expect(page.headers.get("x-total")).toBeNull();
    seen.push(...paths(page.body));
    const next = /<([^>]+)>; rel="next"/.exec(page.headers.get("link") ?? "")?.[1];
    token = next && (new URL(next).searchParams.get("page_token") ?? undefined);
  } while (token);
  expect(seen).toEqual(["d", "d/e", "A", "b.txt", "d/e/y", "d/x", "sub"]);
  const wrong = { id: project.id, pagination: "keyset", page_token: "nonsense" } as const;
  expect(await service.operate(listTree, wrong)).toMatchObject({
    status: 400,
    body: { error: "page_token is invalid" },
  });
});

it("finds no tree of a missing ref, and none in an empty repository", async () => {
  const gone = { status: 404, body: { message: "404 Tree Not Found" } };
  for (const input of [{ ref: "none" }, { path: "none" }, { path: "b.txt" }])
    expect(await service.operate(listTree, { id: project.id, ...input })).toMatchObject(gone);
  const empty = await service.project();
  expect(await service.operate(listTree, { id: empty.id })).toMatchObject(gone);
  const { status, body, headers } = await service.operate(listContributors, { id: empty.id });
  expect([status, body, headers.get("x-total")]).toEqual([200, [], "0"]);
});

it("returns a blob as base64 and as bytes, and 404 for what is not a blob", async () => {
  expect((await service.operate(getBlob, { id: project.id, sha: blob })).body).toEqual({
    size: 8,
    encoding: "base64",
    content: Buffer.from("content\n").toString("base64"),
    sha: blob,
  });
  const raw = await service.operate(getRawBlob, { id: project.id, sha: blob });
  expect([raw.bytes.toString(), raw.headers.get("content-length")]).toEqual(["content\n", "8"]);
  const range = { headers: { range: "bytes=3-5" } };
  const part = await service.operate(getRawBlob, { id: project.id, sha: blob }, range);
  expect([part.status, part.bytes.toString(), part.headers.get("content-range")]).toEqual([
    206,
    "ten",
    "bytes 3-5/8",
  ]);
  for (const operation of [getBlob, getRawBlob])
    for (const sha of ["main", first, "f".repeat(40)])
      expect(await service.operate(operation, { id: project.id, sha })).toMatchObject({
        status: 404,
        body: { message: "404 Blob Not Found" },
      });
});

/** Names in a tar archive. */
const namesIn = (tar: Buffer) => execFileSync("tar", ["-t"], { input: tar }).toString().trim().split("\n");

it("archives in all eight formats, with every file and no other", async () => {
  const folder = `${project.path}-main-${first}`;
  const expected = ["", "A", "b.txt", "d/", "d/e/", "d/e/y", "d/x", "sub/"].map(
    (name) => `${folder}/${name}`,
  );
  for (const format of archiveFormats) {
    const { status, bytes, headers } = await service.operate(getArchive, { id: project.id, format });
    expect(status, format).toBe(200);
    expect(headers.get("content-disposition")).toContain(`filename="${folder}.${format}"`);
    if (format === "zip") expect(bytes.subarray(0, 2).toString()).toBe("PK");
    else if (format === "tar") expect(namesIn(bytes).sort()).toEqual(expected.toSorted());
    else if (format === "tar.gz") expect(namesIn(gunzipSync(bytes)).sort()).toEqual(expected.toSorted());
    else expect(bytes.subarray(0, 3).toString(), format).toBe("BZh");
  }
  const named = await service.operate(getArchive, { id: project.id, sha: first });
  expect(named.headers.get("content-type")).toBe("application/gzip");
  expect(await service.operate(getArchive, { id: project.id, sha: "none" })).toMatchObject({
    status: 404,
    body: { message: "404 File Not Found" },
  });
  const format = await service.call("GET", `/projects/${project.id}/repository/archive.rar`);
  expect(format).toMatchObject({ status: 400, body: { error: "format is invalid" } });
});

it("compares from the merge base, straight, and a ref with itself", async () => {
  await service.commit(project, { branch: "side", from: first, files: { s: "s\n" }, message: "Side" });
  await service.commit(project, { files: { m: "m\n" }, message: "Main" });
  const compare = async (input: object = {}) =>
    service.operate(compareRefs, { id: project.id, from: "main", to: "side", ...input });
  expect((await compare()).body).toEqual({
    commit: expect.objectContaining({
      title: "Side",
      author_name: "Åsa Öberg",
      created_at: expect.any(String),
    }),
    commits: [expect.objectContaining({ title: "Side", short_id: expect.stringMatching(/^[0-9a-f]{8}$/) })],
    diffs: [
      expect.objectContaining({
        diff: "@@ -0,0 +1 @@\n+s\n",
        old_path: "s",
        new_path: "s",
        b_mode: "100644",
        new_file: true,
        renamed_file: false,
        deleted_file: false,
      }),
    ],
    compare_timeout: false,
    compare_same_ref: false,
  });
  const straight = (await compare({ straight: true })).body as { diffs: { new_path: string }[] };
  expect(straight.diffs.map(({ new_path }) => new_path)).toEqual(["m", "s"]);
  expect((await compare({ to: "main" })).body).toMatchObject({ commit: null, compare_same_ref: true });
  expect(await compare({ to: "none" })).toMatchObject({
    status: 404,
    body: { message: "404 Ref Not Found" },
  });
});

it("lists contributors in the requested order", async () => {
  await service.commit(project, { files: { "b.txt": "new\n" }, author: "Al <z@example.test>" });
  await service.commit(project, { files: { "b.txt": "newer\n" }, author: "Al <z@example.test>" });
  const list = async (input: object = {}) =>
    (await service.operate(listContributors, { id: project.id, ...input })).body as { name: string }[];
  expect(await list()).toEqual([
    { name: "Bo", email: "bo@example.test", commits: 1, additions: 5, deletions: 0 },
    { name: "Al", email: "z@example.test", commits: 2, additions: 2, deletions: 2 },
  ]);
  const names = async (input: object) => (await list(input)).map(({ name }) => name);
  expect(await names({ sort: "desc" })).toEqual(["Al", "Bo"]);
  expect(await names({ order_by: "name" })).toEqual(["Al", "Bo"]);
  expect(await names({ order_by: "email", sort: "desc", per_page: 1 })).toEqual(["Al"]);
});

it("finds the merge base of two and more refs", async () => {
  await service.commit(project, { branch: "side", from: first, files: { s: "s" } });
  await service.commit(project, { branch: "third", from: first, files: { t: "t" } });
  await service.commit(project, { files: { m: "m" } });
  await service.commit(project, { branch: "root", from: "", files: { r: "r" } });
  const base = async (...refs: string[]) => {
    const search = new URLSearchParams(refs.map((ref): [string, string] => ["refs[]", ref]));
    const { status, body } = await service.call(
      "GET",
      `/projects/${project.id}/repository/merge_base?${search}`,
    );
    return [status, body];
  };
  expect(await base("main", "side")).toEqual([200, expect.objectContaining({ id: first, parent_ids: [] })]);
  expect(await base("main", "side", "third")).toEqual([200, expect.objectContaining({ id: first })]);
  expect(await base("main")).toEqual([400, { message: "Provide at least 2 refs" }]);
  expect(await base("main", "root")).toEqual([404, { message: "404 Merge Base Not Found" }]);
  expect(await base("main", "none")).toEqual([400, { message: "Could not find ref: none" }]);
});

it("is open to everybody where the project is", async () => {
  const open = await service.project({ visibility: "public" });
  await service.commit(open, { files: { "b.txt": "content\n" } });
  for (const [name, operation] of operationsOf("repository")) {
    const input = {
      id: open.id,
      ...inputs()[name],
      ...(name === "compareRefs" ? { to: "main" } : {}),
    };
    if (operation.auth !== "optional") continue;
    expect((await service.operate(operation, input as never, { as: "nobody" })).status, name).toBe(200);
  }
});
