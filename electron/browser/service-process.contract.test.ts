import { execFileSync, fork, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Agent, request } from "undici";
import { afterAll, expect, test, vi } from "vitest";
import { z } from "zod";
import type { ServiceAccess } from "../host/local-service/supervise-service.ts";
import { connectToSocket } from "../host/network/local-socket.ts";
import { startService } from "../service/start-service.ts";
import { serviceModule, startServiceProcess } from "./service-process.ts";

const folder = mkdtempSync(join(tmpdir(), "helve-process-"));
afterAll(() => rmSync(folder, { recursive: true }));
const adminToken = "a-token-of-this-test-only";
const waiting = { timeout: 60_000, interval: 50 };

test("a killed service is restarted at its address with everything it had confirmed", async () => {
  const repository = join(folder, "repository");
  const options = { folder: join(folder, "kept"), port: 0, adminToken, sample: false };
  const service = await startServiceProcess(options);
  const send = (path: string, init: RequestInit = {}) =>
    fetch(`${service.url}/api/v4${path}`, {
      ...init,
      headers: { "private-token": adminToken, ...init.headers },
    });
  try {
    execFileSync("git", ["init", "-q", repository]);
    const made = await send("/local/repositories", {
      method: "POST",
      body: JSON.stringify({ path: repository }),
      headers: { "content-type": "application/json" },
    });
    expect(made.status).toBe(201);
    const { id } = z.object({ id: z.int() }).parse(await made.json());
    const pid = await service.pid();
    if (pid === null) throw new Error("The service has no process");
    process.kill(pid, "SIGKILL");
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow("ESRCH"), { timeout: 10_000 });
    await vi.waitFor(async () => expect((await send("/version")).status).toBe(200), {
      timeout: 20_000,
      interval: 50,
    });
    expect((await send(`/projects/${id}`)).status).toBe(200);
    expect(await service.pid()).not.toBe(pid);
    expect(z.object({ username: z.string() }).parse(await (await send("/user")).json()).username).toBe(
      "helve",
    );
  } finally {
    await service.stop();
  }
  await expect(send("/version")).rejects.toThrow();
});

test("a service that cannot start is reported", async () => {
  const taken = await startService({ folder: join(folder, "first"), port: 0, adminToken });
  try {
    const port = Number(new URL(taken.url).port);
    const second = startServiceProcess({ folder: join(folder, "second"), port, adminToken, sample: false });
    await expect(second).rejects.toThrow("is in use by another program");
  } finally {
    await taken.close();
  }
});

/** Calls the service as the host does, with the present access or an earlier one. */
async function callAs(url: string, access: ServiceAccess, path: string): Promise<number | string> {
  const dispatcher = new Agent({ connect: connectToSocket(access.socket, 5_000) });
  try {
    const { statusCode, body } = await request(`${url}/api/v4${path}`, {
      dispatcher,
      headers: { "private-token": access.token },
    });
    await body.dump();
    return statusCode;
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code);
  } finally {
    await dispatcher.close();
  }
}

test("a service whose host is gone before it has started ends, too", async () => {
  const child = fork(fileURLToPath(serviceModule), { stdio: "ignore", execArgv: [] });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  try {
    const socket = { path: join(folder, "left.sock"), secret: "s".repeat(32) };
    const host = { socket, token: "t".repeat(32) };
    const options = { folder: join(folder, "left"), port: 0, adminToken, sample: false, host };
    await new Promise((resolve) => child.send(options, resolve));
    child.disconnect();
    await ended;
  } finally {
    child.kill("SIGKILL");
  }
}, 60_000);

test("the host reaches it by a socket of its own, with a token that is valid nowhere else", async () => {
  const service = await startServiceProcess({ folder: join(folder, "own"), port: 0, sample: false });
  try {
    const access = service.access();
    expect(await callAs(service.url, access, "/user")).toBe(200);
    expect(await callAs(service.url, { ...access, token: "hlv-wrong" }, "/user")).toBe(401);
    const overPort = await fetch(`${service.url}/api/v4/user`, {
      headers: { "private-token": access.token },
    });
    expect(overPort.status).toBe(401);
    if (process.platform === "win32") return;
    expect(statSync(dirname(access.socket.path)).mode & 0o777).toBe(0o700);
    expect(statSync(access.socket.path).mode & 0o777).toBe(0o600);
    if (process.getuid?.() !== 0) return;
    const nobody = { uid: 65534, gid: 65534, cwd: "/", encoding: "utf8" } as const;
    expect(spawnSync("ls", [dirname(access.socket.path)], nobody).status).not.toBe(0);
    const script = `import socket,sys; socket.socket(socket.AF_UNIX).connect(sys.argv[1])`;
    const python = spawnSync("python3", ["-c", script, access.socket.path], nobody);
    if (!python.error) expect(python.stderr).toContain("PermissionError");
    const lines = spawnSync("ps", ["-eo", "args"], nobody).stdout ?? "";
    expect(lines).not.toContain(access.token);
    expect(lines).not.toContain(access.socket.secret);
  } finally {
    await service.stop();
  }
  expect(() => statSync(dirname(service.access().socket.path))).toThrow("ENOENT");
});

test("it is restarted however often it ends, each time with another token and socket", async () => {
  const service = await startServiceProcess({ folder: join(folder, "often"), port: 0, sample: false });
  const seen = new Set<string>();
  try {
    for (let n = 0; n < 7; n++) {
      const access = service.access();
      seen.add(access.token).add(access.socket.path).add(access.socket.secret);
      const pid = await service.pid();
      if (pid === null) throw new Error("The service has no process");
      process.kill(pid, "SIGKILL");
      await vi.waitFor(async () => expect(await service.pid()).not.toBe(pid), waiting);
      await vi.waitFor(
        async () => expect(await callAs(service.url, service.access(), "/user")).toBe(200),
        waiting,
      );
      expect(await callAs(service.url, { ...service.access(), token: access.token }, "/user")).toBe(401);
      expect(await callAs(service.url, access, "/user")).not.toBe(200);
    }
    expect(seen.size).toBe(21);
  } finally {
    await service.stop();
  }
}, 180_000);

test("a process on the port of an ended service receives nothing and does not block its restart", async () => {
  // It reports the port to the console, which is left out of the output of tests.
  const silent = join(folder, "silent.mjs");
  writeFileSync(silent, `console.error = () => {};\nawait import(${JSON.stringify(serviceModule.href)});\n`);
  const options = { folder: join(folder, "taken"), port: 0, sample: false };
  const service = await startServiceProcess(options, undefined, pathToFileURL(silent));
  const received: string[] = [];
  const otherServer = createServer(
    (socket) => void socket.on("data", (chunk) => received.push(chunk.toString())),
  );
  try {
    const pid = await service.pid();
    if (pid === null) throw new Error("The service has no process");
    const port = Number(new URL(service.url).port);
    const taken = new Promise<void>((resolve) => {
      const listen = () => otherServer.listen(port, "127.0.0.1");
      otherServer.on("error", () => setTimeout(listen, 1));
      otherServer.once("listening", resolve);
      listen();
    });
    process.kill(pid, "SIGKILL");
    await taken;
    await vi.waitFor(
      async () => expect(await callAs(service.url, service.access(), "/user")).toBe(200),
      waiting,
    );
    expect(received).toEqual([]);
  } finally {
    await service.stop();
    await new Promise((resolve) => otherServer.close(resolve));
  }
}, 60_000);
