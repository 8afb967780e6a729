import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { HostOptions } from "../../../electron/host/host.ts";
import { type HostInFolder, hostInFolder } from "../../../electron/host/testing/host-in-folder.ts";
import { startToolServer } from "../../../electron/host/tools/tool-server.ts";
import { startService } from "../../../electron/service/start-service.ts";

const token = "glpat-Tools_Secret-0123456789";
const script = join(import.meta.dirname, "..", "..", "helve.mjs");

/** Output of a run of the command. */
export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A local service with a project under review, a host with an account of it, and the command over both. */
export interface ReviewService extends AsyncDisposable {
  readonly host: HostInFolder;
  readonly url: string;
  readonly token: string;
  readonly account: string;
  /** Full path of the project. */
  readonly project: string;
  readonly iid: number;
  /** Id of the thread on line 2 of `reviewed.ts`. */
  readonly thread: string;
  /** Data folder, in which the running app says how to reach it. */
  readonly data: string;
  /** The repository that the service has opened as the project. */
  readonly original: string;
  /** A clone of the project, whose remote is the service. */
  readonly clone: string;
  /** Calls the service itself, as another client. */
  call<T = Record<string, unknown>>(method: string, path: string, body?: object): Promise<T>;
  /** Runs the command in the clone, or elsewhere, to its end. */
  run(args: readonly string[], cwd?: string): Promise<Ran>;
  /** Starts the command in the clone. */
  start(args: readonly string[]): ChildProcess;
}

/** Starts all of it in a folder of its own, which the end removes. */
export async function startReviewService(options: Partial<HostOptions> = {}): Promise<ReviewService> {
  const folder = mkdtempSync(join(tmpdir(), "helve-tools-"));
  const [data, clone] = [join(folder, "data"), join(folder, "clone")];
  const service = await startService({ folder: join(folder, "service"), port: 0, adminToken: token });
  const host = hostInFolder(options);
  const server = await startToolServer(data, (request) => host.host.handleTool(request));
  const { id: account } = await host.addAccount(service.url, token);
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(`${service.url}/api/v4${path}`, {
      method,
      headers: { "private-token": token, "content-type": "application/json" },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  const original = join(folder, "reviewed");
  makeRepository(original);
  const made = await call<{ path_with_namespace: string }>("POST", "/local/repositories", { path: original });
  const project = made.path_with_namespace;
  const path = `/projects/${encodeURIComponent(project)}`;
  const commit = (branch: string, content: string, more: object) =>
    call("POST", `${path}/repository/commits`, {
      branch,
      commit_message: `Write ${branch}`,
      actions: [{ action: "create", file_path: "reviewed.ts", content }],
      ...more,
    });
  await commit("topic", "one\ntwo\nthree\n", { start_branch: "main" });
  const { iid } = await call<{ iid: number }>("POST", `${path}/merge_requests`, {
    source_branch: "topic",
    target_branch: "main",
    title: "Count to three \u001b[31mred\u202e",
    description: "Please read.",
  });
  const [version] = await call<
    { base_commit_sha: string; head_commit_sha: string; start_commit_sha: string }[]
  >("GET", `${path}/merge_requests/${iid}/versions`);
  const { id: thread } = await call<{ id: string }>("POST", `${path}/merge_requests/${iid}/discussions`, {
    body: "Shorter:\n\n```suggestion:-0+0\n2\n```",
    position: {
      base_sha: version?.base_commit_sha,
      start_sha: version?.start_commit_sha,
      head_sha: version?.head_commit_sha,
      position_type: "text",
      old_path: "reviewed.ts",
      new_path: "reviewed.ts",
      new_line: 2,
    },
  });
  mkdirSync(clone);
  const git = (...args: string[]) => execFileSync("git", args, { cwd: clone, stdio: "pipe" });
  git("init", "-q", "-b", "main");
  git("remote", "add", "origin", `${service.url.replace("http://", "http://ada:password@")}/${project}.git`);
  const children: ChildProcess[] = [];
  const start = (args: readonly string[], cwd = clone) => {
    const child = spawn(
      process.execPath,
      [script, ...args, ...(args.includes("--data") ? [] : ["--data", data])],
      {
        cwd,
        stdio: ["pipe", "pipe", "pipe"],
      },
    );
    children.push(child);
    return child;
  };
  return {
    ...{ host, url: service.url, token, account, project, iid, thread, data, original, clone, call, start },
    async run(args, cwd) {
      const child = start(args, cwd);
      const printed = { out: "", err: "" };
      child.stdout?.on("data", (chunk: Buffer) => (printed.out += chunk));
      child.stderr?.on("data", (chunk: Buffer) => (printed.err += chunk));
      child.stdin?.end();
      const code = await new Promise<number | null>((done) => child.once("close", done));
      return { code, ...printed };
    },
    async [Symbol.asyncDispose]() {
      for (const child of children) child.kill("SIGKILL");
      await server.close();
      await host[Symbol.asyncDispose]();
      await service.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Makes a repository with one commit. */
function makeRepository(folder: string): void {
  mkdirSync(folder);
  writeFileSync(join(folder, "README.md"), "# Reviewed\n");
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", ...args], {
      cwd: folder,
      stdio: "pipe",
    });
  git("init", "-q", "-b", "main");
  git("add", ".");
  git("commit", "-q", "-m", "Begin");
}
