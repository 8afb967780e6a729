import { expect, it } from "vitest";
import { getProject } from "../../../shared/api/resources/projects.ts";
import {
  createRunner,
  deleteRunnerByToken,
  getRunner,
  registerRunner,
  verifyRunner,
} from "../../../shared/api/resources/runners.ts";
import { registrationToken } from "../domain/ci/runner-access.ts";
import { issueToken } from "../store/users/tokens.ts";
import { insertUser } from "../store/users/users.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";
import type { TestCaller } from "./testing/test-service.ts";

const service = serviceForTests("runner-registration");

const nobody = { as: "nobody" } as const;
const register = (input: object = {}) =>
  service.operate(
    registerRunner,
    { token: registrationToken(service.store, { type: "instance" }), ...input },
    nobody,
  );
const credentials = (body: unknown) => body as { readonly id: number; readonly token: string };

it("registers for the instance, a group and a project, and shows the token to who may change the runner", async () => {
  const project = await service.project();
  const scopes = [
    { type: "instance" },
    { type: "group", id: 1 },
    { type: "project", id: project.id },
  ] as const;
  for (const scope of scopes) {
    const info = { name: "gitlab-runner", version: "17.1", platform: "linux", architecture: "amd64" };
    const { status, body } = await register({
      token: registrationToken(service.store, scope),
      description: "builder",
      tag_list: ["linux", "linux", "big"],
      run_untagged: false,
      maximum_timeout: 3600,
      info,
    });
    const { id, token } = credentials(body);
    expect([status, Object.keys(body as object)]).toEqual([201, ["id", "token"]]);
    const as = scope.type === "instance" ? "developer" : "owner";
    const shown = await service.operate(getRunner, { id }, { as });
    expect(shown.body).toMatchObject({
      ...info,
      description: "builder",
      runner_type: `${scope.type}_type`,
      tag_list: ["linux", "big"],
      run_untagged: false,
      maximum_timeout: 3600,
      online: null,
      status: "offline",
    });
    expect(shown.body).toHaveProperty("projects.length", scope.type === "project" ? 1 : 0);
    expect((shown.body as { token?: string }).token).toBe(scope.type === "instance" ? undefined : token);
  }
});

it("creates runners of the instance, a group and a project for who may, and needs no registration token", async () => {
  const project = await service.project();
  const scopes = [
    [{ runner_type: "instance_type" }, { owner: 403, maintainer: 403, developer: 403 }],
    [
      { runner_type: "group_type", group_id: 1 },
      { owner: 201, maintainer: 403, developer: 403 },
    ],
    [
      { runner_type: "project_type", project_id: project.id },
      { owner: 201, maintainer: 201, developer: 403 },
    ],
  ] as const;
  for (const [scope, expected] of scopes) {
    for (const [as, status] of Object.entries(expected)) {
      const created = await service.operate(
        createRunner,
        { ...scope, description: as },
        { as: as as TestCaller },
      );
      expect([scope.runner_type, as, created.status]).toEqual([scope.runner_type, as, status]);
      if (status !== 201) continue;
      const { id, token } = credentials(created.body);
      expect((await service.operate(verifyRunner, { token }, nobody)).status).toBe(200);
      const shown = await service.operate(
        getRunner,
        { id },
        { as: scope.runner_type === "instance_type" ? "developer" : "owner" },
      );
      expect(shown.body).toMatchObject({ description: as, runner_type: scope.runner_type, active: true });
    }
  }
});

it("lets administrators create runners of the instance", async () => {
  const user = insertUser(service.store, {
    username: "harbourmaster",
    name: "Harbourmaster",
    email: "harbourmaster@example.test",
    isAdmin: true,
  });
  const token = issueToken(service.store, user.id, { name: "admin", scopes: ["api"] });
  const as = { as: "nobody", headers: { "private-token": token } } as const;
  expect((await service.operate(createRunner, { runner_type: "instance_type" }, as)).status).toBe(201);
});

it("creates a paused runner with its settings, and refuses inputs without a group, project or tag", async () => {
  const project = await service.project();
  const create = (input: object) =>
    service.operate(
      createRunner,
      { runner_type: "project_type", project_id: project.id, ...input },
      { as: "owner" },
    );
  const settings = { tag_list: ["big"], run_untagged: false, locked: true, maximum_timeout: 900 };
  const { body } = await create({ ...settings, access_level: "ref_protected", paused: true });
  const shown = await service.operate(getRunner, { id: credentials(body).id }, { as: "owner" });
  expect(shown.body).toMatchObject({ ...settings, access_level: "ref_protected", active: false });
  expect((await create({ runner_type: "group_type" })).body).toEqual({ error: "group_id is missing" });
  expect((await create({ project_id: undefined })).body).toEqual({ error: "project_id is missing" });
  expect((await create({ project_id: 999 })).status).toBe(404);
  expect((await create({ run_untagged: false })).status).toBe(400);
  expect((await create({ maximum_timeout: 10 })).status).toBe(400);
  expect((await service.operate(createRunner, { runner_type: "instance_type" }, nobody)).status).toBe(401);
});

it("shows a project's registration token to its maintainers alone", async () => {
  const project = await service.project();
  const as = async (caller: "owner" | "developer" | "maintainer") =>
    (await service.operate(getProject, { id: project.id }, { as: caller })).body as object;
  const token = registrationToken(service.store, { type: "project", id: project.id });
  expect(await as("owner")).toHaveProperty("runners_token", token);
  expect(await as("maintainer")).toHaveProperty("runners_token", token);
  expect(await as("developer")).not.toHaveProperty("runners_token");
});

it("refuses tokens that are not of this service, and settings that cannot be", async () => {
  const right = registrationToken(service.store, { type: "instance" });
  for (const token of ["x", `${right}x`, right.replace("instance", "group1"), "hlg-project9-abc"]) {
    expect((await register({ token })).status).toBe(403);
  }
  expect(
    (await register({ token: registrationToken(service.store, { type: "group", id: 99 }) })).status,
  ).toBe(403);
  expect((await register({ run_untagged: false })).status).toBe(400);
  expect((await register({ maximum_timeout: 10 })).status).toBe(400);
});

it("verifies and deletes by the runner's own token, which is nowhere in the database", async () => {
  const { id, token } = credentials((await register()).body);
  const check = async () => (await service.operate(verifyRunner, { token }, nobody)).status;
  expect(await check()).toBe(200);
  expect((await service.operate(getRunner, { id })).body).toMatchObject({ status: "online", online: true });
  expect(JSON.stringify(service.store.all("SELECT * FROM runners"))).not.toContain(token);
  // Its signature counts, not the part by which the runner is found.
  const forged = `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`;
  for (const wrong of [`${token}x`, forged, `${token.slice(0, 16)}${"A".repeat(27)}`]) {
    expect((await service.operate(verifyRunner, { token: wrong }, nobody)).status).toBe(403);
    expect((await service.operate(deleteRunnerByToken, { token: wrong }, nobody)).status).toBe(403);
  }
  expect((await service.operate(deleteRunnerByToken, { token }, nobody)).status).toBe(204);
  expect(await check()).toBe(403);
  expect((await service.operate(deleteRunnerByToken, { token }, nobody)).status).toBe(403);
});

it.each([registerRunner, verifyRunner, deleteRunnerByToken])(
  "refuses a call without a token and one with a wrong token of a user",
  async (operation) => {
    const call = { ...nobody, body: {} };
    const path = operation.path;
    const missing = await service.call(operation.method, path, call);
    expect([missing.status, missing.body]).toEqual([400, { error: "token is missing" }]);
    const wrong = { ...nobody, body: { token: "x" }, headers: { "private-token": "wrong" } };
    expect((await service.call(operation.method, path, wrong)).status).toBe(401);
  },
);
