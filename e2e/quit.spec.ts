import { readdirSync, readFileSync, rmSync } from "node:fs";
import { z } from "zod";
import { projectPath } from "../renderer/testing/page/project-path.ts";
import { beacon } from "../renderer/testing/page/sample-jobs.ts";
import { callProject } from "./fixtures/call-project.ts";
import { copySample, expect, test } from "./fixtures/test.ts";

const pipeline = z.object({ id: z.int(), web_url: z.url() });
const jobs = z.array(z.object({ id: z.int(), name: z.string(), status: z.string() }));

/** Ids of the processes of a job, where the system shows them. */
const processesOf = (job: number, service: string): string[] =>
  process.platform !== "linux"
    ? []
    : readdirSync("/proc").filter((id) => {
        try {
          const environment = readFileSync(`/proc/${id}/environ`, "latin1").split("\0");
          // Other specs' apps number their jobs alike, but have other services.
          const isOurs = environment.some((entry) => entry.startsWith("CI_") && entry.includes(service));
          return isOurs && environment.includes(`CI_JOB_ID=${job}`);
        } catch {
          return false;
        }
      });

test("Quit ends a running job, and the next start shows its status", async ({ openApp }) => {
  const folder = copySample();
  try {
    const first = await openApp(folder);
    const { id, web_url } = pipeline.parse(
      await callProject(first.page, beacon, "POST", "/pipeline", { ref: "main" }),
    );
    const service = new URL(web_url).origin;
    const soak = async () =>
      jobs
        .parse(await callProject(first.page, beacon, "GET", `/pipelines/${id}/jobs`))
        .find(({ name, status }) => name === "soak" && status === "running")?.id;
    await expect.poll(soak, { timeout: 30_000 }).toBeDefined();
    const job = (await soak()) ?? 0;
    if (process.platform === "linux")
      await expect.poll(() => processesOf(job, service).length).toBeGreaterThan(0);
    await first.stop();
    expect(processesOf(job, service)).toEqual([]);

    const second = await openApp(folder);
    await second.page.goto(projectPath(beacon, `jobs/${job}`));
    await expect(second.page.getByRole("heading", { level: 1, name: /soak/ })).toBeVisible();
    await expect(second.page.getByRole("main").getByText("Failed").first()).toBeVisible();
    await second.stop();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
