import { expect, it } from "vitest";
import { z } from "zod";
import type { InputOf } from "../../../shared/api/contract/operation.ts";
import {
  createUser,
  deleteUser,
  getCurrentUser,
  getUser,
  listUsers,
  updateUser,
} from "../../../shared/api/resources/users.ts";
import { createProject } from "../domain/projects/write-project.ts";
import { makePng } from "../sample/seed/images.ts";
import { setCustomAttribute } from "../store/custom-attributes.ts";
import { findMovedProject } from "../store/groups/group-tree.ts";
import { parseCell, parseCount } from "../store/rows.ts";
import { issueToken } from "../store/users/tokens.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";

const service = serviceForTests("users");

const admin = { as: "administrator" } as const;
let count = 0;
const fields = (more: Partial<InputOf<typeof createUser>> = {}): InputOf<typeof createUser> => {
  count++;
  return {
    email: `user${count}@example.test`,
    username: `user${count}`,
    name: `User ${count}`,
    password: "correct horse",
    ...more,
  };
};
interface Made {
  readonly id: number;
  readonly username: string;
}
const add = async (more: Partial<InputOf<typeof createUser>> = {}): Promise<Made> => {
  const { status, body } = await service.operate(createUser, fields(more), admin);
  expect([status, body]).toEqual([201, expect.anything()]);
  return body as Made;
};
const change = (id: number, input: object) => service.operate(updateUser, { id, ...input }, admin);
const names = async (query: string, as: "administrator" | "developer" = "administrator") =>
  ((await service.call("GET", `/users?per_page=100&${query}`, { as })).body as Made[]).map(
    ({ username }) => username,
  );

const profile = {
  skype: "ada.s",
  linkedin: "ada-l",
  twitter: "@ada",
  website_url: "https://ada.example",
  organization: "Engines",
  bio: "Counts",
  location: "London",
  public_email: "ada@example.test",
  projects_limit: 7,
  can_create_group: false,
  private_profile: false,
};

it("creates a user with every field, and stores only a salted digest of the password", async () => {
  const { body } = await service.operate(
    createUser,
    fields({ ...profile, admin: true, provider: "ldap", extern_uid: "cn=ada", skip_confirmation: true }),
    admin,
  );
  expect(body).toMatchObject({
    ...profile,
    is_admin: true,
    state: "active",
    external: false,
    two_factor_enabled: false,
    identities: [{ provider: "ldap", extern_uid: "cn=ada" }],
    confirmed_at: expect.any(String),
  });
  expect(JSON.stringify(body)).not.toMatch(/password|correct horse/);
  const row = service.store.get("SELECT password_digest FROM users WHERE id = ?", (body as Made).id);
  expect(parseCell("password_digest", z.string(), row)).toMatch(/^scrypt\$[\w+/]{22}==\$[\w+/]{43}=$/);
});

it("requires a password unless it is to be reset, which takes precedence", async () => {
  const { password, ...without } = fields();
  for (const reset of [{}, { reset_password: false }]) {
    const missing = await service.call("POST", "/users", { ...admin, body: { ...without, ...reset } });
    expect([missing.status, missing.body]).toEqual([
      400,
      { message: "Provide a password, or set reset_password" },
    ]);
  }
  const { id } = await add({ password: "ignored!", reset_password: true });
  expect(service.store.get("SELECT password_digest FROM users WHERE id = ?", id)).toEqual({
    password_digest: null,
  });
});

it.each([
  [{ password: "short" }, { password: ["is too short (minimum is 8 characters)"] }],
  [{ email: "nobody" }, { email: ["is invalid"] }],
  [{ name: " " }, { name: ["can't be blank"] }],
  [{ username: "admin" }, { username: ["is a reserved name"] }],
  [{ username: "-ada" }, { username: [expect.stringContaining("Cannot start with '-'")] }],
  [{ username: "ada.git" }, { username: [expect.stringContaining("'.git' or '.atom'")] }],
  [{ username: "a da" }, { username: [expect.stringContaining("can contain only letters")] }],
  [{ website_url: "javascript:alert(1)" }, { website_url: ["must be a valid URL"] }],
  [{ projects_limit: -1 }, { projects_limit: ["must be greater than or equal to 0"] }],
])("refuses %j", async (more, message) => {
  const { status, body } = await service.operate(createUser, fields(more), admin);
  expect([status, body]).toEqual([400, { message }]);
});

it("refuses taken names: 409 for a new user, 404 for a change, as documented", async () => {
  const taken = [
    [{ email: "Developer@example.test" }, "Email has already been taken"],
    [{ username: "DEVELOPER" }, "Username has already been taken"],
    [{ username: "team" }, "Username has already been taken"],
  ] as const;
  const { id } = await add();
  for (const [input, message] of taken) {
    const made = await service.operate(createUser, fields(input), admin);
    expect([made.status, made.body]).toEqual([409, { message }]);
    const changed = await change(id, input);
    expect([changed.status, changed.body]).toEqual([404, { message }]);
  }
  const half = await service.call("PUT", `/users/${id}`, { ...admin, body: { provider: "ldap" } });
  expect([half.status, half.body]).toEqual([400, { message: "Provide extern_uid and provider together" }]);
});

it("changes what is given and nothing else", async () => {
  const user = await add(profile);
  const before = (await service.operate(getUser, { id: user.id }, admin)).body as object;
  const { status, body } = await change(user.id, { location: "Turin", private_profile: true });
  expect(status).toBe(200);
  expect(body).toEqual({ ...before, location: "Turin", private_profile: true });
  expect((await change(user.id, { email: "new@example.test" })).body).toMatchObject({ confirmed_at: null });
  expect(
    (await change(user.id, { email: "newer@example.test", skip_reconfirmation: true })).body,
  ).toMatchObject({
    email: "newer@example.test",
    confirmed_at: expect.any(String),
  });
  await change(user.id, { password: "another horse" });
  expect(service.store.get("SELECT password_expired FROM users WHERE id = ?", user.id)).toEqual({
    password_expired: 1,
  });
});

it("moves a user's projects with its name", async () => {
  const user = await add();
  const project = await service.project({ groupId: undefined, userId: user.id, path: "mine" });
  await change(user.id, { username: "renamed" });
  expect(service.fresh(project).fullPath).toBe("renamed/mine");
  expect(findMovedProject(service.store, `${user.username}/mine`)?.id).toBe(project.id);
});

it("accepts only images as pictures, and serves them to everyone", async () => {
  const picture = makePng(4, 4, () => [200, 30, 90]);
  const { id } = await add({ avatar: new Blob([new Uint8Array(picture)]) });
  const { avatar_url } = (await service.operate(getUser, { id })).body as { avatar_url: string };
  const path = new URL(avatar_url).pathname;
  const response = await fetch(service.url + path);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/png"]);
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  expect(Buffer.from(await response.arrayBuffer())).toEqual(picture);
  expect((await fetch(`${service.url}${path.replace("avatar-", "avatar-0")}`)).status).toBe(404);
  const svg = await change(id, { avatar: new Blob(["<svg onload='alert(1)'/>"], { type: "image/png" }) });
  expect([svg.status, svg.body]).toEqual([
    400,
    { message: { avatar: [expect.stringContaining("file format is not supported")] } },
  ]);
  const huge = await change(id, { avatar: new Blob([new Uint8Array(201 * 1024)]) });
  expect(huge.body).toEqual({ message: { avatar: ["is too big (should be at most 200 KiB)"] } });
  expect((await service.operate(getUser, { id })).body).toMatchObject({ avatar_url });
});

it("shows to others less than to administrators and the user", async () => {
  const { id } = await add(profile);
  const token = issueToken(service.store, id, { name: "own", scopes: ["read_user"] });
  const own = { as: "nobody", headers: { "private-token": token } } as const;
  const keys = async (options: object) =>
    Object.keys((await service.operate(getUser, { id }, options)).body as object);
  const summary = ["id", "name", "username", "state", "avatar_url", "web_url"];
  const stranger = await keys({ as: "stranger" });
  expect(stranger).toEqual(expect.arrayContaining([...summary, "bio", "public_email", "created_at"]));
  expect(stranger).not.toContain("email");
  expect(await keys(own)).toEqual(await keys(admin));
  expect(await keys(admin)).toEqual(
    expect.arrayContaining(["email", "is_admin", "projects_limit", "identities"]),
  );
  await change(id, { private_profile: true });
  expect(await keys({ as: "stranger" })).toEqual(summary);
  expect(await keys(own)).toContain("bio");
  const list = (await service.operate(listUsers, { username: "developer" }, { as: "stranger" })).body;
  expect(Object.keys((list as object[])[0] ?? {})).toEqual(summary);
});

it("finds users by each filter", async () => {
  const asa = await add({ username: "asa", name: "Åsa Lindqvist", email: "asa@fjord.test" });
  await add({ username: "out", name: "Out Sider", external: true, provider: "saml", extern_uid: "7" });
  service.store.run("UPDATE users SET two_factor_enabled = 1 WHERE username = 'asa'");
  service.store.run("UPDATE users SET state = 'blocked' WHERE username = 'out'");
  service.store.run("UPDATE users SET created_at = '2001-01-01T00:00:00.000Z' WHERE username = 'asa'");
  setCustomAttribute(service.store, { kind: "user", id: asa.id }, "desk", "4");
  const found = {
    "search=%C3%A5SA": ["asa"],
    "search=lindqvist+%C3%A5sa": ["asa"],
    "search=lindqvist+nobody": [],
    "search=ASA%40fjord.test": ["asa"],
    "search=fjord": ["asa"],
    "username=ASA": ["asa"],
    "username=as": [],
    "external=true": ["out"],
    "blocked=true": ["out"],
    "provider=saml&extern_uid=7": ["out"],
    "provider=saml&extern_uid=8": [],
    "two_factor=enabled": ["asa"],
    "created_before=2002-01-01": ["asa"],
    "created_after=2101-01-01": [],
    "custom_attributes[desk]=4": ["asa"],
    "custom_attributes[desk]=4&custom_attributes[floor]=1": [],
  };
  for (const [query, expected] of Object.entries(found))
    expect([query, await names(query)]).toEqual([query, expected]);
  expect(await names("active=true")).not.toContain("out");
  expect(await names("two_factor=disabled")).not.toContain("asa");
  expect(await names("search=fjord", "developer")).toEqual([]);
  expect(await names("search=asa%40fjord.test", "developer")).toEqual(["asa"]);
  expect((await names("order_by=created_at&sort=asc"))[0]).toBe("asa");
  expect((await names("order_by=name&sort=desc")).at(-1)).not.toBe("asa");
  expect((await names("order_by=id&sort=asc", "developer"))[0]).not.toBe("guest");
  const withAttributes = await service.operate(getUser, { id: asa.id, with_custom_attributes: true }, admin);
  expect(withAttributes.body).toMatchObject({ custom_attributes: [{ key: "desk", value: "4" }] });
  expect((await service.call("GET", "/users?blocked=false", admin)).status).toBe(400);
  expect((await service.operate(getUser, { id: asa.id }, { as: "nobody" })).status).toBe(401);
});

it("assigns a deleted user's contributions to the ghost, and deletes its projects", async () => {
  const { id } = await add();
  const project = await service.project();
  await createProject(service.store, { name: "Own", path: "own", userId: id, creatorId: id });
  service.store.run(
    "INSERT INTO issues (project_id, iid, title, author_id, created_at) VALUES (?, 1, 'Leak', ?, '2026-01-01')",
    project.id,
    id,
  );
  expect((await service.operate(deleteUser, { id }, admin)).status).toBe(204);
  expect((await service.operate(getUser, { id }, admin)).status).toBe(404);
  const ghost = service.store.get("SELECT id, username FROM users WHERE is_ghost = 1");
  expect(ghost).toMatchObject({ username: "ghost" });
  expect(service.store.all("SELECT author_id FROM issues")).toEqual([
    { author_id: parseCell("id", z.int(), ghost) },
  ]);
  expect(service.store.all("SELECT id FROM projects WHERE user_id = ?", id)).toEqual([]);
  expect(await names("active=true")).not.toContain("ghost");
  for (const operation of [updateUser, deleteUser]) {
    expect((await service.operate(operation, { id: parseCount("id", ghost) }, admin)).status).toBe(403);
  }
});

it("deletes contributions and solely owned groups where requested, and refuses the groups otherwise", async () => {
  const { id } = await add();
  service.store.run("DELETE FROM issues");
  const group = service.store.run(
    "INSERT INTO groups (name, path, full_path, full_name, visibility, created_at) VALUES ('Solo', 'solo', 'solo', 'Solo', 'private', '2026-01-01')",
  );
  service.store.run("INSERT INTO members (user_id, group_id, access_level) VALUES (?, ?, 50)", id, group);
  const project = await service.project();
  service.store.run(
    "INSERT INTO issues (project_id, iid, title, author_id, created_at) VALUES (?, 1, 'Leak', ?, '2026-01-01')",
    project.id,
    id,
  );
  const refused = await service.operate(deleteUser, { id }, admin);
  expect([refused.status, refused.body]).toEqual([
    409,
    { message: "User cannot be removed while is the sole-owner of a group" },
  ]);
  expect((await service.operate(deleteUser, { id, hard_delete: true }, admin)).status).toBe(204);
  expect(service.store.all("SELECT id FROM issues")).toEqual([]);
  const groups = async () => (await service.call("GET", "/groups/solo", admin)).status;
  await expect.poll(groups, { timeout: 30_000 }).toBe(404);
});

it("acts as another user for administrators, in every operation", async () => {
  const as = async (headers: Record<string, string>, path = "/user") => {
    const { status, body } = await service.call("GET", path, { ...admin, headers });
    return [status, (body as { username?: string; message?: string; error?: string }).username ?? body];
  };
  expect(await as({ sudo: "3" })).toEqual([200, "developer"]);
  expect(await as({ sudo: "Developer" })).toEqual([200, "developer"]);
  expect(await as({}, "/user?sudo=3")).toEqual([200, "developer"]);
  expect((await as({ sudo: "guest" }, "/hooks"))[0]).toBe(403);
  expect(await as({ sudo: "nobody" })).toEqual([
    404,
    { message: "404 User with ID or username 'nobody' Not Found" },
  ]);
  const own = await service.call("GET", "/user?sudo=1");
  expect([own.status, own.body]).toEqual([403, { message: "403 Forbidden - Must be admin to use sudo" }]);
  const token = issueToken(service.store, 7, { name: "narrow", scopes: ["read_user"] });
  const narrow = await service.operate(
    getCurrentUser,
    { sudo: 3 },
    { as: "nobody", headers: { "private-token": token } },
  );
  expect([narrow.status, narrow.body]).toMatchObject([
    403,
    { error: "insufficient_scope", scope: "sudo api" },
  ]);
});

it("refuses the tokens of blocked and deactivated users", async () => {
  const { id } = await add();
  const token = issueToken(service.store, id, { name: "own", scopes: ["api"] });
  const read = () =>
    service.operate(getCurrentUser, {}, { as: "nobody", headers: { "private-token": token } });
  expect((await read()).status).toBe(200);
  for (const state of ["blocked", "deactivated"]) {
    service.store.run("UPDATE users SET state = ? WHERE id = ?", state, id);
    const { status, body } = await read();
    expect([status, body]).toEqual([403, { message: expect.stringContaining(`has been ${state}`) }]);
  }
});

it("shows to external users what is internal only where they are members", async () => {
  const { id } = await add({ external: true });
  const token = issueToken(service.store, id, { name: "own", scopes: ["api"] });
  const project = await service.project({ visibility: "internal" });
  const read = () =>
    service.call("GET", `/projects/${project.id}`, { as: "nobody", headers: { "private-token": token } });
  expect((await read()).status).toBe(404);
  service.store.run(
    "INSERT INTO members (user_id, project_id, access_level) VALUES (?, ?, 20)",
    id,
    project.id,
  );
  expect((await read()).status).toBe(200);
});

it("refuses callers without access", async () => {
  const calls = [
    [listUsers, {}],
    [getUser, { id: 3 }],
    [createUser, fields()],
    [updateUser, { id: 3, name: "Other" }],
    [deleteUser, { id: 3 }],
    [getCurrentUser, {}],
  ] as const;
  const code = issueToken(service.store, 7, { name: "code", scopes: ["read_repository"] });
  const as = (token: string) => ({ as: "nobody", headers: { "private-token": token } }) as const;
  for (const [operation, input] of calls) {
    expect((await service.operate(operation, input, as(code))).status).toBe(403);
    expect((await service.operate(operation, input, as("wrong"))).status).toBe(401);
    if (operation.auth === "admin") expect((await service.operate(operation, input)).status).toBe(403);
    if ("id" in input) {
      expect((await service.operate(operation, { ...input, id: 987_654 }, admin)).status).toBe(404);
    }
  }
  expect((await service.operate(listUsers, {}, { as: "nobody" })).status).toBe(401);
  const wrong = [
    ["GET", "/user?sudo[x]=1"],
    ["GET", "/users/3?with_custom_attributes=7"],
    ["PUT", "/users/3?external=7"],
    ["DELETE", "/users/3?hard_delete=7"],
  ] as const;
  for (const [method, path] of wrong) expect((await service.call(method, path, admin)).status).toBe(400);
  expect((await service.operate(deleteUser, { id: 7 }, admin)).status).toBe(403);
});
