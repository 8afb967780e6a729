import { beforeEach, expect, it } from "vitest";
import {
  addProjectMember,
  createInvitation,
  deleteInvitation,
  getDirectMember,
  listDirectMembers,
  listInvitations,
  listProjectMembers,
  removeProjectMember,
  updateProjectMember,
} from "../../../shared/api/resources/members.ts";
import { getProject } from "../../../shared/api/resources/projects.ts";
import { createUser } from "../../../shared/api/resources/users.ts";
import type { Project } from "../store/projects/projects.ts";
import { findUserByName } from "../store/users/users.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";

const service = serviceForTests();
const as = { as: "maintainer" } as const;
const stranger = { as: "stranger" } as const;

let project: Project;
let made = 0;
beforeEach(async () => {
  project = await service.project({ path: `peopled-${++made}` });
});

const idOf = (name: string): number => findUserByName(service.store, name)?.id ?? 0;
const add = (name: string, access_level: number, more: object = {}, by: object = as) =>
  service.operate(addProjectMember, { id: project.id, user_id: idOf(name), access_level, ...more }, by);
const namesOf = ({ body }: { readonly body: unknown }) =>
  (body as { username: string }[]).map(({ username }) => username);

it("adds, lists, changes and removes members of a project", async () => {
  expect((await service.operate(getProject, { id: project.id }, stranger)).status).toBe(404);
  const added = await add("stranger", 20, { expires_at: "2099-01-01" });
  expect(added).toMatchObject({
    status: 201,
    body: { username: "stranger", access_level: 20, expires_at: "2099-01-01" },
  });
  expect((await service.operate(getProject, { id: project.id }, stranger)).status).toBe(200);
  expect((await add("stranger", 30)).body).toEqual({ message: "Member already exists" });
  const list = { id: project.id };
  expect(namesOf(await service.operate(listDirectMembers, list, as))).toEqual(["stranger"]);
  expect(namesOf(await service.operate(listDirectMembers, { ...list, query: "nobody" }, as))).toEqual([]);
  expect(namesOf(await service.operate(listProjectMembers, list, as))).toEqual(
    expect.arrayContaining(["guest", "owner", "stranger"]),
  );
  const one = { ...list, user_id: idOf("stranger") };
  const changed = await service.operate(updateProjectMember, { ...one, access_level: 30 }, as);
  expect(changed.body).toMatchObject({ access_level: 30, expires_at: "2099-01-01" });
  const endless = await service.operate(
    updateProjectMember,
    { ...one, access_level: 30, expires_at: "" },
    as,
  );
  expect(endless.body).toMatchObject({ expires_at: null });
  expect((await service.operate(getDirectMember, one, as)).body).toEqual(endless.body);
  expect((await service.operate(removeProjectMember, one, as)).status).toBe(204);
  expect((await service.operate(getDirectMember, one, as)).status).toBe(404);
  expect((await service.operate(getProject, list, stranger)).status).toBe(404);
});

it.each([
  ["nobody whom the service knows", { user_id: 99_999, access_level: 20 }, 404],
  ["a role that there is not", { access_level: 25 }, 400],
  ["a role above one's own", { access_level: 50 }, 403],
  ["a day in the past", { access_level: 20, expires_at: "2001-01-01" }, 400],
])("refuses %s", async (_, more, status) => {
  const input = { id: project.id, user_id: idOf("stranger"), ...more };
  expect((await service.operate(addProjectMember, input, as)).status).toBe(status);
});

it("gives nobody a role below that of the group, and lets maintainers change no owner", async () => {
  expect((await add("developer", 20)).body).toEqual({
    message: { access_level: [expect.stringContaining("Developer inherited membership")] },
  });
  expect((await add("stranger", 50, {}, { as: "owner" })).status).toBe(201);
  const one = { id: project.id, user_id: idOf("stranger") };
  expect((await service.operate(updateProjectMember, { ...one, access_level: 20 }, as)).status).toBe(403);
  expect((await service.operate(removeProjectMember, one, as)).status).toBe(403);
});

it("lets members leave, whatever their role", async () => {
  await add("stranger", 10);
  const one = { id: project.id, user_id: idOf("stranger") };
  expect((await service.operate(removeProjectMember, one, stranger)).status).toBe(204);
  const other = { id: project.id, user_id: idOf("developer") };
  await add("developer", 40);
  expect((await service.operate(removeProjectMember, other, { as: "reporter" })).status).toBe(403);
});

it("ends a membership on its day", async () => {
  await add("stranger", 30, { expires_at: "2099-01-01" });
  service.store.run(
    "UPDATE members SET expires_at = '2020-01-01' WHERE user_id = ? AND project_id = ?",
    idOf("stranger"),
    project.id,
  );
  expect((await service.operate(getProject, { id: project.id }, stranger)).status).toBe(404);
  expect(namesOf(await service.operate(listDirectMembers, { id: project.id }, as))).toEqual([]);
});

it("invites by address: users at once, others when they get an account", async () => {
  const invite = (email: string, more: object = {}) =>
    service.operate(createInvitation, { id: project.id, email, access_level: 30, ...more }, as);
  expect(await invite("stranger@example.test")).toMatchObject({ status: 201, body: { status: "success" } });
  expect(namesOf(await service.operate(listDirectMembers, { id: project.id }, as))).toEqual(["stranger"]);
  expect((await invite("stranger@example.test")).body).toEqual({
    status: "error",
    message: { "stranger@example.test": "User already exists in source" },
  });
  expect((await invite("not an address")).body).toMatchObject({ status: "error" });
  const email = `new-${made}@elsewhere.test`;
  await invite(email, { expires_at: "2099-01-01" });
  await invite("later@elsewhere.test");
  const list = { id: project.id };
  expect((await service.operate(listInvitations, list, as)).body).toMatchObject([
    { invite_email: "later@elsewhere.test", access_level: 30, created_by_name: "The maintainer" },
    { invite_email: email, expires_at: "2099-01-01" },
  ]);
  const withdraw = { ...list, email: "later@elsewhere.test" };
  expect((await service.operate(deleteInvitation, withdraw, as)).status).toBe(204);
  expect((await service.operate(deleteInvitation, withdraw, as)).status).toBe(404);
  const username = `invited-${made}`;
  const user = { username, name: username, email, password: "long-enough-1", skip_confirmation: true };
  expect((await service.operate(createUser, user, { as: "administrator" })).status).toBe(201);
  expect((await service.operate(listInvitations, list, as)).body).toEqual([]);
  const joined = await service.operate(getDirectMember, { ...list, user_id: idOf(username) }, as);
  expect(joined.body).toMatchObject({ access_level: 30, expires_at: "2099-01-01" });
});
