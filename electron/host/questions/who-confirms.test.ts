import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, test, vi } from "vitest";
import { z } from "zod";
import { encodeCall } from "../../../shared/api/contract/encode.ts";
import { operations } from "../../../shared/api/index.ts";
import { account, operationsPath } from "../../../shared/host/accounts.ts";
import { hostEvent } from "../../../shared/host/events.ts";
import { routePath } from "../../../shared/host/host-route.ts";
import { publish } from "../../../shared/host/publishes.ts";
import { imageRoutes } from "../../../shared/host/remote-images.ts";
import { type Confirmation, confirmationHeader, type Question } from "../../../shared/host/shell.ts";
import { problem } from "../../../shared/problem.ts";
import { localRunner } from "../../service/ci/local-runner.ts";
import { type ContractService, contractService } from "../../service/routes/testing/contract-service.ts";
import { mayRunJobs, setRunJobs } from "../../service/store/ci/ci-settings.ts";
import { findRunner, updateRunnerRow } from "../../service/store/ci/runners.ts";
import type { Project } from "../../service/store/projects/projects.ts";
import { localOperations, routesWhoConfirms } from "../confirmation/who-confirms.ts";
import { type HostInFolder, hostInFolder, plainShell } from "../testing/host-in-folder.ts";
import { type MockService, mockService } from "../testing/mock-service.ts";

const token = "hlv-typed-token-0123456789";
const ids = z.object({ id: z.int() });
let service: ContractService;
let elsewhere: MockService;
let host: HostInFolder;
let project: Project;
let folder = "";
let decision: Confirmation = "declined";
const asked: Question[] = [];

beforeAll(async () => {
  service = await contractService();
  elsewhere = await mockService(() => undefined);
  project = await service.project();
  folder = mkdtempSync(join(tmpdir(), "helve-confirm-"));
});
beforeEach(() => {
  decision = "declined";
  asked.length = 0;
  const shell = {
    ...plainShell(folder),
    confirm: async (question: Question, code: string | null): Promise<Confirmation> => {
      asked.push(question);
      return code === "RIGHT" ? "confirmed" : decision;
    },
    chooseFolder: async () => join(folder, "chosen"),
  };
  const localService = { url: service.url, token: service.tokens.get("administrator") ?? "" };
  host = hostInFolder({ shell, localService });
  return () => host[Symbol.asyncDispose]();
});
afterAll(async () => {
  await elsewhere[Symbol.asyncDispose]();
  await service.remove();
  rmSync(folder, { recursive: true });
});

/** Calls an operation of the local account as the page does. */
function operate(name: string, input: Record<string, unknown>, code?: string): Promise<Response> {
  const operation = operations[name];
  if (!operation) throw new Error(`no operation ${name}`);
  const { method, path, body } = encodeCall(operation, input);
  const headers = { "content-type": "application/json", ...(code ? { [confirmationHeader]: code } : {}) };
  return host.request(operationsPath("local") + path, {
    method,
    headers,
    ...(body ? { body: String(body) } : {}),
  });
}

const detailsOf = async (response: Response) => {
  expect(response.status).toBe(428);
  return problem.parse(await response.json());
};

function makeRepository(name: string): string {
  const path = join(folder, name);
  execFileSync("git", ["init", "--quiet", path]);
  return path;
}

function pausedRunner(): number {
  const { id } = localRunner(service.store);
  const runner = findRunner(service.store, id);
  if (runner) updateRunnerRow(service.store, runner, { active: false });
  return id;
}
const isPaused = (id: number) => findRunner(service.store, id)?.active === false;

/** A request of each route that the shell confirms, and whether it had an effect. */
const routeExamples: Readonly<
  Record<string, () => { send: () => Promise<Response>; hadEffect: () => boolean }>
> = {
  "POST /accounts/check": () => ({
    send: () => host.requestJson("/accounts/check", "POST", { url: elsewhere.url, token }),
    hadEffect: () => elsewhere.seen.length > 0,
  }),
  "POST /accounts": () => ({
    send: () => host.requestJson("/accounts", "POST", { url: elsewhere.url, token, keep: "memory" }),
    hadEffect: () => elsewhere.seen.length > 0,
  }),
  "PATCH /settings": () => ({
    send: () => host.requestJson("/settings", "PATCH", { storage: { downloads: "/etc" } }),
    hadEffect: () => existsSync(join(host.folder, "settings.json")),
  }),
  "POST /remote-images/hosts": () => ({
    send: () => host.requestJson(routePath(imageRoutes.allowHosts, {}), "POST", { hosts: ["images.test"] }),
    hadEffect: () => existsSync(join(host.folder, "consents.json")),
  }),
  "POST /publishes/:id/start": () => {
    const planned = { id: "" };
    return {
      async send() {
        planned.id ||= await planPublish();
        return host.request(`/publishes/${planned.id}/start`, { method: "POST" });
      },
      hadEffect: () => service.store.get("SELECT 1 FROM projects WHERE path = 'sent'") !== undefined,
    };
  },
  "PUT /tools/accounts/:account": () => ({
    send: () => host.requestJson("/tools/accounts/local", "PUT", { reads: true, writes: ["approve"] }),
    hadEffect: () => existsSync(join(host.folder, "tools.json")),
  }),
  "POST /tools/writes/:id": () => {
    const write = { id: "", hasEnded: false };
    return {
      async send() {
        write.id ||= await askForComment(() => Object.assign(write, { hasEnded: true }));
        return host.request(`/tools/writes/${write.id}`, { method: "POST" });
      },
      hadEffect: () => write.hasEnded,
    };
  },
};

/** Reads a project that is to be sent, and returns the id of what waits for its start. */
async function planPublish(): Promise<string> {
  const namespace = await vi.waitFor(async () => {
    const [local] = z.array(account).parse(await (await host.request("/accounts")).json());
    if (!local?.check) throw new Error("the account was not checked yet");
    return local.check.user.username;
  });
  const left = { mergeRequests: false, issues: false, wiki: false, snippets: false, releases: false };
  const created = await host.requestJson("/publishes", "POST", {
    source: { accountId: "local", project: project.fullPath },
    target: { accountId: "local", namespace, name: "Sent", path: "sent", visibility: "private" },
    parts: { ...left, members: false, variables: false },
  });
  const { id } = publish.parse(await created.json());
  await vi.waitFor(
    async () => {
      const { state, message } = publish.parse(await (await host.request(`/publishes/${id}`)).json());
      if (state !== "planned") throw new Error(message);
    },
    { timeout: 20_000 },
  );
  return id;
}

/** Has a tool ask for a comment, and returns the id of what waits. */
async function askForComment(onEnd: () => void): Promise<string> {
  decision = "confirmed";
  await host.requestJson("/tools/accounts/local", "PUT", { reads: true, writes: ["comment"] });
  decision = "declined";
  asked.length = 0;
  const params = { name: "comment", arguments: { project: project.fullPath, iid: 1, body: "Hello" } };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
  host.host.handleTool(new Request("http://helve/mcp", { method: "POST", body })).then(onEnd, onEnd);
  return vi.waitFor(async () => {
    const events = z.array(hostEvent).parse(await (await host.request("/events/state")).json());
    const [write] = events.flatMap((event) => (event.type === "tool-writes" ? event.writes : []));
    if (!write) throw new Error("nothing waits");
    return write.id;
  });
}

const hasTokens = () => service.store.get("SELECT 1 FROM project_access_tokens") !== undefined;

/** The same for the operations of the local account. */
const operationExamples: Readonly<
  Record<string, () => { input: Record<string, unknown>; hadEffect: () => boolean }>
> = {
  updateCiSettings: () => ({
    input: { id: project.fullPath, run_jobs: true },
    hadEffect: () => mayRunJobs(service.store, project.id),
  }),
  updateRunner: () => {
    const id = pausedRunner();
    return { input: { id, paused: false }, hadEffect: () => !isPaused(id) };
  },
  deleteRunner: () => {
    const id = pausedRunner();
    return { input: { id }, hadEffect: () => !isPaused(id) };
  },
  openLocalRepository: () => {
    const path = makeRepository("declined");
    return { input: { path }, hadEffect: () => existsSync(join(host.folder, "consents.json")) };
  },
  createProject: () => ({
    input: { name: "Copied", import_url: `${elsewhere.url}/repository.git` },
    hadEffect: () => existsSync(join(host.folder, "consents.json")),
  }),
  createProjectHook: () => ({
    input: { id: project.id, url: `${elsewhere.url}/hook` },
    hadEffect: () => existsSync(join(host.folder, "consents.json")),
  }),
  updateProjectHook: () => ({
    input: { id: project.id, hook_id: 1, url: `${elsewhere.url}/hook` },
    hadEffect: () => existsSync(join(host.folder, "consents.json")),
  }),
  createProjectAccessToken: () => ({
    input: { id: project.id, name: "Robot", scopes: ["api"] },
    hadEffect: hasTokens,
  }),
  rotateProjectAccessToken: () => ({ input: { id: project.id, token_id: 1 }, hadEffect: hasTokens }),
  createHook: () => ({
    input: { url: `${elsewhere.url}/hook` },
    hadEffect: () => existsSync(join(host.folder, "consents.json")),
  }),
};

const byShell = (table: typeof localOperations) =>
  Object.keys(table).filter((name) => table[name]?.by === "shell");

describe("the tables of who confirms", () => {
  it("name every route of the host and every operation, and no other", () => {
    expect(host.host.routes.toSorted()).toEqual(Object.keys(routesWhoConfirms).toSorted());
    expect(Object.keys(localOperations).toSorted()).toEqual(Object.keys(operations).toSorted());
  });

  it("leave nothing to be confirmed that a download, a log or a watch could send, since those only read", () => {
    for (const name of byShell(localOperations)) {
      expect(operations[name]?.method, name).not.toMatch(/^(GET|HEAD)$/);
    }
  });

  it.each(byShell(routesWhoConfirms))("%s does nothing that was not confirmed", async (route) => {
    const { send, hadEffect } = routeExamples[route]?.() ?? fail(route);
    elsewhere.seen.length = 0;
    await detailsOf(await send());
    expect(asked).toHaveLength(1);
    expect(hadEffect()).toBe(false);
    decision = "asked";
    expect((await detailsOf(await send())).fields?.confirmation).toEqual(asked[1]?.details);
    expect(hadEffect()).toBe(false);
  });

  it.each(byShell(localOperations))("%s does nothing that was not confirmed", async (name) => {
    const { input, hadEffect } = operationExamples[name]?.() ?? fail(name);
    await detailsOf(await operate(name, input));
    expect(asked).toHaveLength(1);
    expect(hadEffect()).toBe(false);
  });
});

const fail = (name: string): never => {
  throw new Error(`${name} has no example here`);
};

describe("jobs", () => {
  it("are switched on once with a confirmation of the project, by number so that no other takes its name", async () => {
    const own = await service.project();
    const on = () => operate("updateCiSettings", { id: own.fullPath, run_jobs: true }, "RIGHT");
    expect((await on()).status).toBe(200);
    expect(mayRunJobs(service.store, own.id)).toBe(true);
    expect(asked).toEqual([
      { details: [expect.stringContaining(`Run the jobs of ${own.fullPath} on this computer`)] },
    ]);
    expect((await on()).status).toBe(200);
    expect((await operate("updateCiSettings", { id: own.id, run_jobs: false })).status).toBe(200);
    expect(asked).toHaveLength(1);
    await detailsOf(await operate("updateCiSettings", { id: own.id, run_jobs: true }));
    expect(mayRunJobs(service.store, own.id)).toBe(false);
  });

  it("run of a runner that is not paused, and of other runners, without a question", async () => {
    const id = pausedRunner();
    expect((await operate("updateRunner", { id, description: "Mine" })).status).toBe(200);
    expect(isPaused(id)).toBe(true);
    expect((await operate("updateRunner", { id, paused: false }, "RIGHT")).status).toBe(200);
    expect(isPaused(id)).toBe(false);
    expect((await operate("updateRunner", { id, paused: false })).status).toBe(200);
    expect(asked).toHaveLength(1);
  });

  it("do not start in a project whose jobs are off, whatever the page commits and starts", async () => {
    const own = await service.project();
    setRunJobs(service.store, own.id, false);
    const actions = [{ action: "create", file_path: ".gitlab-ci.yml", content: "a: { script: id }" }];
    const commit = { id: own.id, branch: "main", commit_message: "Run", actions };
    expect((await operate("createCommit", commit)).status).toBe(201);
    expect((await operate("createPipeline", { id: own.id, ref: "main" })).status).toBe(400);
    expect(asked).toEqual([]);
  });
});

describe("a folder", () => {
  it("shows nothing of what is there before it was confirmed", async () => {
    const there = makeRepository("there");
    const paths = [
      there,
      join(folder, "missing"),
      "/root/.ssh",
      "/etc/passwd",
      join(there, ".git"),
      "/proc/self/mem",
    ];
    const responses = [];
    for (const path of paths) {
      const response = await detailsOf(await operate("openLocalRepository", { path }));
      responses.push(JSON.stringify(response).replaceAll(path, "PATH"));
    }
    expect(new Set(responses).size).toBe(1);
  });

  it("is confirmed once, alone, and stays open to be opened again", async () => {
    const path = makeRepository("once");
    expect((await operate("openLocalRepository", { path }, "RIGHT")).status).toBe(201);
    expect((await operate("openLocalRepository", { path: join(path, "..", "once", ".") })).status).toBe(201);
    await host.restart();
    const { id } = ids.parse(await (await operate("openLocalRepository", { path })).json());
    expect(asked).toHaveLength(1);
    expect(asked[0]?.details[0]).toContain(`Open the repository in ${path}`);
    await operate("removeLocalRepository", { id });
    expect((await operate("openLocalRepository", { path })).status).toBe(201);
    // What is below may have been committed there by the page.
    for (const other of [join(path, "below"), folder, `${path}-2`]) {
      await detailsOf(await operate("openLocalRepository", { path: other }));
    }
  });

  it("that was opened by a version which did not ask needs no question", async () => {
    const path = makeRepository("former");
    await service.operate(
      operations.openLocalRepository ?? fail("openLocalRepository"),
      { path },
      { as: "administrator" },
    );
    expect((await operate("openLocalRepository", { path })).status).toBe(201);
    expect(asked).toEqual([]);
  });

  it("is confirmed by the system's dialog and by the command line, and not by the name of a page", async () => {
    const chosen = makeRepository("chosen");
    const given = makeRepository("given");
    await detailsOf(await operate("openLocalRepository", { path: chosen }));
    await host.request("/shell/choose-folder", { method: "POST" });
    host.host.openAllowed(given);
    host.host.publish({ type: "navigate", path: "file:///navigated" });
    asked.length = 0;
    for (const path of [chosen, given])
      expect((await operate("openLocalRepository", { path })).status).toBe(201);
    expect(asked).toEqual([]);
    await detailsOf(await operate("openLocalRepository", { path: "/navigated" }));
  });

  it("whose objects are borrowed is confirmed by its own name", async () => {
    const path = makeRepository("borrower");
    const response = await operate("openLocalRepository", { path, borrow: ["/srv/objects"] });
    expect((await detailsOf(response)).detail.split("\n")).toEqual([
      expect.stringContaining(path),
      "Read the objects in /srv/objects for a repository that borrows them",
    ]);
  });
});

describe("a work tree that a repository names", () => {
  it("is confirmed by its own name, also where its folder was opened", async () => {
    const [path, other] = [makeRepository("claimer"), makeRepository("claimed")];
    decision = "confirmed";
    for (const opened of [path, other])
      expect((await operate("openLocalRepository", { path: opened })).status).toBe(201);
    decision = "asked";
    const response = await operate("openLocalRepository", { path, worktrees: [other] });
    expect((await detailsOf(response)).detail).toBe(
      `Change the files in ${other} along with a branch of the repository in ${path}, which calls that folder its work tree`,
    );
  });
});

describe("a new destination", () => {
  const check = (url: string, more: object = {}) =>
    host.requestJson("/accounts/check", "POST", { url, token, ...more });

  it("is confirmed once for checking, adding and hooks, by its origin and where that is", async () => {
    elsewhere.seen.length = 0;
    const unasked = await detailsOf(await check(elsewhere.url, { ask: false }));
    expect(unasked.fields).toBeUndefined();
    expect([asked, elsewhere.seen]).toEqual([[], []]);
    decision = "confirmed";
    expect((await check(`${elsewhere.url}/group/sub`)).status).not.toBe(428);
    expect((await check(elsewhere.url, { ask: false })).status).toBe(200);
    expect((await operate("createHook", { url: `${elsewhere.url}/hook` })).status).not.toBe(428);
    const body = { url: elsewhere.url, token, keep: "memory" };
    const added = await host.requestJson("/accounts", "POST", body);
    expect(account.parse(await added.json()).url).toBe(elsewhere.url);
    expect(asked).toEqual([
      { details: [`Connect to ${elsewhere.url} (a program on this computer) and send it the token`] },
    ]);
  });

  it.each([
    ["http://localhost:1", "a program on this computer"],
    ["https://192.168.1.4", "a device of this network"],
    ["https://[fd12::1]", "a device of this network"],
    ["https://93.184.216.34", "an address of the internet"],
    ["https://git.example.test", "on this network or the internet"],
  ])("%s is named as %s, and not looked up before", async (url, place) => {
    expect((await detailsOf(await check(url))).detail).toBe(
      `Connect to ${url} (${place}) and send it the token`,
    );
  });

  it.each([
    "http://169.254.169.254",
    "http://[fe80::1]",
    "http://[fd00:ec2::254]",
    "http://100.100.100.200",
    "http://2852039166",
  ])("%s is refused without a question", async (url) => {
    const response = await check(url);
    expect(problem.parse(await response.json())).toMatchObject({
      code: "refused",
      message: expect.stringContaining("metadata service"),
    });
    expect(asked).toEqual([]);
  });

  it("whose name leads to a metadata service is not connected to", async () => {
    decision = "confirmed";
    await using other = hostInFolder({ resolve: async () => [{ address: "169.254.169.254", family: 4 }] });
    const body = { url: "http://harmless.test", token };
    const response = await other.requestJson("/accounts/check", "POST", body);
    expect(problem.parse(await response.json())).toMatchObject({
      code: "refused",
      message: expect.stringContaining("harmless.test leads to a link-local address"),
    });
  });

  it("gets tokens alone, not any text", async () => {
    for (const text of ["two words", "line\nbreak", "ünïcode", "x".repeat(3000), "\u0000"]) {
      const response = await host.requestJson("/accounts/check", "POST", { url: elsewhere.url, token: text });
      expect(response.status, JSON.stringify(text)).toBe(400);
    }
    expect(asked).toEqual([]);
  });

  it("of images is confirmed for all hosts of a document at once; nobody else's are loaded", async () => {
    const response = await host.request(
      routePath(imageRoutes.fetch, { url: "https://images.test/?secret=1" }),
    );
    expect((await detailsOf(response)).fields).toBeUndefined();
    expect(asked).toEqual([]);
    decision = "confirmed";
    const allow = (hosts: string[]) =>
      host.requestJson(routePath(imageRoutes.allowHosts, {}), "POST", { hosts });
    expect((await allow(["images.test", "badges.test:8443", "images.test"])).status).toBe(204);
    expect((await allow(["badges.test:8443"])).status).toBe(204);
    expect(asked.map(({ details }) => details)).toEqual([
      [
        "Load images from images.test, which then sees your address",
        "Load images from badges.test:8443, which then sees your address",
      ],
    ]);
    for (const text of ["a/b", "user@host", "a b", "x\ny", "#"])
      expect((await allow([text])).status).toBe(400);
  });
});

test("questions wait for each other, and too many are refused", async () => {
  const open: (() => void)[] = [];
  const shell = {
    ...plainShell(folder),
    confirm: () => new Promise<Confirmation>((resolve) => open.push(() => resolve("declined"))),
  };
  await using own = hostInFolder({ shell });
  const ask = (name: string) =>
    own.requestJson(routePath(imageRoutes.allowHosts, {}), "POST", { hosts: [name] });
  const all = Array.from({ length: 10 }, (_, index) => ask(`host-${index}.test`));
  const refused = await Promise.race(all);
  expect(problem.parse(await refused.json()).message).toBe(
    "Too many questions are open. Nothing was changed.",
  );
  expect(open).toHaveLength(1);
  const timer = setInterval(() => open.shift()?.(), 1);
  expect((await Promise.all(all)).map(({ status }) => status)).toEqual(Array(10).fill(428));
  clearInterval(timer);
});
