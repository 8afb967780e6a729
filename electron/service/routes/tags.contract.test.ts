import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { createBranch } from "../../../shared/api/resources/branches.ts";
import { getCommit, listCommits } from "../../../shared/api/resources/commits.ts";
import { getFile } from "../../../shared/api/resources/files.ts";
import { createRelease } from "../../../shared/api/resources/releases.ts";
import {
  compareRefs,
  getArchive,
  getMergeBase,
  getRawBlob,
  listTree,
} from "../../../shared/api/resources/repository.ts";
import {
  createTag,
  createTagRelease,
  deleteTag,
  getTag,
  listTags,
  updateTagRelease,
} from "../../../shared/api/resources/tags.ts";
import { gitTextIn } from "../git/testing/test-repository.ts";
import type { Project } from "../store/projects/projects.ts";
import { expectedOf, refusalsOf, responsesTo } from "./testing/expected-refusals.ts";
import { operationsOf } from "./testing/parts.ts";
import { pushRaw } from "./testing/push-raw.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";
import type { TestCaller } from "./testing/test-service.ts";

describe("tags", () => {
  const service = serviceForTests("tags");
  let project: Project;
  let first: string;
  let second: string;
  beforeEach(async () => {
    project = await service.project();
    first = await service.commit(project, { files: { a: "1" }, time: 1_600_000_000 });
    second = await service.commit(project, { files: { a: "2" }, time: 1_600_000_100 });
  });

  const tag = (
    tag_name: string,
    ref: string,
    more: { message?: string; release_description?: string } = {},
  ) => service.operate(createTag, { id: project.id, tag_name, ref, ...more });
  const inputs: Readonly<Record<string, object>> = {
    listTags: {},
    createTag: { tag_name: "v1", ref: "main" },
    createTagRelease: { tag_name: "v1", description: "x" },
    updateTagRelease: { tag_name: "v1", description: "x" },
  };

  it.each(operationsOf("tags"))(
    "%s refuses callers without access and invalid input",
    async (name, operation) => {
      const refusals = refusalsOf(service, operation, {
        id: project.id,
        ...(inputs[name] ?? { tag_name: "v1" }),
      });
      expect(await responsesTo(service, refusals)).toEqual(expectedOf(refusals));
    },
  );

  it("makes lightweight and annotated tags", async () => {
    const light = await tag("v1.0/ü#", first);
    expect(light).toMatchObject({
      status: 201,
      body: { name: "v1.0/ü#", message: null, target: first, commit: { id: first }, release: null },
    });
    const message = "Two\n\nWith notes.";
    const heavy = await tag("v2", "main", { message, release_description: "# Notes" });
    expect(heavy).toMatchObject({
      status: 201,
      body: { message, commit: { id: second }, release: { tag_name: "v2", description: "# Notes" } },
    });
    const { target } = heavy.body as { target: string };
    expect(await service.run(project, "cat-file", "-t", target)).toBe("tag");
    expect(await service.run(project, "rev-parse", "refs/tags/v2")).toBe(target);
    expect((await tag("v3", "v2")).body).toMatchObject({ target: second });
    expect((await service.operate(getTag, { id: project.id, tag_name: "v2" })).body).toEqual(heavy.body);
  });

  it("lists by date or name, in both directions, and searches with anchors", async () => {
    for (const [name, ref] of [
      ["v1.10", second],
      ["v1.2", first],
      ["rc-v1", first],
    ] as const)
      await tag(name, ref);
    const names = async (input: object = {}) =>
      ((await service.operate(listTags, { id: project.id, ...input })).body as { name: string }[]).map(
        ({ name }) => name,
      );
    expect((await names())[0]).toBe("v1.10");
    expect((await names({ sort: "asc" })).at(-1)).toBe("v1.10");
    expect(await names({ order_by: "name" })).toEqual(["v1.2", "v1.10", "rc-v1"]);
    expect(await names({ order_by: "name", sort: "asc" })).toEqual(["rc-v1", "v1.10", "v1.2"]);
    expect(await names({ search: "^v1", order_by: "name" })).toEqual(["v1.2", "v1.10"]);
    expect(await names({ search: "v1$" })).toEqual(["rc-v1"]);
    expect(await names({ order_by: "name", sort: "asc", per_page: 2, page: 2 })).toEqual(["v1.2"]);
  });

  it("responds to a failed creation with 405 and the reason, as documented", async () => {
    await tag("v1", first);
    const refused = async (name: string, ref: string) => {
      const { status, body } = await tag(name, ref);
      return [status, body];
    };
    expect(await refused("v1", second)).toEqual([405, { message: "Tag v1 already exists" }]);
    expect(await refused("v2", "none")).toEqual([405, { message: "Target none is invalid" }]);
    expect(await refused("a..b", "main")).toEqual([405, { message: "Tag name invalid" }]);
    expect(await service.run(project, "rev-parse", "v1")).toBe(first);
  });

  it("deletes a tag with its notes, once", async () => {
    await tag("v1", first, { release_description: "Notes" });
    const drop = () => service.operate(deleteTag, { id: project.id, tag_name: "v1" });
    expect(await drop()).toMatchObject({ status: 204, body: "" });
    expect(await drop()).toMatchObject({ status: 404, body: { message: "404 Tag Not Found" } });
    expect((await tag("v1", first)).body).toMatchObject({ release: null });
  });

  it("gives release notes once, and changes them where there are some", async () => {
    await tag("v1", first);
    const notes = (operation: typeof createTagRelease | typeof updateTagRelease, tag_name = "v1") =>
      service.operate(operation, { id: project.id, tag_name, description: "**Notes**" });
    const shape = { tag_name: "v1", description: "**Notes**" };
    expect(await notes(updateTagRelease)).toMatchObject({
      status: 404,
      body: { message: "404 Release Not Found" },
    });
    const made = await notes(createTagRelease);
    expect([made.status, made.body]).toEqual([201, shape]);
    expect(await notes(createTagRelease)).toMatchObject({
      status: 409,
      body: { message: "Release already exists" },
    });
    const changed = await notes(updateTagRelease);
    expect([changed.status, changed.body]).toEqual([200, shape]);
    for (const operation of [createTagRelease, updateTagRelease]) {
      expect(await notes(operation, "none")).toMatchObject({
        status: 404,
        body: { message: "404 Tag Not Found" },
      });
    }
  });

  it("lists tags of trees, of blobs and of other tags, and refuses them by name where a commit is needed", async () => {
    const git = (input: string, ...args: string[]) =>
      gitTextIn(project.repositoryPath, args, { input }).then((text) => text.trim());
    const tree = await service.run(project, "rev-parse", `${second}^{tree}`);
    const blob = await service.run(project, "rev-parse", `${second}:a`);
    const mktag = (name: string, type: string, object: string, end = "") =>
      git(
        `object ${object}\ntype ${type}\ntag ${name}\ntagger Ada <ada@example.test> 1700000000 +0000\n\nOf ${name}\n${end}`,
        "mktag",
      );
    const signature = "-----BEGIN PGP SIGNATURE-----\n\niQ==\n-----END PGP SIGNATURE-----\n";
    const key = await mktag("key", "blob", blob);
    const made: Readonly<Record<string, string>> = {
      tree,
      blob,
      key,
      "tree-note": await mktag("tree-note", "tree", tree),
      "key-again": await mktag("key-again", "tag", key),
      signed: await mktag("signed", "commit", first, signature),
      twice: await mktag("twice", "tag", await mktag("once", "commit", second)),
    };
    await git(
      Object.entries(made)
        .map(([name, id]) => `create refs/tags/${name} ${id}\n`)
        .join(""),
      "update-ref",
      "--stdin",
    );
    const listed = await service.operate(listTags, { id: project.id, order_by: "name", sort: "asc" });
    const shown = z.array(
      z.object({
        name: z.string(),
        target: z.string(),
        message: z.string().nullable(),
        commit: z.object({ id: z.string() }).nullable(),
      }),
    );
    expect(
      shown.parse(listed.body).map((one) => [one.name, one.target, one.message, one.commit?.id]),
    ).toEqual([
      ["blob", blob, null, undefined],
      ["key", key, "Of key", undefined],
      ["key-again", made["key-again"], "Of key-again", undefined],
      ["signed", made.signed, "Of signed", first],
      ["tree", tree, null, undefined],
      ["tree-note", made["tree-note"], "Of tree-note", undefined],
      ["twice", made.twice, "Of twice", second],
    ]);
    expect(listed.headers.get("x-total")).toBe("7");
    const { id } = project;
    const one = await service.operate(getTag, { id, tag_name: "key" });
    expect([one.status, one.body]).toMatchObject([200, { name: "key", commit: null }]);
    // Opened as what they are.
    const raw = await service.operate(getRawBlob, { id, sha: "refs/tags/key-again" });
    expect([raw.status, raw.bytes.toString()]).toEqual([200, "2"]);
    const folder = await service.operate(listTree, { id, ref: "refs/tags/tree-note" });
    expect([folder.status, folder.body]).toMatchObject([200, [{ name: "a" }]]);
    const refused = await Promise.all([
      service.operate(getCommit, { id, sha: "refs/tags/key" }),
      service.operate(listCommits, { id, ref_name: "tree" }),
      service.operate(getFile, { id, file_path: "a", ref: "tree" }),
      service.operate(compareRefs, { id, from: "main", to: "tree-note" }),
      service.operate(getArchive, { id, sha: "blob" }),
      service.operate(getMergeBase, { id, refs: ["main", "tree"] }),
      service.operate(createBranch, { id, branch: "of-a-tree", ref: "tree" }),
      service.operate(createTag, { id, tag_name: "of-a-tree", ref: "tree" }),
      service.operate(createTagRelease, { id, tag_name: "tree", description: "Notes" }),
      service.operate(createRelease, { id, tag_name: "key", name: "Key", description: "Notes" }),
    ]);
    expect(refused.map(({ status, body }) => [status, body])).toEqual([
      [404, { message: "404 Commit Not Found" }],
      [404, { message: "404 Commit Not Found" }],
      [404, { message: "404 Commit Not Found" }],
      [404, { message: "404 Ref Not Found" }],
      [404, { message: "404 File Not Found" }],
      [400, { message: "Could not find ref: tree" }],
      [400, { message: "Invalid reference name" }],
      [405, { message: "Target tree is invalid" }],
      [400, { message: "The tag tree does not name a commit" }],
      [400, { message: "The tag key does not name a commit" }],
    ]);
    expect((await service.operate(deleteTag, { id, tag_name: "tree" })).status).toBe(204);
  });
});

describe("moved tags", () => {
  const service = serviceForTests();
  let project: Project;
  let first: string;
  let second: string;
  beforeAll(async () => {
    project = await service.project();
    first = await service.commit(project, { files: { a: "1" } });
    second = await service.commit(project, { files: { a: "2" } });
    project = service.fresh(project);
  });

  const zero = "0".repeat(40);
  const target = async (name: string) => {
    const found = await service.run(
      project,
      "for-each-ref",
      "--format=%(objectname) %(*objectname)",
      `refs/tags/${name}`,
    );
    return found.trim().split(" ").at(-1) ?? "";
  };

  type Delete = (name: string, as: TestCaller) => Promise<unknown>;
  type Create = (name: string, at: string, as: TestCaller) => Promise<unknown>;

  const deletions: Record<string, Delete> = {
    "by the interface": (tag_name, as) => service.operate(deleteTag, { id: project.id, tag_name }, { as }),
    "by a push": (name, as) => pushRaw(service, project, as, `${first} ${zero} refs/tags/${name}`),
    "by a push that names another commit": (name, as) =>
      pushRaw(service, project, as, `${second} ${zero} refs/tags/${name}`),
  };
  const creations: Record<string, Create> = {
    "a tag": (tag_name, ref, as) => service.operate(createTag, { id: project.id, tag_name, ref }, { as }),
    "an annotated tag": (tag_name, ref, as) =>
      service.operate(createTag, { id: project.id, tag_name, ref, message: "M" }, { as }),
    "a release": (tag_name, ref, as) =>
      service.operate(createRelease, { id: project.id, tag_name, ref, name: "R", description: "d" }, { as }),
    "a push": (name, at, as) => pushRaw(service, project, as, `${zero} ${at} refs/tags/${name}`),
  };

  describe.each(Object.keys(deletions))("a tag that was deleted %s", (deletion) => {
    it.each(Object.keys(creations))(
      "is created again as %s: elsewhere by maintainers alone",
      async (creation) => {
        const [remove, create] = [deletions[deletion], creations[creation]];
        if (!remove || !create) throw new Error("no such way");
        for (const annotated of [false, true]) {
          const name = `${deletion}-${creation}-${annotated}`.replaceAll(" ", "-");
          const made = annotated ? "an annotated tag" : "a tag";
          await creations[made]?.(name, first, "maintainer");
          expect(await target(name)).toBe(first);
          await remove(name, "developer");
          // git refuses a deletion of what is not there; the record of the tag stays harmless then.
          if ((await target(name)) !== "") continue;
          await create(name, second, "developer");
          expect(await target(name), "moved by a developer").toBe("");
          await create(name, first, "developer");
          expect(await target(name), "made again by a developer").toBe(first);
          await remove(name, "developer");
          await deletions["by the interface"]?.(name, "developer");
          if ((await target(name)) !== "") continue;
          service.store.run("DELETE FROM releases WHERE project_id = ?", project.id);
          await create(name, second, "maintainer");
          expect(await target(name), "moved by a maintainer").toBe(second);
        }
      },
    );
  });

  it("says why, and a tag that was never deleted is as free as before", async () => {
    const input = { id: project.id, tag_name: "v1" };
    await service.operate(createTag, { ...input, ref: first });
    await service.operate(deleteTag, input);
    const refused = await service.operate(createTag, { ...input, ref: second });
    expect(refused).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining("named another commit before it was deleted") },
    });
    expect((await service.operate(createTag, { ...input, tag_name: "v2", ref: second })).status).toBe(201);
  });
});
