import { beforeAll, expect, it } from "vitest";
import type { InputOf } from "../../../shared/api/contract/operation.ts";
import { type BlobMatch, searchProjectBlobs } from "../../../shared/api/resources/search.ts";
import type { Project } from "../store/projects/projects.ts";
import { expectedOf, refusalsOf, responsesTo } from "./testing/expected-refusals.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";

const service = serviceForTests();
let project: Project;
beforeAll(async () => {
  project = await service.project();
  await service.commit(project, {
    files: {
      "src/read me.ts": "one\ntwo\nthree\nNeedle here\nfive\nsix\nseven\n",
      "src/twice.ts": "needle\n2\n3\n4\nneedle\n6\n7\n8\n9\n10\n11\nneedle",
      "docs/odd\nname.md": "--\nneedle\r\n",
      "Makefile.am": "GRÖSSE größe\n(a+b)\n",
      binary: Buffer.from([0, 110, 101, 101, 100, 108, 101]),
      latin: Buffer.from("needle gr\xfc\xdfe\n", "latin1"),
    },
  });
});

const search = async (text: string, more: Partial<InputOf<typeof searchProjectBlobs>> = {}) => {
  const input = { id: project.id, scope: "blobs", search: text, ...more } as const;
  const { status, body, headers } = await service.operate(searchProjectBlobs, input);
  return { status, headers, found: body as BlobMatch[] };
};
const placesOf = async (text: string, more = {}) =>
  (await search(text, more)).found.map(({ path, startline, data }) => [path, startline, data]);

it("refuses callers without access and invalid input", async () => {
  const input = { id: project.id, scope: "blobs", search: "needle" };
  const refusals = refusalsOf(service, searchProjectBlobs, input);
  expect(await responsesTo(service, refusals)).toEqual(expectedOf(refusals));
  expect((await search("needle", { ref: "none" })).status).toBe(404);
  expect((await search("a\nb")).status).toBe(400);
  expect((await search("(", { regex: true })).status).toBe(400);
});

it("finds lines with those around them, whatever their case", async () => {
  expect(await placesOf("needle")).toEqual([
    ["docs/odd\nname.md", 1, "--\nneedle\r\n"],
    ["latin", 1, "needle grüße\n"],
    ["src/read me.ts", 2, "two\nthree\nNeedle here\nfive\nsix\n"],
    ["src/twice.ts", 1, "needle\n2\n3\n4\nneedle\n6\n7\n"],
    ["src/twice.ts", 10, "10\n11\nneedle\n"],
  ]);
  const [first] = (await search("größe", { ref: "main" })).found;
  expect(first).toEqual({
    basename: "Makefile",
    data: "GRÖSSE größe\n(a+b)\n",
    path: "Makefile.am",
    filename: "Makefile.am",
    id: null,
    ref: "main",
    startline: 1,
    project_id: project.id,
  });
});

it("finds words in files of other encodings, in the characters that they show", async () => {
  const other = await service.project();
  await service.commit(other, {
    files: {
      "latin.txt": Buffer.from("eins\nzwei\ndrei\nGr\xf6\xdfe\nf\xfcnf\n", "latin1"),
      "mark.txt": Buffer.from("\ufeffTAG\nGrößE 日本\n", "utf16le"),
      "mixed.txt": Buffer.concat([
        Buffer.from("Größe\n".repeat(3)),
        Buffer.from("\n\n\n\n\n\nGr\xf6\xdfe\n", "latin1"),
      ]),
      "utf-8.txt": "Größe\n",
      "sjis.txt": Buffer.from("\x93\xfa\x96\x7b\x8c\xea\x82\xcc\x83\x65\x83\x4c\x83\x58\x83\x67\n", "latin1"),
    },
  });
  const find = (text: string) => placesOf(text, { id: other.id });
  expect(await find("grÖße")).toEqual([
    ["latin.txt", 2, "zwei\ndrei\nGröße\nfünf\n"],
    ["mark.txt", 1, "TAG\nGrößE 日本\n"],
    ["mixed.txt", 1, "Größe\nGröße\nGröße\n\n\n"],
    ["mixed.txt", 8, "\n\nGröße\n"],
    ["utf-8.txt", 1, "Größe\n"],
  ]);
  expect(await find("日本")).toEqual([
    ["mark.txt", 1, "TAG\nGrößE 日本\n"],
    ["sjis.txt", 1, "日本語のテキスト\n"],
  ]);
  expect(await find("tag")).toEqual([["mark.txt", 1, "TAG\nGrößE 日本\n"]]);
  expect(await find("größe path:latin.txt")).toHaveLength(1);
});

it("takes a text as it is written unless it is a regular expression", async () => {
  expect(await placesOf("(a+b)")).toHaveLength(1);
  expect(await placesOf("n.*e here")).toEqual([]);
  expect(await placesOf("n.*e here", { regex: true })).toHaveLength(1);
  expect(await placesOf("--help")).toEqual([]);
});

it("searches only in files that match the filters, or only paths", async () => {
  const paths = async (text: string) => (await search(text)).found.map(({ path }) => path);
  expect(await paths("needle path:src/ -filename:twice.ts")).toEqual(["src/read me.ts"]);
  expect(await paths("needle extension:md")).toEqual(["docs/odd\nname.md"]);
  const { found } = await search("filename:twice.ts");
  const id = await service.run(project, "rev-parse", "main:src/twice.ts");
  expect(found).toMatchObject([{ path: "src/twice.ts", id, startline: 1, data: "" }]);
});

it("gives pages, and no total beyond what is searched", async () => {
  const { found, headers } = await search("needle", { per_page: 2, page: 3 });
  expect([found.length, headers.get("x-total"), headers.get("x-next-page")]).toEqual([1, "5", ""]);
  const many = await service.project();
  const text = `${"hit\n\n\n\n\n\n".repeat(5_100)}`;
  await service.commit(many, { files: { many: text } });
  const cut = await search("hit", { id: many.id, per_page: 100, page: 50 });
  expect([cut.found.length, cut.headers.get("x-total"), cut.headers.get("x-next-page")]).toEqual([
    100,
    null,
    "",
  ]);
  const before = await search("hit", { id: many.id, per_page: 100, page: 49 });
  expect(before.headers.get("x-next-page")).toBe("50");
});

it("gives many lines that follow each other as several matches", async () => {
  const many = await service.project();
  await service.commit(many, {
    files: {
      "long.txt": "hit\n".repeat(1_200),
      "wide.txt": `hit ${"x".repeat(19_000)}\n`.repeat(6),
      "latin.txt": Buffer.from("hit \xfc\n".repeat(600), "latin1"),
    },
  });
  const found = await placesOf("hit", { id: many.id });
  expect(found.map(([path, line, data]) => [path, line, String(data).split("\n").length - 1])).toEqual([
    ["latin.txt", 1, 500],
    ["latin.txt", 501, 100],
    ["long.txt", 1, 500],
    ["long.txt", 501, 500],
    ["long.txt", 1_001, 200],
    ["wide.txt", 1, 6],
  ]);
  expect(await placesOf("ü", { id: many.id })).toHaveLength(2);
});

it("has nothing in an empty project", async () => {
  const empty = await service.project();
  expect((await search("needle", { id: empty.id })).found).toEqual([]);
});
