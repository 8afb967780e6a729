import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { databaseFormats } from "../host/storage/database-formats.ts";
import { startService } from "../service/start-service.ts";

const empty = mkdtempSync(join(tmpdir(), "helve-empty-"));
let folder = "";
const running: ChildProcess[] = [];

beforeAll(async () => {
  // A folder that holds something already gets no sample, which would take its time.
  const adminToken = "a-token-of-this-test-only";
  await (await startService({ folder: join(empty, "service"), port: 0, adminToken })).close();
});
afterAll(() => rmSync(empty, { recursive: true }));
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "helve-one-"));
  cpSync(empty, folder, { recursive: true });
});
afterEach(async () => {
  for (const child of running.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill("SIGTERM");
    await once(child, "exit");
  }
  rmSync(folder, { recursive: true, force: true });
});

interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  output(): string;
}

function start(module: string, args: readonly string[], input = ""): Started {
  const child = spawn(process.execPath, [join(import.meta.dirname, module), ...args], {
    stdio: ["pipe", "pipe", "pipe"],
  });
  running.push(child);
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      text += chunk;
    });
  }
  child.stdin.end(input);
  return { child, ended: once(child, "exit").then(([code]) => code), output: () => text };
}

const shell = (...flags: string[]) => start("main.ts", [`--data=${folder}`, "--no-open", ...flags]);
const service = (port = 0, data = join(folder, "service")) =>
  start(
    "../service/cli.ts",
    [],
    JSON.stringify({ port, folder: data, sample: false, token: "a-token-of-this-test-only" }),
  );
const untilRunning = (started: Started) =>
  vi.waitFor(() => expect(started.output()).toContain("Helve runs at"), { timeout: 30_000 });

/** Waits until the local service of a shell runs as well: what the link leads to waits for it. */
async function untilServed(started: Started): Promise<void> {
  await untilRunning(started);
  const link = /(http:\/\/127\.\S+key=\S+)/.exec(started.output())?.[1] ?? "";
  const entered = await fetch(link, { redirect: "manual" });
  const cookie = entered.headers.get("set-cookie")?.split(";")[0] ?? "";
  await (await fetch(new URL("/", link), { headers: { cookie } })).text();
}

/** Names of the files that are there, without those that a start needs to find out that it may not. */
const filesOf = (path: string) =>
  readdirSync(path, { recursive: true })
    .map(String)
    .filter((name) => !/in-use\.(lock|json)$|-(shm|wal)$/.test(name))
    .toSorted();

test("two shells that start at once: one runs, the other hands over to it; a killed one is no obstacle", async () => {
  const both = [shell(), shell()];
  const first = await Promise.race(both.map(({ ended }, index) => ended.then(() => both[1 - index])));
  if (!first) throw new Error("no shell runs");
  const second = both.find((one) => one !== first);
  await untilRunning(first);
  expect(second?.output()).toContain(`Helve runs already (process ${first.child.pid}).`);
  expect(await second?.ended).toBe(0);
  const link = /http:\/\/helve-\S+key=\S+/.exec(second?.output() ?? "")?.[0] ?? "";
  expect(new URL(link).origin).toBe(new URL(/http:\/\/helve-\S+/.exec(first.output())?.[0] ?? "").origin);

  await untilServed(first);
  const alone = service();
  expect(await alone.ended).toBe(1);
  expect(alone.output()).toMatch(
    /^The service could not be started\. .+service is in use: the local service of Helve \(process \d+, since .+\) uses it\. Nothing was changed\. .+\n$/,
  );

  first.child.kill("SIGKILL");
  const next = shell();
  await untilRunning(next);
  expect(next.output()).not.toContain("could not");
});

test("a shell that does not respond is named, and nothing is started beside it", async () => {
  const first = shell();
  await untilRunning(first);
  first.child.kill("SIGSTOP");
  const second = shell();
  const code = await second.ended;
  first.child.kill("SIGCONT");
  expect(code).toBe(1);
  expect(second.output()).toContain(`Helve in a browser (process ${first.child.pid}, since `);
});

test("a port in use is a sentence", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const address = taken.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const starts = [shell(`--port=${port}`), service(port, join(empty, "service"))];
  for (const started of starts) {
    expect(await started.ended).toBe(1);
    expect(started.output()).toMatch(
      new RegExp(
        `^(Helve could not start|The service could not be started)\\. Port ${port} of 127\\.0\\.0\\.1 is in use by another program\\. .+\\n$`,
      ),
    );
  }
  taken.close();
});

/** Raises the version of a database, or of the folder's format, above what is known. Returns what undoes it. */
function makeNewer(name: string): () => void {
  const path = join(folder, name);
  // Some are made once something is stored in them.
  const before = existsSync(path) ? readFileSync(path) : null;
  if (name.endsWith(".json")) writeFileSync(path, '{"format":99,"version":"9.0.0"}');
  else {
    const database = new DatabaseSync(path);
    database.exec("PRAGMA user_version = 999");
    database.close();
  }
  return () => (before ? writeFileSync(path, before) : rmSync(path));
}

test("data, cache, drafts and logs of a newer version are refused with a sentence, and nothing changes", async () => {
  const first = shell();
  await untilRunning(first);
  first.child.kill("SIGTERM");
  await first.ended;
  const databases = Object.keys(databaseFormats).map((name) => `host/${name}`);
  for (const name of ["format.json", ...databases]) {
    const undo = makeNewer(name);
    const before = filesOf(folder);
    const started = shell();
    expect(await started.ended).toBe(1);
    expect(started.output(), name).toMatch(
      /^Helve could not start\. .+ was written by (Helve 9\.0\.0|a newer version of Helve), and this older version cannot read it\. Nothing was changed\. .+\n$/,
    );
    expect(filesOf(folder), name).toEqual(before);
    undo();
  }
});

test("a database of a newer service is refused by the service, and by the service of a shell", async () => {
  makeNewer(join("service", "service.sqlite"));
  const bytes = readFileSync(join(folder, "service", "service.sqlite"));
  const alone = service();
  expect(await alone.ended).toBe(1);
  expect(alone.output()).toMatch(
    /^The service could not be started\. .+version 999; this one knows \d+.+\n$/,
  );
  const first = shell();
  await untilServed(first);
  expect(first.output()).toContain("The local service could not be started: The database in ");
  expect(readFileSync(join(folder, "service", "service.sqlite")).equals(bytes)).toBe(true);
});
