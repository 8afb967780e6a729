import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Project } from "../store/projects/projects.ts";
import { type TestCall, testService } from "./testing/test-service.ts";

describe("browsing a repository", () => {
  let service: ReturnType<typeof testService>;
  let project: Project;
  beforeEach(async () => {
    service = testService();
    project = await service.project();
  });
  afterEach(() => service.remove());

  const get = (path: string, more: TestCall = {}) =>
    service.call("GET", `/projects/${project.id}/repository/${path}`, more);
  const refusal = async (path: string) => {
    const { status, body } = await get(path);
    return [status, body];
  };

  it("reports that an empty repository has no tree", async () => {
    expect(await refusal("tree")).toEqual([404, { message: "404 Tree Not Found" }]);
    expect(await refusal("contributors")).toEqual([200, []]);
    expect((await get("archive")).status).toBe(404);
  });

  it("has a whole tree on few pages, and a hundred entries of any other list", async () => {
    const files = Object.fromEntries(Array.from({ length: 2_010 }, (_, index) => [`d/${index}`, "x"]));
    await service.commit(project, { files });
    const entries = async (path: string) => {
      const { headers, body } = await get(path);
      return [(body as unknown[]).length, headers.get("x-per-page"), headers.get("x-total-pages")];
    };
    expect(await entries("tree?recursive=true&per_page=5000")).toEqual([2_000, "2000", "2"]);
    expect(await entries("tree?recursive=true&per_page=5000&page=2")).toEqual([11, "2000", "2"]);
    expect(await entries("commits?per_page=5000")).toEqual([1, "100", expect.anything()]);
  });

  it("pages through a tree by number and by token", async () => {
    const files = Object.fromEntries(Array.from({ length: 45 }, (_, index) => [`d/${index + 10}`, "x"]));
    await service.commit(project, {
      files: { ...files, "back\\slash": "x", sub: { mode: "160000", content: "1".repeat(40) } },
    });
    const root = await get("tree");
    expect(root.body).toEqual([
      { id: expect.any(String), name: "d", type: "tree", path: "d", mode: "040000" },
      { id: expect.any(String), name: "back\\slash", type: "blob", path: "back\\slash", mode: "100644" },
      { id: "1".repeat(40), name: "sub", type: "commit", path: "sub", mode: "160000" },
    ]);
    const second = await get("tree?path=d&per_page=20&page=2");
    expect(second.headers.get("x-total")).toBe("45");
    expect((second.body as { name: string }[]).at(0)?.name).toBe("30");
    expect((await get("tree?recursive=true&per_page=100")).headers.get("x-total")).toBe("48");
    const seen: string[] = [];
    let path: string | null = "tree?path=d&pagination=keyset&per_page=20";
    while (path) {
      const page: Awaited<ReturnType<typeof get>> = await get(path);
      seen.push(...(page.body as { name: string }[]).map(({ name }) => name));
      expect(page.headers.get("x-total")).toBeNull();
      const next: string | undefined = /<([^>]+)>; rel="next"/.exec(page.headers.get("link") ?? "")?.[1];
      path = next ? (next.split("/repository/")[1] ?? null) : null;
    }
    expect(seen).toEqual(Array.from({ length: 45 }, (_, index) => `${index + 10}`));
    expect(await refusal("tree?pagination=keyset&page_token=nonsense")).toEqual([
      400,
      { error: "page_token is invalid" },
    ]);
    expect(await refusal("tree?path=none")).toEqual([404, { message: "404 Tree Not Found" }]);
    expect(await refusal("tree?ref=none")).toEqual([404, { message: "404 Tree Not Found" }]);
    expect((await get("tree", { as: "guest" })).status).toBe(403);
  });

  it("returns blobs by hash, and nothing else", async () => {
    await service.commit(project, { files: { a: "content" } });
    const sha = await service.run(project, "rev-parse", "main:a");
    expect((await get(`blobs/${sha}`)).body).toEqual({
      size: 7,
      encoding: "base64",
      content: Buffer.from("content").toString("base64"),
      sha,
    });
    const part = await get(`blobs/${sha}/raw`, { headers: { range: "bytes=3-" } });
    expect([part.status, part.bytes.toString()]).toEqual([206, "tent"]);
    for (const name of ["main", await service.run(project, "rev-parse", "main"), "f".repeat(40), "main:a"]) {
      expect(await refusal(`blobs/${encodeURIComponent(name)}`)).toEqual([
        404,
        { message: "404 Blob Not Found" },
      ]);
    }
  });

  it("sends archives in every format, under a descriptive name", async () => {
    const id = await service.commit(project, { branch: "main", files: { a: "content", "d/b": "b" } });
    await service.run(project, "branch", "feature/ü", id);
    const archive = await get("archive?sha=feature%2F%C3%BC");
    expect([archive.status, archive.headers.get("content-type")]).toEqual([200, "application/gzip"]);
    expect(archive.headers.get("content-disposition")).toContain(
      `filename*=UTF-8''${encodeURIComponent(`project-1-feature-ü-${id}`)}.tar.gz`,
    );
    expect(archive.bytes.subarray(0, 2)).toEqual(Buffer.from([31, 139]));
    const starts = {
      zip: "PK",
      tar: "pax_global_header",
      "tar.bz2": "BZh",
      tb2: "BZh",
      tbz: "BZh",
      tbz2: "BZh",
      bz2: "BZh",
    };
    for (const [format, start] of Object.entries(starts)) {
      const response = await get(`archive.${format}`);
      if (response.status !== 501)
        expect(response.bytes.subarray(0, start.length).toString(), format).toBe(start);
    }
    expect((await get("archive.tar?path=d")).bytes.toString()).not.toContain("content");
    expect(await refusal("archive?path=none")).toEqual([404, { message: "404 File Not Found" }]);
    expect(await refusal("archive?sha=none")).toEqual([404, { message: "404 File Not Found" }]);
  });

  it("compares from the merge base or directly", async () => {
    const first = await service.commit(project, { files: { a: "1\n" } });
    const main = await service.commit(project, { files: { m: "m\n" }, message: "m" });
    await service.commit(project, { branch: "side", from: first, files: { s: "s\n" }, message: "s1" });
    const side = await service.commit(project, { branch: "side", files: { s: "S\n" }, message: "s2" });
    const compared = await get("compare?from=main&to=side");
    expect(compared.body).toMatchObject({
      commit: { id: side },
      commits: [{ title: "s1" }, { title: "s2" }],
      diffs: [{ new_path: "s", diff: "@@ -0,0 +1 @@\n+S\n" }],
      compare_timeout: false,
      compare_same_ref: false,
    });
    const straight = (await get("compare?from=main&to=side&straight=true")).body as {
      diffs: { new_path: string }[];
    };
    expect(straight.diffs.map(({ new_path }) => new_path)).toEqual(["m", "s"]);
    expect((await get(`compare?from=main&to=${main}`)).body).toMatchObject({
      commit: null,
      compare_same_ref: true,
    });
    expect((await get(`compare?from=main&to=${first}`)).body).toMatchObject({
      commit: null,
      commits: [],
      diffs: [],
    });
    expect(await refusal("compare?from=main&to=none")).toEqual([404, { message: "404 Ref Not Found" }]);
    expect(await refusal("compare?from=main")).toEqual([400, { error: "to is missing" }]);
    expect((await get("merge_base?refs[]=main&refs[]=side")).body).toMatchObject({ id: first });
    expect(await refusal("merge_base?refs[]=main")).toEqual([400, { message: "Provide at least 2 refs" }]);
    expect(await refusal("merge_base?refs[]=main&refs[]=none")).toEqual([
      400,
      { message: "Could not find ref: none" },
    ]);
  });

  it("lists contributors in the requested order", async () => {
    await service.commit(project, { files: { a: "1\n2\n" }, author: "Bo <bo@example.test>" });
    await service.commit(project, { files: { b: "1\n" }, author: "Al <z@example.test>" });
    await service.commit(project, { files: { b: "2\n" }, author: "Al <z@example.test>" });
    const names = async (query: string) =>
      ((await get(`contributors${query}`)).body as { name: string }[]).map(({ name }) => name);
    expect((await get("contributors")).body).toEqual([
      { name: "Bo", email: "bo@example.test", commits: 1, additions: 2, deletions: 0 },
      { name: "Al", email: "z@example.test", commits: 2, additions: 2, deletions: 1 },
    ]);
    expect(await names("?order_by=name")).toEqual(["Al", "Bo"]);
    expect(await names("?order_by=email&sort=desc")).toEqual(["Al", "Bo"]);
    expect(await names("?sort=desc&per_page=1")).toEqual(["Al"]);
  });
});
