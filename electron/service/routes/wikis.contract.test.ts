import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  createWikiPage,
  deleteWikiPage,
  getRawWikiFile,
  getWikiPage,
  listWikiPages,
  listWikiPageVersions,
  updateWikiPage,
  uploadWikiAttachment,
} from "../../../shared/api/resources/wikis.ts";
import { wikiFolder } from "../domain/wiki/wiki-repository.ts";
import { gitIn, gitTextIn, makeCommit } from "../git/testing/test-repository.ts";
import type { Project } from "../store/projects/projects.ts";
import { expectedOf, refusalsOf, responsesTo } from "./testing/expected-refusals.ts";
import { operationsOf } from "./testing/parts.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";
import type { TestCaller } from "./testing/test-service.ts";

const service = serviceForTests("wikis");
let project: Project;
beforeEach(async () => {
  project = await service.project();
});
afterEach(async () => {
  await gitIn(wikiFolder(project), ["fsck", "--full", "--strict", "--no-dangling"]).catch((error: Error) => {
    if (!error.message.includes("not a git repository")) throw error;
  });
});

const write = (
  title: string,
  content = `About ${title}`,
  more: { format?: "rdoc" | "asciidoc"; as?: TestCaller } = {},
) => {
  const { as, ...rest } = more;
  return service.operate(createWikiPage, { id: project.id, title, content, ...rest }, as ? { as } : {});
};
const read = (slug: string) => service.operate(getWikiPage, { id: project.id, slug });
const change = (slug: string, input: { title?: string; content?: string; format?: "rdoc" }) =>
  service.operate(updateWikiPage, { id: project.id, slug, ...input });
const list = async () => {
  const { body } = await service.operate(listWikiPages, { id: project.id });
  return body as { slug: string; title: string; format: string }[];
};
const slugs = async () => (await list()).map(({ slug }) => slug);
const inWiki = (...args: string[]) => gitTextIn(wikiFolder(project), args).then((text) => text.trim());

describe("refusals", () => {
  const right = {
    createWikiPage: { title: "Another", content: "text", format: "markdown" },
    updateWikiPage: { slug: "home", title: "home", content: "text", format: "markdown" },
  } as const;

  it.each(operationsOf("wikis").filter(([name]) => name !== "uploadWikiAttachment"))(
    "%s refuses callers without access and invalid input",
    async (name, operation) => {
      await write("home");
      const input = { id: project.id, ...(right[name as keyof typeof right] ?? { slug: "home" }) };
      const { id, slug, ...rest } = input as Record<string, unknown>;
      const fits = operation.path.includes(":slug") ? { id, slug, ...rest } : { id, ...rest };
      const refusals = refusalsOf(service, operation, fits, { guests: operation.role === undefined });
      // Without one of them the other one changes the page.
      const checked = refusals.filter(
        ({ why }) => !/^(title|content) missing/.test(why) || name === "createWikiPage",
      );
      expect(await responsesTo(service, checked)).toEqual(expectedOf(checked));
    },
  );

  it("gives each role what it may do", async () => {
    await write("home");
    const responses = async (as: TestCaller) => {
      const file = new File(["x"], "x.txt");
      const statuses = [
        await service.operate(listWikiPages, { id: project.id }, { as }),
        await service.operate(getWikiPage, { id: project.id, slug: "home" }, { as }),
        await service.operate(createWikiPage, { id: project.id, title: `by ${as}`, content: "x" }, { as }),
        await service.operate(updateWikiPage, { id: project.id, slug: "home", content: as }, { as }),
        await service.operate(uploadWikiAttachment, { id: project.id, file }, { as }),
        await service.operate(deleteWikiPage, { id: project.id, slug: `by-${as}` }, { as }),
      ];
      return statuses.map(({ status }) => status);
    };
    expect(await responses("nobody")).toEqual([401, 401, 401, 401, 401, 401]);
    expect(await responses("stranger")).toEqual([404, 404, 404, 404, 404, 404]);
    expect(await responses("guest")).toEqual([200, 200, 403, 403, 403, 403]);
    expect(await responses("reporter")).toEqual([200, 200, 403, 403, 403, 403]);
    expect(await responses("developer")).toEqual([200, 200, 201, 200, 201, 403]);
    expect(await responses("maintainer")).toEqual([200, 200, 201, 200, 201, 204]);
    expect(await responses("owner")).toEqual([200, 200, 201, 200, 201, 204]);
  });

  it("lets everyone with a token read the wiki of a public project, and nobody write to an archived one", async () => {
    project = await service.project({ visibility: "public" });
    await write("home");
    const input = { id: project.id, slug: "home" };
    expect((await service.operate(getWikiPage, input, { as: "stranger" })).status).toBe(200);
    expect((await service.operate(getWikiPage, input, { as: "nobody" })).status).toBe(401);
    expect((await service.operate(listWikiPages, { id: project.id }, { as: "nobody" })).status).toBe(401);
    expect(
      (await service.operate(updateWikiPage, { ...input, content: "x" }, { as: "stranger" })).status,
    ).toBe(403);
    service.store.run("UPDATE projects SET archived = 1 WHERE id = ?", project.id);
    expect((await change("home", { content: "x" })).status).toBe(403);
  });

  it("gives a page of the list where one is asked for, else all", async () => {
    for (const title of ["home", "a", "b"]) await write(title);
    const list = async (query: object) => {
      const { body, headers } = await service.operate(listWikiPages, { id: project.id, ...query });
      return [(body as { slug: string }[]).map(({ slug }) => slug), headers.get("x-total")];
    };
    expect(await list({})).toEqual([["home", "a", "b"], null]);
    expect(await list({ per_page: 2 })).toEqual([["home", "a"], "3"]);
    expect(await list({ per_page: 2, page: 2 })).toEqual([["b"], "3"]);
    const { body } = await service.operate(listWikiPages, {
      id: project.id,
      per_page: 1,
      with_content: true,
    });
    expect(body).toMatchObject([{ slug: "home", content: expect.any(String) }]);
  });

  it("refuses invalid page titles", async () => {
    const pages: [{ title: string; content?: string }, unknown][] = [
      [{ title: "x" }, { error: "content is missing" }],
      [{ title: "x", content: " " }, { message: { content: ["can't be blank"] } }],
      [{ title: " / " }, { message: { title: ["can't be blank"] } }],
      [{ title: "../../etc/passwd" }, { message: "Path cannot include directory traversal" }],
      [{ title: "a/../b" }, { message: "Path cannot include directory traversal" }],
      [{ title: ".git/config" }, { message: "invalid path: '.git/config.md'" }],
      [{ title: "a/.GIT./hooks" }, { message: "invalid path: 'a/.GIT./hooks.md'" }],
      [{ title: "a\u0000b" }, { message: { title: ["cannot contain control characters"] } }],
      [{ title: "é".repeat(123) }, { message: { title: ["exceeds the limit of 245 bytes"] } }],
      [
        { title: `uploads/${"a".repeat(32)}/x` },
        { message: { title: ["is in the folder of an attachment"] } },
      ],
    ];
    for (const [index, [page, body]] of pages.entries()) {
      const checked = index === 0 ? page : { content: "text", ...page };
      const response = await service.call("POST", `/projects/${project.id}/wikis`, { body: checked });
      expect([page, response.status, response.body]).toEqual([page, 400, body]);
    }
    expect(await list()).toEqual([]);
  });

  it("requires content or title for a change", async () => {
    await write("home");
    for (const body of [{}, { format: "rdoc" }]) {
      const response = await service.call("PUT", `/projects/${project.id}/wikis/home`, { body });
      expect([response.status, response.body]).toEqual([
        400,
        { message: "Provide at least one of content and title" },
      ]);
    }
  });
});

describe("pages", () => {
  it("are empty in a new wiki", async () => {
    expect(await list()).toEqual([]);
    const odd = await service.call("GET", `/projects/${project.id}/wikis/home?version[a]=b`);
    expect([odd.status, odd.body]).toEqual([400, { error: "version is invalid" }]);
    expect(await read("home")).toMatchObject({ status: 404, body: { message: "404 Wiki Page Not Found" } });
  });

  it("are written with their author, and listed with home first", async () => {
    await write("Git basics", "# Basics");
    await write("docs / setup / Install me", "1. Install");
    await write("home", "= Home", { format: "asciidoc" });
    const made = await write("Ruby", "= Ruby", { format: "rdoc", as: "maintainer" });
    expect(made.body).toEqual({
      slug: "Ruby",
      title: "Ruby",
      format: "rdoc",
      content: "= Ruby",
      encoding: "UTF-8",
      front_matter: {},
    });
    expect(await list()).toEqual([
      { slug: "home", title: "home", format: "asciidoc" },
      { slug: "Git-basics", title: "Git basics", format: "markdown" },
      { slug: "Ruby", title: "Ruby", format: "rdoc" },
      { slug: "docs/setup/Install-me", title: "Install me", format: "markdown" },
    ]);
    expect(await inWiki("log", "-1", "--format=%an <%ae>%n%cn%n%s")).toBe(
      "The maintainer <maintainer@example.test>\nThe maintainer\nmaintainer created page: Ruby",
    );
    expect((await read("DOCS/setup/install me")).body).toMatchObject({ slug: "docs/setup/Install-me" });
  });

  it("of one title are only one", async () => {
    await write("Git basics");
    const message = { base: ["Duplicate page: A page with that title already exists"] };
    for (const title of ["Git basics", "git-BASICS", " Git   basics "]) {
      const response = await write(title, "x", { format: "rdoc" });
      expect([title, response.status, response.body]).toEqual([title, 400, { message }]);
    }
    await write("other");
    expect(await change("other", { title: "Git basics" })).toMatchObject({
      status: 400,
      body: { message: { base: ["There is already a page with the same title in that path."] } },
    });
    expect(await slugs()).toEqual(["Git-basics", "other"]);
  });

  it("move with their title, in their folder or to another one, and keep their history", async () => {
    await write("docs/first", "text of some length\nthat git knows again\n");
    expect((await change("docs/first", { title: "Second one" })).body).toMatchObject({
      slug: "docs/Second-one",
      title: "Second one",
      content: "text of some length\nthat git knows again\n",
    });
    expect((await change("docs/Second-one", { title: "guide/more/Third" })).body).toMatchObject({
      slug: "guide/more/Third",
    });
    const content = "text of some length\nthat git knows again\nwith more\n";
    const top = await change("guide/more/Third", { title: "/top", content });
    expect(top.body).toMatchObject({ slug: "top", content });
    expect((await change("top", { title: "Top" })).body).toMatchObject({ slug: "Top" });
    expect((await change("Top", { format: "rdoc", title: "Top" })).body).toMatchObject({ format: "rdoc" });
    expect(await inWiki("ls-tree", "-r", "--name-only", "HEAD")).toBe("Top.rdoc");
    const { body } = await service.operate(listWikiPageVersions, {
      id: project.id,
      slug: "Top",
      per_page: 4,
    });
    const versions = body as { id: string; slug: string; title: string }[];
    expect(versions.map(({ slug }) => slug)).toEqual(["Top", "Top", "top", "guide/more/Third"]);
    const rest = await service.operate(listWikiPageVersions, {
      id: project.id,
      slug: "Top",
      per_page: 4,
      page: 2,
    });
    expect(rest.body).toMatchObject([
      { slug: "docs/Second-one", author_name: "The developer" },
      { slug: "docs/first", title: "developer created page: docs/first" },
    ]);
    const old = await service.operate(getWikiPage, {
      id: project.id,
      slug: "guide/more/Third",
      version: versions[3]?.id ?? "",
    });
    expect(old.body).toMatchObject({ content: "text of some length\nthat git knows again\n" });
  });

  it("that do not change make no commit", async () => {
    await write("home", "same");
    const before = await inWiki("rev-parse", "HEAD");
    expect((await change("home", { title: "home" })).status).toBe(200);
    expect(await inWiki("rev-parse", "HEAD")).toBe(before);
  });

  it("are deleted by maintainers", async () => {
    await write("home");
    await write("other");
    const gone = { id: project.id, slug: "other" };
    expect((await service.operate(deleteWikiPage, gone, { as: "maintainer" })).status).toBe(204);
    expect((await service.operate(deleteWikiPage, gone, { as: "maintainer" })).status).toBe(404);
    expect(await slugs()).toEqual(["home"]);
  });

  it("are returned with their content, front matter and encoding", async () => {
    await write("home", "---\ntitle: Start\ntags: [a, b]\n---\n\nText");
    await write("broken", "---\n: [\n---\nText");
    await makeCommit(wikiFolder(project), {
      files: { "latin.md": Buffer.from("caf\xe9", "latin1"), "empty.md": "" },
    });
    const { body } = await service.operate(listWikiPages, { id: project.id, with_content: true });
    expect(body).toMatchObject([
      { slug: "home", front_matter: { title: "Start", tags: ["a", "b"] } },
      { slug: "broken", content: "---\n: [\n---\nText", front_matter: {} },
      { slug: "empty", content: "" },
      { slug: "latin", content: "café", encoding: "Windows-1252" },
    ]);
    expect((await read("latin")).body).toMatchObject({ content: "café" });
  });

  it("keep the encoding and the untouched lines of their files", async () => {
    await write("home");
    const latin = Buffer.from("caf\xe9\r\nMen\xfc\nlast", "latin1");
    await makeCommit(wikiFolder(project), { files: { "latin.md": latin } });
    const { content } = (await read("latin")).body as { content: string };
    expect((await change("latin", { content: content.replace("Menü", "Menü für 5 €") })).status).toBe(200);
    const { stdout } = await gitIn(wikiFolder(project), ["show", "HEAD:latin.md"]);
    expect(stdout.toString("latin1")).toBe("caf\xe9\r\nMen\xfc f\xfcr 5 \x80\nlast");
    const refused = await change("latin", { content: "café →" });
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).toContain("“→”");
  });

  it("that were pushed under odd names can all be read, each under a slug of its own", async () => {
    await write("home");
    await makeCommit(wikiFolder(project), {
      files: {
        "a b.md": "spaces",
        "a-b.md": "dashes",
        "twice.md": "markdown",
        "twice.adoc": "asciidoc",
        "twice.adoc.md": "third",
        "UPPER.MD": "upper",
        "sub/.md": "no page",
        "image.png": "no page",
        "link.md": { mode: "120000", content: "/etc/passwd" },
        "module.md": { mode: "160000", content: "1".repeat(40) },
        [`uploads/${"0".repeat(32)}/file.md`]: "attachment",
        "%2e%2e/#?.md": "signs",
      },
    });
    const contents = await Promise.all(
      (await slugs()).map(async (slug) => [slug, ((await read(slug)).body as { content: string }).content]),
    );
    expect(Object.fromEntries(contents)).toEqual({
      home: "About home",
      "a b": "spaces",
      "a-b": "dashes",
      twice: "asciidoc",
      "twice.adoc": "third",
      "twice.md": "markdown",
      UPPER: "upper",
      "%2e%2e/#?": "signs",
    });
    const raw = { id: project.id, file_path: "link.md" };
    expect((await service.operate(getRawWikiFile, raw)).status).toBe(404);
  });

  it("that were pushed are read unless they are huge", async () => {
    await write("home");
    await makeCommit(wikiFolder(project), { files: { "huge.md": "x".repeat(51 * 1024 * 1024) } });
    expect((await read("huge")).status).toBe(413);
    const { body } = await service.operate(listWikiPages, { id: project.id, with_content: true });
    expect(body).toEqual([
      expect.objectContaining({ slug: "home", content: "About home" }),
      { slug: "huge", title: "huge", format: "markdown" },
    ]);
    expect((await change("huge", { content: "small" })).body).toMatchObject({ content: "small" });
  });
});

describe("attachments", () => {
  const upload = (name: string, content: string | Uint8Array<ArrayBuffer> = "x", branch?: string) =>
    service.operate(uploadWikiAttachment, {
      id: project.id,
      file: new File([content], name),
      ...(branch ? { branch } : {}),
    });

  it("are committed, described and served back", async () => {
    await write("home");
    const { status, body } = await upload("a chart [1].png", new Uint8Array([1, 2, 0, 255]));
    const path = (body as { file_path: string }).file_path;
    expect(status).toBe(201);
    expect(path).toMatch(/^uploads\/[0-9a-f]{32}\/a_chart__1_\.png$/);
    expect(body).toEqual({
      file_name: "a_chart__1_.png",
      file_path: path,
      branch: "main",
      link: { url: path, markdown: `![a_chart__1_](${path})` },
    });
    const raw = await service.operate(getRawWikiFile, { id: project.id, file_path: path });
    expect([...raw.bytes]).toEqual([1, 2, 0, 255]);
    expect(raw.headers.get("content-type")).toBe("application/octet-stream");
    const ranged = { headers: { range: "bytes=1-2" } };
    expect((await service.operate(getRawWikiFile, { id: project.id, file_path: path }, ranged)).status).toBe(
      206,
    );
    expect(await inWiki("log", "-1", "--format=%an: %s")).toBe(
      "The developer: Upload attachment a_chart__1_.png",
    );
    expect(await slugs()).toEqual(["home"]);
  });

  it("go to a branch that is there only", async () => {
    await write("home");
    expect(await upload("x.txt", "x", "nowhere")).toMatchObject({ status: 400 });
    expect((await upload("x.txt", "x", "main")).body).toMatchObject({ branch: "main" });
  });

  it("are refused where there is no file, and served from the wiki alone", async () => {
    const path = `/projects/${project.id}/wikis/attachments`;
    expect(await service.call("POST", path, { body: {} })).toMatchObject({
      status: 400,
      body: { error: "file is missing" },
    });
    for (const file_path of ["../../service.sqlite", "HEAD", "uploads"]) {
      expect((await service.operate(getRawWikiFile, { id: project.id, file_path })).status).toBe(404);
    }
  });
});
