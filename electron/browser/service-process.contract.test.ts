import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { startService } from "../service/start.ts";
import { startServiceProcess } from "./service-process.ts";

const folder = mkdtempSync(join(tmpdir(), "helve-process-"));
afterAll(() => rmSync(folder, { recursive: true }));
const adminToken = "a-token-of-this-test-only";

test("a service that is killed comes back at its address with what it had confirmed", async () => {
  const repository = join(folder, "repository");
  const options = { folder: join(folder, "kept"), port: 0, adminToken, sample: false };
  const service = await startServiceProcess(options);
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${service.url}/api/v4${path}`, {
      ...init,
      headers: { "private-token": adminToken, ...init.headers },
    });
  try {
    execFileSync("git", ["init", "-q", repository]);
    const made = await ask("/local/repositories", {
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
    await vi.waitFor(async () => expect((await ask("/version")).status).toBe(200), {
      timeout: 20_000,
      interval: 50,
    });
    expect((await ask(`/projects/${id}`)).status).toBe(200);
    expect(await service.pid()).not.toBe(pid);
    expect(z.object({ username: z.string() }).parse(await (await ask("/user")).json()).username).toBe(
      "helve",
    );
  } finally {
    await service.stop();
  }
  await expect(ask("/version")).rejects.toThrow();
});

test("a service that cannot start is told", async () => {
  const taken = await startService({ folder: join(folder, "first"), port: 0, adminToken, sample: false });
  try {
    const port = Number(new URL(taken.url).port);
    const second = startServiceProcess({ folder: join(folder, "second"), port, adminToken, sample: false });
    await expect(second).rejects.toThrow("EADDRINUSE");
  } finally {
    await taken.close();
  }
});
