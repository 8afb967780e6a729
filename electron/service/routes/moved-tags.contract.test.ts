import { beforeAll, describe, expect, it } from "vitest";
import { createRelease } from "../../../shared/api/resources/releases.ts";
import { createTag, deleteTag } from "../../../shared/api/resources/tags.ts";
import type { Project } from "../store/projects/projects.ts";
import { pushRaw } from "./testing/push-raw.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";
import type { Caller } from "./testing/test-service.ts";

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

type Delete = (name: string, as: Caller) => Promise<unknown>;
type Create = (name: string, at: string, as: Caller) => Promise<unknown>;

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
