import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { startToolServer, type ToolServer } from "./tool-server.ts";

const entry = z.object({ socket: z.string(), key: z.string() });
let folder = "";
let server: ToolServer;
const handled: Request[] = [];

const readEntry = () => entry.parse(JSON.parse(readFileSync(join(folder, "tools.json"), "utf8")));

beforeEach(async () => {
  handled.length = 0;
  folder = mkdtempSync(join(tmpdir(), "helve-door-"));
  server = await startToolServer(folder, async (given) => {
    handled.push(given);
    return new Response(`${given.method} ${await given.text()}`, {
      headers: { "content-type": "text/plain" },
    });
  });
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
  readonly path?: string;
  readonly body?: string;
}

function send({ headers = {}, method = "POST", path = "/command", body = "{}" }: Sent) {
  const { socket, key } = readEntry();
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const sent = request(
      {
        socketPath: socket,
        path,
        method,
        headers: { host: "helve", authorization: `Bearer ${key}`, ...headers },
      },
      (response) =>
        text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject),
    );
    sent.once("error", reject);
    sent.end(body);
  });
}

it("serves a request with the key, which the handler does not see", async () => {
  expect(await send({ body: "hello" })).toEqual({ status: 200, body: "POST hello" });
  expect([...(handled[0]?.headers.keys() ?? [])]).not.toContain("authorization");
});

describe("refuses", () => {
  it.each<[string, number, Sent]>([
    ["another key", 401, { headers: { authorization: "Bearer AAAA" } }],
    ["no key", 401, { headers: { authorization: "" } }],
    ["the key in another scheme", 401, { headers: { authorization: "Basic x" } }],
    ["a host that a page was rebound to", 403, { headers: { host: "evil.test" } }],
    ["the loopback as a host", 403, { headers: { host: "127.0.0.1:80" } }],
    ["a page's origin", 403, { headers: { origin: "http://helve" } }],
    ["what only a browser sends", 403, { headers: { "sec-fetch-site": "same-origin" } }],
    ["a read", 405, { method: "GET", body: "" }],
    ["a target with a host of its own", 405, { path: "http://evil.test/command" }],
    ["a body beyond the limit", 413, { body: "x".repeat(1024 * 1024 + 1) }],
  ])("%s", async (_, status, sent) => {
    const refused = await send(sent).catch(() => ({ status: 413, body: "" }));
    expect(refused.status).toBe(status);
    expect(handled).toEqual([]);
  });
});

it("has a new key in each run, and leaves no socket and no key behind", async () => {
  const first = readEntry();
  await server.close();
  expect([existsSync(first.socket), existsSync(join(folder, "tools.json"))]).toEqual([false, false]);
  server = await startToolServer(folder, async () => new Response());
  expect(readEntry().key).not.toBe(first.key);
  expect(first.key).toMatch(/^[\w-]{43}$/);
});

it("takes the place of a socket that a killed app has left", async () => {
  const { socket } = readEntry();
  const kept = join(folder, "kept.sock");
  execFileSync("cp", ["-a", socket, kept]);
  await server.close();
  execFileSync("cp", ["-a", kept, socket]);
  server = await startToolServer(folder, async () => new Response("again"));
  expect((await send({})).body).toBe("again");
});

it("listens in a private folder of its own where the path of the data folder is too long", async () => {
  const deep = join(folder, "d".repeat(60), "e".repeat(60));
  mkdirSync(deep, { recursive: true });
  const other = await startToolServer(deep, async () => new Response());
  onTestFinished(() => other.close());
  const { socket } = entry.parse(JSON.parse(readFileSync(join(deep, "tools.json"), "utf8")));
  expect(socket.startsWith(deep)).toBe(false);
  expect(statSync(join(socket, "..")).mode & 0o777).toBe(0o700);
});

/** Another user can be played by root alone. */
const canBeAnother = process.platform === "linux" && process.getuid?.() === 0;

describe.runIf(canBeAnother)("another user of the machine", () => {
  it("reads no key and reaches no socket, also where the folder above is open to all", () => {
    chmodSync(folder, 0o755);
    const { socket, key } = readEntry();
    const as = (script: string) =>
      execFileSync("/bin/sh", ["-c", `(${script}) 2>&1; true`], {
        uid: 65_534,
        gid: 65_534,
        cwd: "/",
        encoding: "utf8",
      });
    expect(as(`cat ${folder}/tools.json`)).toMatch(/permission denied/i);
    const client = `require("node:net").connect(${JSON.stringify(socket)}).on("connect", () => console.log("open")).on("error", ({ code }) => console.log(code))`;
    expect(as(`${process.execPath} -e '${client}'`)).toBe("EACCES\n");
    expect(as("cat /proc/[0-9]*/cmdline /proc/[0-9]*/environ | tr '\\0' ' '")).not.toContain(key);
  });
});
