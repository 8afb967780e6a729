import { beforeAll, expect, it } from "vitest";
import { listAheadBehind } from "../../../shared/api/resources/local-repositories.ts";
import type { Project } from "../store/projects/projects.ts";
import { expectedOf, refusalsOf, responsesTo } from "./testing/expected-refusals.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";

const service = serviceForTests();
let project: Project;
let base: string;
beforeAll(async () => {
  project = await service.project();
  base = await service.commit(project, { files: { a: "1" } });
});

it("refuses callers without access and invalid input", async () => {
  const refusals = refusalsOf(service, listAheadBehind, { id: project.id, base: "main", ids: [base] });
  expect(await responsesTo(service, refusals)).toEqual(expectedOf(refusals));
  const unknown = await service.operate(listAheadBehind, { id: project.id, base: "none", ids: [base] });
  expect(unknown.status).toBe(404);
  const ids = Array.from({ length: 101 }, () => base);
  const path = `/local/projects/${project.id}/ahead_behind?base=main&ids=${ids.join(",")}`;
  expect((await service.call("GET", path)).status).toBe(400);
});

it("counts a hundred branches in one request, and nothing for commits that are gone", async () => {
  const tips: string[] = [];
  for (const name of ["one", "two"]) {
    await service.commit(project, { branch: name, from: base, files: { [name]: "1" } });
    tips.push(await service.commit(project, { branch: name, files: { [name]: "2" } }));
  }
  await service.commit(project, { files: { a: "3" } });
  const ids = [...tips, base, "f".repeat(40), ...Array.from({ length: 96 }, () => base)];
  const { status, body } = await service.operate(listAheadBehind, { id: project.id, base: "main", ids });
  expect(status).toBe(200);
  expect(body).toHaveLength(100);
  expect((body as object[]).slice(0, 4)).toEqual([
    { id: tips[0], ahead: 2, behind: 1 },
    { id: tips[1], ahead: 2, behind: 1 },
    { id: base, ahead: 0, behind: 1 },
    { id: "f".repeat(40), ahead: null, behind: null },
  ]);
});

it("counts the latest branches from the default one where no commits are named", async () => {
  const other = await service.project();
  const root = await service.commit(other, { files: { a: "1" } });
  const tip = await service.commit(other, { branch: "topic", from: root, files: { b: "1" } });
  const main = await service.commit(other, { files: { a: "2" } });
  const { status, body } = await service.operate(listAheadBehind, { id: other.id });
  expect(status).toBe(200);
  expect(body).toHaveLength(2);
  expect(body).toEqual(
    expect.arrayContaining([
      { id: tip, ahead: 1, behind: 1 },
      { id: main, ahead: 0, behind: 0 },
    ]),
  );
  const unborn = await service.project();
  expect((await service.operate(listAheadBehind, { id: unborn.id })).status).toBe(404);
});
