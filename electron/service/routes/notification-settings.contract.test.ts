import { beforeAll, expect, it } from "vitest";
import {
  getGroupNotificationSettings,
  getNotificationSettings,
  getProjectNotificationSettings,
  notificationEvents,
  notificationLevels,
  updateGroupNotificationSettings,
  updateNotificationSettings,
  updateProjectNotificationSettings,
} from "../../../shared/api/resources/notification-settings.ts";
import { getProject } from "../../../shared/api/resources/projects.ts";
import { findGroupByPath, insertGroup } from "../store/groups/groups.ts";
import { expectedOf, refusalsOf, responsesTo } from "./testing/expected-refusals.ts";
import { operationsOf } from "./testing/parts.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";
import type { TestCaller } from "./testing/test-service.ts";

const service = serviceForTests("notification-settings");
let team: number;
beforeAll(async () => {
  team = findGroupByPath(service.store, "team")?.id ?? 0;
});

const underOf = (path: string) =>
  path.startsWith("/groups/") ? "Group" : path.startsWith("/projects/") ? "Project" : null;

it.each(operationsOf("notification-settings"))(
  "%s refuses callers without access and invalid input",
  async (_, operation) => {
    const under = underOf(operation.path);
    const id = under === "Group" ? team : (await service.project()).id;
    const refusals = refusalsOf(service, operation, under ? { id } : {}, { under, guests: true });
    expect(await responsesTo(service, refusals)).toEqual(expectedOf(refusals));
  },
);

it.each(["guest", "reporter", "developer", "maintainer", "owner"] as const)(
  "keeps the settings of a %s apart from everybody else's",
  async (as) => {
    const project = await service.project();
    const change = { id: project.id, level: "watch" as const };
    expect((await service.operate(updateProjectNotificationSettings, change, { as })).body).toEqual({
      level: "watch",
    });
    const other: TestCaller = as === "owner" ? "guest" : "owner";
    const read = (caller: TestCaller) =>
      service.operate(getProjectNotificationSettings, { id: project.id }, { as: caller });
    expect((await read(as)).body).toEqual({ level: "watch" });
    expect((await read(other)).body).toEqual({ level: "global" });
    const shown = await service.operate(getProject, { id: project.id }, { as });
    expect(shown.body).toMatchObject({ permissions: { group_access: { notification_level: 3 } } });
  },
);

it("any user can set the level of a public project, only members that of a private one", async () => {
  const open = await service.project({ visibility: "public" });
  const set = (id: number, as: TestCaller) =>
    service.operate(updateProjectNotificationSettings, { id, level: "mention" }, { as });
  expect((await set(open.id, "stranger")).status).toBe(200);
  expect((await set(open.id, "nobody")).status).toBe(401);
  expect((await set((await service.project()).id, "stranger")).status).toBe(404);
});

it("starts at participating, and at the level above in groups and projects", async () => {
  const as = { as: "reporter" } as const;
  expect((await service.operate(getNotificationSettings, {}, as)).body).toEqual({
    level: "participating",
    notification_email: "reporter@example.test",
  });
  const below = insertGroup(service.store, { name: "Below", path: "below", parentId: team });
  const project = await service.project({ groupId: below.id });
  await service.operate(updateGroupNotificationSettings, { id: "team", level: "watch" }, as);
  expect((await service.operate(getGroupNotificationSettings, { id: "team" }, as)).body).toEqual({
    level: "watch",
  });
  for (const [operation, id] of [
    [getGroupNotificationSettings, "team/below"],
    [getProjectNotificationSettings, project.fullPath],
  ] as const) {
    expect((await service.operate(operation, { id }, as)).body).toEqual({ level: "global" });
  }
});

it.each([
  ["the global settings", async () => [updateNotificationSettings, {}] as const],
  ["a group", async () => [updateGroupNotificationSettings, { id: team }] as const],
  [
    "a project",
    async () => [updateProjectNotificationSettings, { id: (await service.project()).id }] as const,
  ],
])("takes every level for %s, and lists events at custom alone", async (_, target) => {
  const as = { as: "maintainer" } as const;
  const [operation, input] = await target();
  for (const level of notificationLevels) {
    const { status, body } = await service.send({
      method: "PUT",
      path: operation.path.replace(":id", String("id" in input ? input.id : "")),
      contentType: "application/json",
      body: JSON.stringify({ level, new_note: true, success_pipeline: false }),
      ...as,
    });
    expect([status, (body as { level: string }).level]).toEqual([200, level]);
    expect((body as { events?: object }).events !== undefined).toBe(level === "custom");
  }
});

it("keeps chosen events while another level is set", async () => {
  const { id } = await service.project();
  const change = async (more: object) =>
    (await service.operate(updateProjectNotificationSettings, { id, ...more })).body;
  const none = Object.fromEntries(notificationEvents.map((event) => [event, false]));
  const events = { ...none, failed_pipeline: true };
  expect(await change({ level: "custom" })).toEqual({ level: "custom", events });
  expect(await change({ new_issue: true, failed_pipeline: false })).toEqual({
    level: "custom",
    events: { ...none, new_issue: true },
  });
  expect(await change({ level: "disabled" })).toEqual({ level: "disabled" });
  expect(await change({ level: "custom" })).toEqual({
    level: "custom",
    events: { ...none, new_issue: true },
  });
  expect(await change({})).toMatchObject({ level: "custom" });
});

it("sends notifications to an address of the user's own alone", async () => {
  const as = { as: "guest" } as const;
  const change = async (notification_email: string) => {
    const response = await service.operate(
      updateNotificationSettings,
      { notification_email, level: "watch" },
      as,
    );
    return [response.status, response.body];
  };
  expect(await change("owner@example.test")).toEqual([
    400,
    { message: { notification_email: ["is not an email you own"] } },
  ]);
  expect((await service.operate(getNotificationSettings, {}, as)).body).toMatchObject({
    level: "participating",
  });
  for (const email of ["guest@example.test", ""]) {
    expect(await change(email)).toEqual([200, { level: "watch", notification_email: "guest@example.test" }]);
  }
});

it("reports a project's level among the caller's permissions", async () => {
  const project = await service.project();
  await service.operate(updateGroupNotificationSettings, { id: team, level: "disabled" });
  expect((await service.operate(getProject, { id: project.id })).body).toMatchObject({
    permissions: { project_access: null, group_access: { access_level: 30, notification_level: 0 } },
  });
});
