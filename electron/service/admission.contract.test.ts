import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AnyOperation } from "../../shared/api/contract/operation.ts";
import { operations } from "../../shared/api/index.ts";
import { createGroup } from "../../shared/api/resources/groups.ts";
import { createSnippet } from "../../shared/api/resources/snippets.ts";
import { type ContractService, contractService } from "./routes/testing/contract-service.ts";
import type { TestCaller } from "./routes/testing/test-service.ts";
import type { Project } from "./store/projects/projects.ts";

/** Operations about nothing but the caller's own things, or about what their body or a second id names. */
const withoutSubject = [
  "createGroup",
  "createRunner",
  "deleteRunner",
  "updateRunner",
  "updateNotificationSettings",
  "createSnippet",
  "createKey",
  "deleteKey",
  "setUserStatus",
  "deleteRunnerByToken",
  "registerRunner",
  "verifyRunner",
  "createProject",
  "markTodoDone",
  "markAllTodosDone",
];

const all = Object.entries(operations);
const writes = all.filter(([, { method }]) => method !== "GET" && method !== "HEAD");
const named = writes.filter(([name]) => !withoutSubject.includes(name));

let service: ContractService;
let project: Project;
/** Ids by the word before them in a path. */
const ids = new Map<string, number>();
beforeAll(async () => {
  service = await contractService();
  project = await service.project({ visibility: "private" });
  ids.set("projects", project.id);
  const group = { name: "g", path: "g", visibility: "private" } as const;
  ids.set("groups", Number(idOf(await service.operate(createGroup, group, { as: "administrator" }))));
  const snippet = { title: "t", file_name: "f", content: "c", visibility: "private" } as const;
  ids.set("snippets", Number(idOf(await service.operate(createSnippet, snippet, { as: "owner" }))));
});
afterAll(() => service.remove());

const idOf = ({ body }: { readonly body: unknown }): unknown =>
  typeof body === "object" && body !== null && "id" in body ? body.id : undefined;

const pathOf = ({ path }: AnyOperation): string =>
  `/api/v4${path
    .replace(/\[.*?\]/, "")
    .replace(/\/(\w+)\/:id/, (_, kind: string) => `/${kind}/${ids.get(kind) ?? 1}`)
    .replace(/[:*]\w+/g, "1")}`;

/** Sends the head of a request and some of its body, and resolves with the status; 0 where none comes within seconds. */
function statusOf(
  { method, target, as }: { readonly method: string; readonly target: string; readonly as: TestCaller },
  headers: readonly string[],
  body: string | Buffer = "",
): Promise<number> {
  const token = service.tokens.get(as);
  const { port, host } = new URL(service.url);
  const lines = [`Host: ${host}`, ...(token ? [`Private-Token: ${token}`] : []), ...headers];
  return new Promise((resolve) => {
    const socket = connect(Number(port), "127.0.0.1", () => {
      socket.write(`${method} ${target} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
      socket.write(body);
    });
    socket.setTimeout(20_000, () => socket.destroy());
    socket.once("data", (chunk: Buffer) => {
      resolve(Number(chunk.toString("latin1", 9, 12)));
      socket.destroy();
    });
    socket.on("error", () => undefined).on("close", () => resolve(0));
  });
}

const send = (
  operation: AnyOperation,
  as: TestCaller,
  headers: readonly string[],
  body?: string | Buffer,
): Promise<number> => statusOf({ method: operation.method, target: pathOf(operation), as }, headers, body);

const json = "Content-Type: application/json";
const endless = [json, "Transfer-Encoding: chunked"];
/** A chunk that does not end, and would be a value as far as it came. */
const begun = `ffffff\r\n{"a":"${"x".repeat(1_000)}`;

const statusesOf = async (
  list: readonly (readonly [string, AnyOperation])[],
  of: (operation: AnyOperation) => Promise<number>,
): Promise<Map<string, number>> =>
  new Map(await Promise.all(list.map(async ([name, operation]) => [name, await of(operation)] as const)));

const except = (statuses: ReadonlyMap<string, number>, ...expected: readonly number[]) =>
  [...statuses].filter(([, status]) => !expected.includes(status));

describe("a body", () => {
  it("without a token is refused before any of it is read", async () => {
    const needing = writes.filter(([, { auth }]) => auth !== "optional");
    const never = await statusesOf(needing, (operation) => send(operation, "nobody", endless, begun));
    expect(except(never, 401)).toEqual([]);
    const huge = await statusesOf(writes, (operation) =>
      send(operation, "nobody", [json, "Content-Length: 9999999999"], "{"),
    );
    expect(except(huge, 401)).toEqual(
      writes.filter(([, { auth }]) => auth === "optional").map(([name]) => [name, 413]),
    );
  });

  it("of somebody without rights is refused before any of it is read", async () => {
    const statuses = await statusesOf(named, (operation) => send(operation, "stranger", endless, begun));
    expect(except(statuses, 403, 404)).toEqual([]);
    for (const name of withoutSubject) expect(operations[name]?.role, name).toBeUndefined();
  });

  it("of a role below the operation's is refused before any of it is read", async () => {
    const roles = ["guest", "reporter", "developer", "maintainer", "owner"] as const;
    const below = named.filter(([, { path, role }]) => path.includes("/projects/:id") && role);
    const statuses = await statusesOf(below, (operation) => {
      const role = roles[roles.indexOf(operation.role ?? "guest") - 1] ?? "stranger";
      return send(operation, role, endless, begun);
    });
    // Documented as 401 for a member without the role.
    const unauthorized = ["acceptMergeRequest", "approveMergeRequest", "unapproveMergeRequest"];
    expect(except(statuses, 403).toSorted()).toEqual(unauthorized.map((name) => [name, 401]));
    expect(below.length).toBeGreaterThan(40);
  });

  it("longer than its operation takes is refused by its length, and where it has none once it is too long", async () => {
    const byLength = await statusesOf(writes, (operation) =>
      send(operation, "administrator", [json, `Content-Length: ${operation.maxBodyBytes + 1}`], "{"),
    );
    expect(except(byLength, 413)).toEqual([]);
    const short = writes.filter(([, { maxBodyBytes }]) => maxBodyBytes === 65_536);
    const text = `11000\r\n{"a":"${"x".repeat(0x11000)}`;
    const byCount = await statusesOf(short, (operation) => send(operation, "administrator", endless, text));
    expect(except(byCount, 413)).toEqual([]);
    expect(short.length).toBeGreaterThan(30);
  });

  it("of git is not read for a caller who may not clone or push", async () => {
    const path = `/${project.fullPath}.git`;
    for (const tool of ["git-upload-pack", "git-receive-pack"]) {
      for (const as of ["nobody", "stranger"] as const) {
        const target = `${path}/${tool}`;
        const status = await statusOf({ method: "POST", target, as }, endless, begun);
        expect([tool, as, [401, 403, 404].includes(status)]).toEqual([tool, as, true]);
      }
    }
  });

  it("of a runner is not read without the token of a job in its header, and a little of it with a token in it", async () => {
    for (const [method, path] of [
      ["PATCH", "trace"],
      ["POST", "artifacts"],
    ] as const) {
      const target = `/api/v4/jobs/1/${path}`;
      for (const headers of [endless, [...endless, "JOB-TOKEN: glcbt-1_wrong", "Content-Range: 0-9"]])
        expect([path, await statusOf({ method, target, as: "nobody" }, headers, begun)]).toEqual([path, 403]);
    }
    for (const [method, path] of [
      ["POST", "jobs/request"],
      ["PUT", "jobs/1"],
      ["POST", "runners/reset_authentication_token"],
      ["DELETE", "runners/managers"],
    ] as const) {
      const call = { method, target: `/api/v4/${path}`, as: "nobody" } as const;
      const text = `11000\r\n{"token":"${"x".repeat(0x11000)}`;
      expect([path, await statusOf(call, endless, text)]).toEqual([path, 413]);
    }
  });

  it("that grows a hundredfold is refused, and one like a long text is not", async () => {
    const call = (text: string) => {
      const body = gzipSync(text);
      const headers = [json, "Content-Encoding: gzip", `Content-Length: ${body.length}`];
      const operation = operations.createCommit;
      if (!operation) throw new Error("no operation");
      return send(operation, "developer", headers, body);
    };
    expect(await call(" ".repeat(20_000_000))).toBe(413);
    const lines = Array.from({ length: 40_000 }, (_, index) => `line ${index} of a text that repeats itself`);
    const commit = {
      branch: "zip",
      commit_message: "m",
      actions: [{ action: "create", file_path: "z", content: lines.join("\n") }],
    };
    expect(await call(JSON.stringify(commit))).toBe(201);
  });
});

describe("a query", () => {
  it("of too many parameters is refused before anything else", async () => {
    const statuses = await statusesOf(all, ({ method, path }) =>
      statusOf({ method, target: `/api/v4${path}?${"&".repeat(1_000)}`, as: "nobody" }, []),
    );
    expect(except(statuses, 400)).toEqual([]);
    const target = `/${project.fullPath}.git/info/refs?${"a&".repeat(1_000)}`;
    expect(await statusOf({ method: "GET", target, as: "nobody" }, [])).toBe(400);
  });

  it("with a name of too many brackets is refused by every operation", async () => {
    const statuses = await statusesOf(all, (operation) =>
      statusOf(
        {
          method: operation.method,
          target: `${pathOf(operation)}?a${"[b]".repeat(11)}=1`,
          as: "administrator",
        },
        [],
      ),
    );
    expect(except(statuses, 400)).toEqual([]);
  });
});
