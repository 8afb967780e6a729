import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { watchOf } from "./domain/originals/watch-originals.ts";
import { createProject } from "./domain/projects/write-project.ts";
import { type Listening, listen } from "./http/listen.ts";
import { createService } from "./service.ts";
import type { ServiceStore } from "./service-store.ts";
import { insertGroup } from "./store/groups/groups.ts";
import { setMember } from "./store/groups/members.ts";
import { insertProtectedBranch } from "./store/projects/protected-branches.ts";
import { issueToken } from "./store/users/tokens.ts";
import { insertUser } from "./store/users/users.ts";
import { openTestStore } from "./testing/open-test-store.ts";
import { startServiceCli } from "./testing/service-process.ts";

const adminToken = "hlv-outside-world-admin";
let folder: string;
let store: ServiceStore;
let service: Listening;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "helve-outside-"));
  store = openTestStore(join(folder, "data"));
  insertUser(store, { username: "helve", name: "Admin", email: "admin@example.test", isAdmin: true });
  const address = { url: "" };
  service = await listen(
    createService(store, { baseUrl: () => address.url, session: { token: adminToken, username: "helve" } }),
    0,
  );
  address.url = service.url;
});
afterEach(async () => {
  await service.close();
  await store.git.close();
  const repositories = join(folder, "data", "repositories");
  for (const name of readdirSync(repositories))
    await git(["--git-dir", join(repositories, name), "fsck", "--strict"]);
  await watchOf(store).close();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

// The service runs in this process, so git must not block it.
const run = promisify(execFile);
const git = async (args: readonly string[], cwd = folder): Promise<string> => {
  const identity = ["-c", "user.name=A", "-c", "user.email=a@example.test", "-c", "protocol.version=2"];
  const env = { ...process.env, GIT_TERMINAL_PROMPT: "0", GIT_CONFIG_NOSYSTEM: "1" };
  return (await run("git", [...identity, ...args], { cwd, env, timeout: 20_000 })).stdout;
};
const refused = (args: readonly string[], cwd?: string): Promise<string> =>
  git(args, cwd).then(
    () => "",
    (error: { stderr?: string }) => String(error.stderr),
  );
const call = (method: string, path: string, body?: unknown, token = adminToken) =>
  fetch(`${service.url}/api/v4${path}`, {
    method,
    headers: { "private-token": token, "content-type": "application/json" },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
const commit = (project: number, branch: string, file_path: string, content: string) =>
  call("POST", `/projects/${project}/repository/commits`, {
    branch,
    commit_message: `Write ${file_path}`,
    actions: [{ action: "create", file_path, content }],
  });

/** A private project of a group, with a developer and a reporter and their tokens. */
async function makeProject() {
  const group = insertGroup(store, { name: "G", path: "g", visibility: "private" });
  const person = (username: string, role: "developer" | "reporter" | "guest") => {
    const user = insertUser(store, { username, name: username, email: `${username}@example.test` });
    setMember(store, { kind: "group", id: group.id, userId: user.id, role });
    return issueToken(store, user.id, { name: "git", scopes: ["api"] });
  };
  const project = await createProject(store, { name: "P", path: "p", groupId: group.id, creatorId: 1 });
  return {
    project,
    developer: person("dev", "developer"),
    reporter: person("rep", "reporter"),
    guest: person("guest", "guest"),
  };
}
const urlFor = (token: string) => `${service.url.replace("://", `://any:${token}@`)}/g/p.git`;

describe("git over HTTP", () => {
  it("clones what was committed over the interface and takes pushes back", async () => {
    const { project, developer, reporter } = await makeProject();
    expect((await commit(project.id, "main", "a.txt", "one\n")).status).toBe(201);
    await git(["clone", "--quiet", urlFor(reporter), "copy"]);
    const copy = join(folder, "copy");
    expect(readFileSync(join(copy, "a.txt"), "utf8")).toBe("one\n");
    writeFileSync(join(copy, "b.txt"), "two\n");
    await git(["add", "."], copy);
    await git(["commit", "--quiet", "-m", "Add b"], copy);
    expect(await refused(["push", "--quiet", urlFor(reporter), "HEAD:refs/heads/topic/ü"], copy)).toContain(
      "403",
    );
    await git(["push", "--quiet", urlFor(developer), "HEAD:refs/heads/topic/ü"], copy);
    const branch = await call("GET", `/projects/g%2Fp/repository/branches/${encodeURIComponent("topic/ü")}`);
    expect(((await branch.json()) as { commit: { title: string } }).commit.title).toBe("Add b");
    expect((await commit(project.id, "main", "c.txt", "three\n")).status).toBe(201);
    await git(["pull", "--quiet", "--no-rebase", "--no-edit", urlFor(developer), "main"], copy);
    expect(readFileSync(join(copy, "c.txt"), "utf8")).toBe("three\n");
  });

  it("hides and refuses what is not permitted", async () => {
    const { project, developer, guest } = await makeProject();
    await commit(project.id, "main", "a.txt", "one\n");
    expect(await refused(["clone", "--quiet", `${service.url}/g/p.git`, "none"])).toMatch(
      /could not read Username|Authentication failed/,
    );
    expect(await refused(["clone", "--quiet", urlFor("wrong-token"), "none"])).toContain(
      "Authentication failed",
    );
    expect(await refused(["clone", "--quiet", urlFor(guest), "none"])).toContain("403");
    insertProtectedBranch(store, project.id, { name: "main", pushAccessLevel: 40, mergeAccessLevel: 40 });
    await git(["clone", "--quiet", urlFor(developer), "copy"]);
    const copy = join(folder, "copy");
    await git(["commit", "--quiet", "--allow-empty", "-m", "Empty"], copy);
    expect(await refused(["push", "--quiet", urlFor(developer), "HEAD:main"], copy)).toContain(
      "! [remote rejected] HEAD -> main (You are not allowed to push into the protected branch main.)",
    );
  });

  it("gives an empty project its first branch, of several the one with a usual name", async () => {
    const { developer } = await makeProject();
    await git(["init", "--quiet", "--initial-branch=trunk", "fresh"]);
    const fresh = join(folder, "fresh");
    await git(["commit", "--quiet", "--allow-empty", "-m", "First"], fresh);
    await git(["branch", "aaa"], fresh);
    await git(["push", "--quiet", "--all", urlFor(developer)], fresh);
    const project = (await (await call("GET", "/projects/g%2Fp")).json()) as { default_branch: string };
    expect(project.default_branch).toBe("trunk");
  });
});

describe("a repository on disk", () => {
  const open = async (path: string) => {
    const response = await call("POST", "/local/repositories", { path });
    return {
      status: response.status,
      body: (await response.json()) as { id: number; default_branch: string },
    };
  };

  it("shares its objects and keeps its refs until a commit, which is carried over", async () => {
    await git(["init", "--quiet", "--initial-branch=trunk", "work"]);
    const work = join(folder, "work");
    writeFileSync(join(work, "a.txt"), "one\n");
    await git(["add", "."], work);
    await git(["commit", "--quiet", "-m", "One"], work);
    await git(["branch", "side"], work);
    const before = await git(["for-each-ref"], work);
    const { status, body } = await open(work);
    expect([status, body.default_branch]).toEqual([201, "trunk"]);
    const file = await call("GET", `/projects/${body.id}/repository/files/a%2Etxt/raw?ref=trunk`);
    expect(await file.text()).toBe("one\n");
    expect(await git(["for-each-ref"], work)).toBe(before);

    expect((await commit(body.id, "side", "b.txt", "two\n")).status).toBe(201);
    expect((await git(["log", "-1", "--format=%s", "side"], work)).trim()).toBe("Write b.txt");
    // A checked-out branch is never updated without its work tree.
    expect(await git(["rev-parse", "trunk"], work)).toBe(await git(["rev-parse", "side~1"], work));
    expect(await git(["status", "--porcelain"], work)).toBe("");
  });

  it("refuses what is not a repository, and those who are not administrators", async () => {
    expect((await open(folder)).status).toBe(400);
    expect((await open("relative/path")).status).toBe(400);
    const { developer } = await makeProject();
    const response = await call("POST", "/local/repositories", { path: folder }, developer);
    expect(response.status).toBe(403);
  });
});

it("loses nothing that it confirmed when it is killed", async () => {
  const data = join(folder, "killed");
  const empty = openTestStore(data);
  const { id: userId } = insertUser(empty, { username: "ada", name: "Ada", email: "ada@example.test" });
  const { id } = await createProject(empty, { name: "Log", path: "log", userId, creatorId: userId });
  await empty.close();
  const start = async () => {
    const started = await startServiceCli({ folder: data, token: adminToken });
    onTestFinished(started.kill);
    return started;
  };
  const commits = `/projects/${id}/repository/commits`;
  const first = await start();
  const confirmed: string[] = [];
  const enough = Promise.withResolvers<void>();
  const write = async (number: number) => {
    const made = await first
      .call("POST", commits, {
        branch: "main",
        commit_message: `Commit ${number}`,
        actions: [{ action: "create", file_path: `killed/${number}.txt`, content: "x" }],
      })
      .catch(() => null);
    if (made === null) return;
    confirmed.push((made as { id: string }).id);
    if (confirmed.length === 3) enough.resolve();
  };
  const writes = Array.from({ length: 20 }, (_, number) => write(number));
  await Promise.race([Promise.all(writes), enough.promise]);
  await first.kill();
  await Promise.all(writes);

  const second = await start();
  for (const commit of confirmed) {
    const refs = (await second.call("GET", `${commits}/${commit}/refs`)) as { name: string }[];
    expect(refs.map(({ name }) => name)).toContain("main");
  }
  expect(confirmed.length).toBeGreaterThan(2);
  await second.kill();
  const repositories = join(data, "repositories");
  for (const name of readdirSync(repositories))
    await git(["--git-dir", join(repositories, name), "fsck", "--strict"]);
});
