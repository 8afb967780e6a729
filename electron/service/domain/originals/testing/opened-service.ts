import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { encodeCall } from "../../../../../shared/api/contract/encode.ts";
import type { AnyOperation, InputOf, OutputOf } from "../../../../../shared/api/contract/operation.ts";
import { readResponse } from "../../../../../shared/api/contract/read-response.ts";
import {
  listLocalRepositories,
  openLocalRepository,
} from "../../../../../shared/api/resources/local-repositories.ts";
import type { Repository } from "../../../git/repository.ts";
import type { Listening } from "../../../http/listen.ts";
import type { ServiceStore } from "../../../service-store.ts";
import { type ServiceConfig, startService } from "../../../start-service.ts";
import { startServiceCli } from "../../../testing/service-process.ts";

const run = promisify(execFile);
const adminToken = "an-administrator-of-tests";

const refusal = z.object({ message: z.string(), reason: z.string().optional() });

/** A response of an operation. */
export class OpenedServiceResponse<O extends AnyOperation = AnyOperation> {
  readonly status: number;
  /** The body: parsed JSON, or its text. */
  readonly body: unknown;
  readonly #operation: O;
  constructor(operation: O, status: number, body: unknown) {
    this.#operation = operation;
    this.status = status;
    this.body = body;
  }

  /** The body of a success, read by the operation's schema. Throws where the call was refused. */
  get data(): OutputOf<O> {
    if (this.status >= 400) throw new Error(`${this.status}: ${JSON.stringify(this.body)}`);
    return readResponse(this.#operation, this.body).value;
  }

  /** The body of a refusal. Throws where the call succeeded. */
  get refusal(): z.output<typeof refusal> {
    return refusal.parse(this.body);
  }
}

/** Runs the user's own git, with hooks and configuration in force, as a terminal beside Helve does. */
export const terminal = (folder: string, ...args: readonly string[]): Promise<string> =>
  terminalWith("", folder, ...args);

/** The same, with what git reads from its standard input. */
async function terminalWith(input: string, folder: string, ...args: readonly string[]): Promise<string> {
  const running = run("git", ["-C", folder, ...args], {
    maxBuffer: 64 * 1024 * 1024,
    env: {
      PATH: process.env.PATH,
      HOME: tmpdir(),
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_CONFIG_NOSYSTEM: "1",
      // `reftable` runs the tests and `npm run soak -- local` over reftables, with a git that supports them.
      ...(process.env.GIT_DEFAULT_REF_FORMAT
        ? { GIT_DEFAULT_REF_FORMAT: process.env.GIT_DEFAULT_REF_FORMAT }
        : {}),
      GIT_AUTHOR_NAME: "Terminal",
      GIT_AUTHOR_EMAIL: "terminal@example.test",
      GIT_COMMITTER_NAME: "Terminal",
      GIT_COMMITTER_EMAIL: "terminal@example.test",
      GIT_EDITOR: "true",
      FILTER_BRANCH_SQUELCH_WARNING: "1",
    },
  });
  if (input) running.child.stdin?.end(input);
  return (await running).stdout.trim();
}

/** Writes a file into a work tree and commits it there. Returns the commit. */
export async function commitInWorktree(
  folder: string,
  path: string,
  content: string,
  message = `Change ${path}`,
): Promise<string> {
  writeFileSync(join(folder, path), content);
  await terminal(folder, "add", "--", path);
  await terminal(folder, "commit", "-q", "-m", message);
  return terminal(folder, "rev-parse", "HEAD");
}

/** The commits of an original for `git fast-import`, as {@link commitInWorktree} would make them. */
const commits = [
  { branch: "main", path: "README.md", content: "# Sample\n" },
  { branch: "main", path: "src.txt", content: "one\ntwo\nthree\n" },
  { branch: "feature", from: "main", path: "feature.txt", content: "new\n" },
]
  .map(({ branch, from, path, content }) =>
    [
      `commit refs/heads/${branch}\ncommitter Terminal <terminal@example.test> now\n${data(`Change ${path}\n`)}`,
      from ? `from refs/heads/${from}\n` : "",
      `M 100644 inline ${path}\n${data(content)}`,
    ].join(""),
  )
  .join("");

function data(text: string): string {
  return `data ${text.length}\n${text}\n`;
}

/** A repository with a work tree: `main` checked out with two commits, `feature` with one more. */
export async function makeOriginal(folder: string, ...init: readonly string[]): Promise<string> {
  mkdirSync(folder, { recursive: true });
  await terminal(folder, "init", "-q", "-b", "main", ...init);
  await terminalWith(commits, folder, "fast-import", "--quiet", "--date-format=now");
  await terminal(folder, "reset", "-q", "--hard");
  return folder;
}

/** Starts a service, in this process where it has a `store`. */
type Start = (config: ServiceConfig) => Promise<Listening & { readonly store?: ServiceStore }>;

/**
 * Starts the service in a process of its own. A process is copied before it starts another one: where git runs thousands
 * of times, that is much sooner done of one without the modules and the garbage of tests.
 */
export const startInProcess: Start = async ({ folder }) => {
  const { url, stop } = await startServiceCli({ folder, token: adminToken });
  return { url, close: stop };
};

/** The local service on a socket, its administrator's calls, and a folder for repositories. */
export async function openedService(start: Start = startService) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "helve-opened-")));
  const config = { folder: join(root, "data"), port: 0, adminToken };
  let service = await start(config);
  const call = async <O extends AnyOperation>(
    operation: O,
    input: InputOf<O>,
  ): Promise<OpenedServiceResponse<O>> => {
    const { method, path, body, contentType } = encodeCall(operation, input);
    const response = await fetch(`${service.url}/api/v4${path}`, {
      method,
      headers: { "private-token": adminToken, ...(contentType ? { "content-type": contentType } : {}) },
      body: body ?? null,
    });
    const text = await response.text();
    const json = response.headers.get("content-type")?.includes("json") && text !== "";
    return new OpenedServiceResponse(operation, response.status, json ? JSON.parse(text) : text);
  };
  return {
    root,
    folder: (name: string) => join(root, name),
    /** Returns the repository that the service has open in a git folder of its own. */
    repository(folder: string): Repository {
      if (!service.store) throw new Error("The service runs in a process of its own.");
      return service.store.git.open(folder);
    },
    call,
    /** URL of a project for git, with the token in it. */
    gitUrl: (path: string) => `${service.url.replace("//", `//git:${adminToken}@`)}/${path}.git`,
    /** Opens a repository and returns its project's id. */
    async open(path: string): Promise<number> {
      return (await call(openLocalRepository, { path })).data.id;
    },
    /** Path of Helve's own git folder of a project. */
    async gitFolder(id: number): Promise<string> {
      const { data } = await call(listLocalRepositories, {});
      if (!data.some((entry) => entry.project_id === id)) throw new Error("not open");
      const { stdout } = await run("find", [
        join(root, "data", "repositories"),
        "-maxdepth",
        "1",
        "-name",
        `${id}-*`,
      ]);
      return stdout.trim();
    },
    async restart(): Promise<void> {
      await service.close();
      service = await start(config);
    },
    async close(): Promise<void> {
      await service.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

export type OpenedService = Awaited<ReturnType<typeof openedService>>;
