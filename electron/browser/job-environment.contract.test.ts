import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { makeProjectWithJobs } from "../service/testing/open-test-store.ts";
import serviceOptions from "../system/service-options.json" with { type: "json" };
import { startServiceProcess } from "./service-process.ts";

const adminToken = "a-token-of-this-test-only";
/** Secrets in the host's own environment. */
const secrets = { CLOUD_SECRET: "of-this-machine", HELVE_SERVICE_TOKEN: "hlv-of-this-machine" };

/** Starts the service below a process that has secrets, and returns how to call it, and a project whose jobs run. */
async function start() {
  const folder = mkdtempSync(join(tmpdir(), "helve-job-environment-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, value] of Object.entries(secrets)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const id = await makeProjectWithJobs(folder);
  const service = await startServiceProcess({ folder, port: 0, adminToken, sample: false });
  onTestFinished(() => service.stop());
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${service.url}/api/v4${path}`, {
      method,
      headers: { "private-token": adminToken, "content-type": "application/json" },
      body: body ? JSON.stringify(body) : null,
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text;
  };
  return { call, id };
}

test.runIf(process.platform === "linux")(
  "a job finds no secret in its environment, nor in that of the service that runs it",
  async () => {
    const { call, id } = await start();
    // Its parent is the process of the service, of the same user.
    const content = `read: { script: ["env", "echo ---", "tr '\\\\0' '\\\\n' < /proc/$PPID/environ", "cat /proc/$PPID/cmdline"] }`;
    const actions = [{ action: "create", file_path: ".gitlab-ci.yml", content }];
    await call("POST", `/projects/${id}/repository/commits`, {
      branch: "main",
      commit_message: "Add a job",
      actions,
    });
    const jobs = z.array(z.object({ id: z.int(), status: z.string() }));
    const job = await vi.waitFor(
      async () => {
        const [first] = jobs.parse(JSON.parse(await call("GET", `/projects/${id}/jobs`)));
        expect(first?.status).toBe("success");
        return first;
      },
      { timeout: 60_000, interval: 100 },
    );
    const trace = await call("GET", `/projects/${id}/jobs/${job?.id}/trace`);
    for (const secret of [...Object.values(secrets), adminToken]) expect(trace).not.toContain(secret);
    const ofService = trace.split("\n---\n")[1] ?? "";
    const names = [...ofService.matchAll(/^([A-Za-z_]\w*)=/gm)].map(([, name]) => name ?? "");
    expect(names).toContain("PATH");
    const known = [
      ...serviceOptions.inheritedEnv,
      ...Object.keys(serviceOptions.env),
      "NODE_CHANNEL_FD",
      "NODE_CHANNEL_SERIALIZATION_MODE",
    ];
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
  },
);
