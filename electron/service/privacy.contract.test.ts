import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { encodeCall } from "../../shared/api/contract/encode.ts";
import { createCommit } from "../../shared/api/resources/commits.ts";
import { createProject } from "./domain/projects/write-project.ts";
import { startService } from "./start-service.ts";
import { insertUser } from "./store/users/users.ts";
import { openTestStore } from "./testing/open-test-store.ts";

const unix = process.platform !== "win32";
const adminToken = "hlv-privacy-of-the-data-folder";
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "helve-privacy-"));
  // The folders above are public: the data folder must protect itself.
  chmodSync(folder, 0o755);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Paths below a folder whose mode lets others than their owner in. */
function openPaths(root: string): string[] {
  const below = readdirSync(root, { recursive: true, encoding: "utf8" }).map((name) => join(root, name));
  return [root, ...below].filter((path) => existsSync(path) && (lstatSync(path).mode & 0o077) !== 0);
}

/** Makes a data folder with a project, whose id is returned, as private as the service's process makes it. */
async function makeProject(data: string): Promise<number> {
  const umask = process.umask(0o077);
  const store = openTestStore(data);
  const { id } = insertUser(store, { username: "u", name: "U", email: "u@example.test" });
  const project = await createProject(store, { name: "p", path: "p", userId: id, creatorId: id });
  await store.close();
  process.umask(umask);
  return project.id;
}

/** Runs the service over a folder while `work` uses it, with a commit made. */
async function whileRunning(
  data: string,
  projectId: number,
  work: (url: string) => void | Promise<void>,
): Promise<void> {
  const service = await startService({ folder: data, port: 0, adminToken });
  try {
    const call = encodeCall(createCommit, {
      id: projectId,
      branch: "main",
      commit_message: "Secret",
      actions: [{ action: "create", file_path: `secret-${crypto.randomUUID()}.txt`, content: "secret" }],
    });
    const response = await fetch(`${service.url}/api/v4${call.path}`, {
      method: call.method,
      headers: { "private-token": adminToken, "content-type": "application/json" },
      body: String(call.body),
    });
    expect(response.status).toBe(201);
    await work(service.url);
  } finally {
    await service.close();
  }
}

describe.runIf(unix)("everything below the data folder", () => {
  it("is this user's alone while the service writes it", async () => {
    const data = join(folder, "data");
    const projectId = await makeProject(data);
    await whileRunning(data, projectId, () => {
      expect(readdirSync(data)).toEqual(
        expect.arrayContaining([
          "service.sqlite",
          "service.sqlite-wal",
          "service.sqlite-shm",
          "repositories",
        ]),
      );
      expect(openPaths(data)).toEqual([]);
    });
    expect(openPaths(data)).toEqual([]);
  });

  it("is put right at the start where an earlier version left it open", async () => {
    const data = join(folder, "data");
    const projectId = await makeProject(data);
    await whileRunning(data, projectId, () => undefined);
    execFileSync("chmod", ["-R", "a+rX", data]);
    expect(openPaths(data).length).toBeGreaterThan(15);
    await whileRunning(data, projectId, () => expect(openPaths(data)).toEqual([]));
  });

  it.runIf(process.getuid?.() === 0)("cannot be read by another user of the machine", async () => {
    const data = join(folder, "data");
    const nobody = { uid: 65534, gid: 65534, cwd: "/", encoding: "utf8" } as const;
    const asNobody = (program: string, ...args: string[]) => spawnSync(program, args, nobody);
    mkdirSync(join(folder, "public"), { mode: 0o755 });
    writeFileSync(join(folder, "public", "note"), "readable", { mode: 0o644 });
    chmodSync(join(folder, "public"), 0o755);
    chmodSync(join(folder, "public", "note"), 0o644);
    expect(asNobody("cat", join(folder, "public", "note")).stdout).toBe("readable");
    await whileRunning(data, await makeProject(data), () => {
      const paths = readdirSync(data, { recursive: true, encoding: "utf8" }).map((name) => join(data, name));
      for (const path of [data, ...paths.filter((name) => /sqlite|HEAD|refs/.test(name))]) {
        const read = asNobody(lstatSync(path).isDirectory() ? "ls" : "cat", path);
        expect([path, read.status === 0, read.stdout]).toEqual([path, false, ""]);
      }
      expect(asNobody("touch", join(data, "left")).status).not.toBe(0);
      expect(
        asNobody(
          "git",
          "-c",
          "safe.directory=*",
          "--git-dir",
          String(paths.find((p) => p.endsWith(".git"))),
          "log",
        ).status,
      ).not.toBe(0);
    });
  });
});

describe.runIf(unix)("a repository that was opened from disk", () => {
  it("keeps the permissions that the user's own git gives", async () => {
    const path = join(folder, "original");
    const git = (...args: string[]) =>
      execFileSync("sh", ["-c", 'umask 022 && exec git "$@"', "git", "-C", path, ...args], {
        encoding: "utf8",
      });
    mkdirSync(path, { mode: 0o755 });
    chmodSync(path, 0o755);
    git("init", "-q", "-b", "main");
    git("-c", "user.name=a", "-c", "user.email=a@b.test", "commit", "-q", "--allow-empty", "-m", "First");
    // Programs in a shell have the user's umask; this process may have been started with another one.
    const entry = fileURLToPath(new URL("./testing/commit-to-original.ts", import.meta.url));
    execFileSync(
      "sh",
      ["-c", 'umask 022 && exec "$@"', "sh", process.execPath, entry, join(folder, "data"), path],
      { encoding: "utf8" },
    );
    expect(git("log", "--format=%s")).toBe("Second\nFirst\n");
    expect(lstatSync(join(path, "dir", "file.txt")).mode & 0o777).toBe(0o644);
    const closed = readdirSync(path, { recursive: true, encoding: "utf8" }).filter((name) => {
      const { mode } = lstatSync(join(path, name));
      return (mode & 0o044) !== 0o044;
    });
    expect(closed).toEqual([]);
    // The links into the original point to the user's files.
    const own = openPaths(join(folder, "data")).filter((name) => !/\.git\/(refs|logs\/refs)\//.test(name));
    expect(own.filter((name) => !lstatSync(name).isSymbolicLink())).toEqual([]);
  });
});
