import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { AnyOperation, InputOf } from "../../../shared/api/contract/operation.ts";
import { listIssues } from "../../../shared/api/resources/issues.ts";
import { createLabel } from "../../../shared/api/resources/labels.ts";
import { listDirectMembers } from "../../../shared/api/resources/members.ts";
import {
  createProjectAccessToken,
  getProjectAccessToken,
  listProjectAccessTokens,
  revokeProjectAccessToken,
  rotateProjectAccessToken,
} from "../../../shared/api/resources/project-access-tokens.ts";
import { createProject, deleteProject } from "../../../shared/api/resources/project-actions.ts";
import { getProject } from "../../../shared/api/resources/projects.ts";
import { listVariables } from "../../../shared/api/resources/variables.ts";
import type { Project } from "../store/projects/projects.ts";
import { type ContractService, contractService } from "./testing/contract-service.ts";

let service: ContractService;
let project: Project;
beforeAll(async () => {
  service = await contractService();
});
afterAll(() => service.remove(), 60_000);
beforeEach(async () => {
  project = await service.project();
  await service.commit(project, { files: { a: "1" } });
});

const maintainer = { as: "maintainer" } as const;
interface Issued {
  readonly id: number;
  readonly token: string;
  readonly user_id: number;
  readonly expires_at: string;
}
async function create(more: object = {}): Promise<Issued> {
  const { status, body } = await service.operate(
    createProjectAccessToken,
    { id: project.id, name: "Robot", scopes: ["api"], access_level: 30, ...more },
    maintainer,
  );
  expect(status).toBe(201);
  return body as Issued;
}
const by = <O extends AnyOperation>({ token }: Pick<Issued, "token">, operation: O, input: InputOf<O>) =>
  service.operate(operation, input, { as: "nobody", headers: { "private-token": token } });
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

it("shows the token once, lists it without, and stores no text of it", async () => {
  const issued = await create({ description: "For the crane", expires_at: day(30) });
  expect(issued).toMatchObject({ name: "Robot", access_level: 30, scopes: ["api"], expires_at: day(30) });
  const { body } = await service.operate(listProjectAccessTokens, { id: project.id }, maintainer);
  expect(body).toMatchObject([{ id: issued.id, description: "For the crane", active: true }]);
  const one = { id: project.id, token_id: issued.id };
  const shown = await service.operate(getProjectAccessToken, one, maintainer);
  expect(JSON.stringify([body, shown.body])).not.toContain(issued.token);
  expect(JSON.stringify(service.store.all("SELECT * FROM tokens"))).not.toContain(issued.token);
  const members = await service.operate(listDirectMembers, { id: project.id }, maintainer);
  expect(members.body).toMatchObject([{ id: issued.user_id, access_level: 30 }]);
});

it("works with its role in its project, and with none in another", async () => {
  const issued = await create();
  const other = await service.project();
  const internal = await service.project({ visibility: "internal" });
  expect((await by(issued, getProject, { id: project.id })).status).toBe(200);
  expect((await by(issued, createLabel, { id: project.id, name: "l", color: "#112233" })).status).toBe(201);
  expect((await by(issued, listVariables, { id: project.id })).status).toBe(403);
  expect((await by(issued, getProject, { id: other.id })).status).toBe(404);
  expect((await by(issued, getProject, { id: internal.id })).status).toBe(404);
  expect((await by(issued, createProject, { name: "own" })).status).toBeGreaterThanOrEqual(400);
});

it("ends with its scopes: one for the repository reads no issues, and pushes only where it may write", async () => {
  const folder = mkdtempSync(join(tmpdir(), "helve-token-"));
  const run = promisify(execFile);
  const git = (...args: string[]) =>
    run("git", ["-c", "user.name=A", "-c", "user.email=a@example.test", ...args], {
      cwd: folder,
      env: { ...process.env, GIT_TERMINAL_PROMPT: "0", GIT_CONFIG_NOSYSTEM: "1", LC_ALL: "C" },
    });
  const urlOf = ({ token }: Issued) =>
    `${service.url.replace("://", `://any:${token}@`)}/${project.fullPath}.git`;
  const reader = await create({ scopes: ["read_repository"] });
  const writer = await create({ scopes: ["write_repository"] });
  const guest = await create({ scopes: ["write_repository"], access_level: 20 });
  expect((await by(reader, listIssues, {})).status).toBe(403);
  await git("clone", "--quiet", "--bare", urlOf(reader), "copy");
  const push = (token: Issued, refspec: string) =>
    git("--git-dir", join(folder, "copy"), "push", "--quiet", urlOf(token), refspec);
  await expect(push(reader, "main:by-reader")).rejects.toThrow();
  await expect(push(guest, "main:by-reporter")).rejects.toThrow();
  await push(writer, "main:by-writer");
  const branches = await service.run(project, "for-each-ref", "--format=%(refname:short)", "refs/heads");
  expect(branches.split("\n")).toEqual(["by-writer", "main"]);
  rmSync(folder, { recursive: true, force: true });
});

it("records its last use, also that of git, once in a few minutes", async () => {
  const issued = await create();
  const one = { id: project.id, token_id: issued.id };
  const lastUse = async () => {
    const { body } = await service.operate(getProjectAccessToken, one, maintainer);
    return (body as { last_used_at: string | null }).last_used_at;
  };
  expect(await lastUse()).toBeNull();
  await by(issued, getProject, { id: project.id });
  const first = await lastUse();
  expect(Date.now() - Date.parse(first ?? "")).toBeLessThan(60_000);
  await by(issued, getProject, { id: project.id });
  expect(await lastUse()).toBe(first);
  const used = (at: number) =>
    service.store.run(
      "UPDATE tokens SET last_used_at = ? WHERE id = ?",
      new Date(at).toISOString(),
      issued.id,
    );
  used(Date.now() - 6 * 60_000);
  const url = `${service.url}/${project.fullPath}.git/info/refs?service=git-upload-pack`;
  const authorization = `Basic ${Buffer.from(`any:${issued.token}`).toString("base64")}`;
  expect((await fetch(url, { headers: { authorization } })).status).toBe(200);
  expect(Date.parse((await lastUse()) ?? "")).toBeGreaterThan(Date.now() - 60_000);
});

it("is replaced by another one, revoked, expired, and gone with its project", async () => {
  const first = await create();
  const one = { id: project.id, token_id: first.id };
  const rotated = await service.operate(rotateProjectAccessToken, one, maintainer);
  expect(rotated.status).toBe(200);
  const second = rotated.body as Issued;
  expect(second).toMatchObject({ name: "Robot", user_id: first.user_id, expires_at: day(7) });
  expect((await by(first, getProject, { id: project.id })).status).toBe(401);
  expect((await by(second, getProject, { id: project.id })).status).toBe(200);
  expect((await service.operate(rotateProjectAccessToken, one, maintainer)).status).toBe(400);

  const revoke = { id: project.id, token_id: second.id };
  expect((await service.operate(revokeProjectAccessToken, revoke, maintainer)).status).toBe(204);
  expect((await by(second, getProject, { id: project.id })).status).toBe(401);
  expect((await service.operate(listProjectAccessTokens, { id: project.id }, maintainer)).body).toEqual([]);
  const members = await service.operate(listDirectMembers, { id: project.id }, maintainer);
  expect(members.body).toEqual([]);

  const third = await create();
  service.store.run("UPDATE tokens SET expires_at = '2020-01-01' WHERE id = ?", third.id);
  expect((await by(third, getProject, { id: project.id })).status).toBe(401);
  const shown = { id: project.id, token_id: third.id };
  expect((await service.operate(getProjectAccessToken, shown, maintainer)).body).toMatchObject({
    active: false,
  });

  const last = await create();
  expect((await service.operate(deleteProject, { id: project.id }, { as: "owner" })).status).toBe(202);
  await expect.poll(async () => (await by(last, getProject, { id: project.id })).status).toBe(401);
});

it.each([
  ["a role above the caller's own", { access_level: 50 }],
  ["a role that there is not", { access_level: 35 }],
  ["an unknown scope", { scopes: ["sudo"] }],
  ["a day in the past", { expires_at: "2020-01-01" }],
  ["a day after more than a year", { expires_at: day(400) }],
])("refuses %s", async (_, more) => {
  const input = { id: project.id, name: "N", scopes: ["api"], ...more };
  expect((await service.operate(createProjectAccessToken, input, maintainer)).status).toBe(400);
});

it("makes no tokens with a token, whatever its role", async () => {
  const issued = await create({ access_level: 40 });
  const input = { id: project.id, name: "N", scopes: ["api"] };
  expect((await by(issued, createProjectAccessToken, input)).status).toBe(403);
  const one = { id: project.id, token_id: issued.id };
  expect((await by(issued, rotateProjectAccessToken, one)).status).toBe(403);
});
