import type { Page } from "@playwright/test";
import { isNamed } from "../renderer/testing/page/sample-jobs.ts";
import { callProject } from "./fixtures/call-project.ts";
import { findJob, openLog } from "./fixtures/job-log.ts";
import { beacon } from "./fixtures/pipeline.ts";
import { expect, test } from "./fixtures/test.ts";

/** Hides the window or shows it again, as a minimised window is. */
const setVisibility = (page: Page, state: "visible" | "hidden") =>
  page.evaluate((visibility) => {
    Object.defineProperty(document, "visibilityState", { configurable: true, get: () => visibility });
    document.dispatchEvent(new Event("visibilitychange"));
  }, state);

/** Returns the number of lines that the service has of a job's log. */
const linesOf = (page: Page, job: number): Promise<number> =>
  page.evaluate(
    async (url) => (await (await fetch(url)).text()).split("\n").length,
    `/-/accounts/local/operations/projects/${encodeURIComponent(beacon)}/jobs/${job}/trace`,
  );

test("a hidden window stops following a log, and shows what was missed once it is visible", async ({
  page,
}) => {
  const name = "ticks";
  const branch = `hidden-${Date.now()}`;
  const content = `${name}: { script: 'for i in $(seq 1 2000); do echo "tick $i"; sleep 0.1; done' }\n`;
  await callProject(page, beacon, "POST", "/repository/commits", {
    ...{ branch, start_branch: "main", commit_message: "Count" },
    actions: [{ action: "update", file_path: ".gitlab-ci.yml", content }],
  });
  const running = () => callProject<unknown[]>(page, beacon, "GET", "/jobs?scope[]=running");
  await expect.poll(async () => JSON.stringify(await running()), { timeout: 30_000 }).toContain(`"${name}"`);
  const job = await findJob(page, "jobs?scope[]=running", isNamed(name));
  const ended = page.waitForEvent("requestfailed", (request) => request.url().includes("/follow?"));
  const log = await openLog(page, job);
  await expect(log).toContainText(/tick \d/);

  await setVisibility(page, "hidden");
  await ended;
  const lastTick = async () =>
    Math.max(...((await log.innerText()).match(/(?<=tick )\d+/g)?.map(Number) ?? [0]));
  const missed = (await lastTick()) + 40;
  const follows: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/follow?")) follows.push(request.url());
  });
  await expect.poll(() => linesOf(page, job.id), { timeout: 30_000 }).toBeGreaterThan(missed + 20);
  expect(await lastTick()).toBeLessThan(missed);
  expect(follows).toEqual([]);

  await setVisibility(page, "visible");
  await expect(page.getByRole("button", { name: "Following" })).toHaveAttribute("aria-pressed", "true");
  await expect.poll(lastTick).toBeGreaterThan(missed + 20);
  expect(follows.length).toBeGreaterThan(0);
  await callProject(page, beacon, "POST", `/jobs/${job.id}/cancel`, {});
});
