import type { Locator, Page } from "@playwright/test";
import { z } from "zod";
import { projectPath } from "../renderer/testing/page/project-path.ts";
import { beacon, findFailedUnit, findSampleJob, isNamed } from "../renderer/testing/page/sample-jobs.ts";
import { callProject, sampleCallsOf } from "./fixtures/call-project.ts";
import { logLine, openLog } from "./fixtures/pipelines-and-logs.ts";
import { expect, onceMore, test } from "./fixtures/test.ts";

/** Number of the last line that is drawn. */
const lastLine = async (log: Locator): Promise<number> =>
  Number(
    await log
      .getByRole("button", { name: /^Line \d+$/ })
      .last()
      .textContent(),
  );
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

test("a log follows its end until it is scrolled up, and again from the end; cancel and retry", async ({
  page,
}) => {
  const soak = await findSampleJob(sampleCallsOf(page), "jobs", isNamed("soak"));
  // The sample's own run of it may still be running.
  if (soak.status === "running") await callProject(page, beacon, "POST", `/jobs/${soak.id}/cancel`, {});
  await page.goto(projectPath(beacon, `jobs/${soak.id}`));
  await page.getByRole("button", { name: "Retry", exact: true }).click();
  await expect(page).not.toHaveURL(new RegExp(`/jobs/${soak.id}$`));
  await expect(page.getByText("Running").first()).toBeVisible({ timeout: 30_000 });
  const log = page.getByRole("region", { name: "Log of soak" });
  const following = page.getByRole("button", { name: "Following" });
  await expect(following).toHaveAttribute("aria-pressed", "true");
  await expect.poll(() => lastLine(log), { timeout: 30_000 }).toBeGreaterThan(45);

  // Opens at the end and stays there.
  const top = () => log.evaluate((element) => element.scrollTop);
  const fromEnd = () => log.evaluate((one) => one.scrollHeight - one.clientHeight - one.scrollTop);
  expect(await fromEnd()).toBeLessThan(3);
  // Also where the window becomes higher, and lower again.
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 720 };
  for (const higher of [200, 0]) {
    await page.setViewportSize({ width, height: height + higher });
    await expect.poll(fromEnd).toBeLessThan(3);
    await expect(following).toHaveAttribute("aria-pressed", "true");
  }

  // Scrolling up stops it: what is read stays where it is while lines are added.
  await log.hover();
  await page.mouse.wheel(0, -120);
  const follow = page.getByRole("button", { name: /^Follow( |$|[\d,]+ new)/ });
  await expect(follow).toHaveAttribute("aria-pressed", "false");
  const before = await top();
  await expect(page.getByRole("button", { name: /^Follow ?\d+ new$/ })).toBeVisible();
  expect(await top()).toBe(before);

  // Reaching the end by any means resumes: the wheel, the End key, the button.
  await page.mouse.wheel(0, 100_000);
  await expect(following).toHaveAttribute("aria-pressed", "true");
  await log.focus();
  await page.keyboard.press("Home");
  await expect(follow).toBeVisible();
  await page.keyboard.press("End");
  await expect(following).toBeVisible();
  await page.keyboard.press("PageUp");
  await expect(follow).toBeVisible();
  await page.keyboard.press("f");
  await expect(following).toBeVisible();
  await expect.poll(fromEnd).toBeLessThan(3);

  // It still follows after its tab was in the background.
  const seen = await lastLine(log);
  await page.keyboard.press("Alt+t");
  await expect(page.getByRole("heading", { level: 1, name: "Home" })).toBeVisible();
  await page.getByRole("tab", { name: /^soak #/ }).click();
  await expect(following).toBeVisible();
  await expect.poll(() => lastLine(log)).toBeGreaterThan(seen);
  await expect.poll(fromEnd).toBeLessThan(3);

  await page.getByRole("main").getByRole("button", { name: "Cancel", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel job" }).click();
  await expect(page.getByText("Canceled").first()).toBeVisible({ timeout: 30_000 });
  await expect(following).toBeHidden();
});

/** Responses of the host for a long log, cut at 500 KB by a runner, of which only the beginning is read. */
const beginning = {
  summary: {
    ...{
      generation: "beginning",
      lines: 2,
      bytes: 5_000_000,
      size: 5_000_000,
      complete: false,
      problem: null,
    },
    ...{ analysed: 0, sections: 0, errors: 0, warnings: 0, timestamps: false },
  },
  tail: [
    { number: 0, spans: [{ text: "The first line" }] },
    {
      number: 1,
      spans: [{ text: "Job's log exceeded limit of 512000 bytes.", style: { fg: 3, bold: true } }],
    },
  ],
};

test("a log of 60 MB shows its end first, opens and scrolls from end to end", async ({ page }) => {
  const job = await findSampleJob(sampleCallsOf(page), "pipelines/41/jobs", isNamed("soak"));
  const follow = `**/${job.id}/follow?*`;
  await page.route(follow, (route) => route.fulfill({ body: `${JSON.stringify(beginning)}\n` }));
  const log = await openLog(page, job);
  await page.setViewportSize({ width: 900, height: 700 });
  await page.getByRole("button", { name: "Details of the job" }).click();
  const title = page
    .getByRole("dialog", { name: "Details of the job" })
    .getByRole("link")
    .filter({ has: page.locator("code") });
  expect(await title.locator("span").evaluate((one) => one.clientWidth)).toBeGreaterThan(80);
  await page.keyboard.press("Escape");
  const end = page.getByRole("region", { name: "End of the log" });
  await expect(end.getByText(/^turn \d{7}, \d+ lumen$/).last()).toBeInViewport();
  const cut = page.getByRole("status").filter({ hasText: "The log ends at the runner's limit of 512 KB." });
  await expect(cut.getByRole("link", { name: "Artifacts" })).toHaveAttribute("href", /\/artifacts$/);
  await expect(cut.getByRole("button", { name: "Download raw log" })).toBeVisible();
  await page.unroute(follow);
  const reading = page.getByRole("progressbar", { name: /Loading the log/ });
  await expect.poll(() => lastLine(log), { timeout: 40_000 }).toBeGreaterThan(1_500_000);
  await expect(reading).toBeHidden({ timeout: 40_000 });
  await expect(end).toBeHidden();
  await expect(cut).toBeHidden();
  const last = await lastLine(log);
  await log.focus();
  await page.keyboard.press("Home");
  await expect(logLine(log, 1)).toBeVisible();
  await expect(log.getByText(/^turn 1, \d+ lumen$/)).toBeVisible();
  await page.keyboard.press("PageDown");
  await expect.poll(() => log.evaluate((one) => one.scrollTop)).toBeGreaterThan(100);
  await page.keyboard.press("End");
  await expect(logLine(log, last)).toBeInViewport();
  // Only lines in view are in the document.
  expect(await log.getByRole("button", { name: /^Line \d+$/ }).count()).toBeLessThan(150);
});

test("a log shows its times, wraps, asks before it opens a link, maps its matches and is downloaded", async ({
  page,
  context,
}) => {
  // A job of the sample: jobs that run on this computer print neither times nor links.
  const deploy = await findSampleJob(
    sampleCallsOf(page),
    "jobs?scope[]=success",
    ({ id, name }) => id < 280 && name === "deploy",
  );
  const log = await openLog(page, deploy);
  await expect(page.getByRole("tab", { name: `deploy #${deploy.id} · beacon` })).toBeVisible();
  await expect(page).toHaveTitle(`✓ deploy #${deploy.id} · beacon · Helve`);
  const time = log.getByRole("time").first();
  await expect(time).toHaveText(/^\d\d:\d\d:\d\d$/);
  await page.keyboard.press("Shift+T");
  await expect(time).toHaveCount(0);
  // In a window of this width the tools are items of the menu.
  const inMenu = async (name: string) => {
    await page.getByRole("button", { name: "Actions for this log" }).click();
    await page.getByRole("menuitem", { name }).click();
  };
  await inMenu("Show timestamps");
  await expect(time).toBeVisible();

  const files = log.getByText(/^Uploaded lamp\/plate-1\.txt/);
  const overflow = () => log.evaluate((one) => one.scrollWidth - one.clientWidth);
  await expect(files).toBeVisible();
  expect(await overflow()).toBeGreaterThan(100);
  await page.keyboard.press("w");
  await expect.poll(overflow).toBe(0);
  await inMenu("Do not wrap lines");
  await expect.poll(overflow).toBeGreaterThan(100);

  // A click on a link shows its target and opens nothing.
  const windows = context.pages().length;
  await log.getByRole("button", { name: "release notes" }).click();
  const target = page.getByRole("dialog", { name: "Link of the log" });
  await expect(target.getByText("This leads to beacon.example.")).toBeVisible();
  await expect(target.getByRole("link", { name: "Open in browser" })).toHaveAttribute(
    "href",
    /^https:\/\/beacon\.example\/releases\/[0-9a-f]{8}$/,
  );
  expect(context.pages()).toHaveLength(windows);
  await page.keyboard.press("Escape");
  await expect(target).toBeHidden();

  await page.setViewportSize({ width: 900, height: 500 });
  await log.focus();
  await page.keyboard.press("End");
  await page.keyboard.press("/");
  await page.keyboard.type("e");
  const map = page.getByRole("button", { name: "Map of matches" });
  await expect(map).toBeVisible();
  await map.click({ position: { x: 4, y: 2 } });
  await expect(logLine(log, 1)).toBeInViewport();
  const { height = 0 } = (await map.boundingBox()) ?? {};
  await map.click({ position: { x: 4, y: height - 2 } });
  await expect(log.getByText("Job succeeded")).toBeInViewport();

  // The tools went with what is scrolled.
  await page.setViewportSize({ width: 900, height: 700 });
  await page.getByRole("button", { name: "Actions for this log" }).click();
  const started = page.waitForResponse(
    (response) => response.url().endsWith("/-/downloads") && response.request().method() === "POST",
  );
  await page.getByRole("menuitem", { name: "Download raw log" }).click();
  const { id } = z.object({ id: z.string() }).parse(await (await started).json());
  const name = `deploy-${deploy.id}.log`;
  await expect(page.getByText(`Downloading ${name}`, { exact: true })).toBeVisible();
  await page.getByRole("contentinfo").getByRole("button", { name: "Downloads" }).click();
  const saved = page
    .getByRole("dialog", { name: "Downloads" })
    .getByRole("listitem")
    .filter({ hasText: name });
  await expect(saved).toContainText(/\d (KB|bytes)/);
  await expect(saved.getByRole("progressbar")).toHaveCount(0);
  const read = (path: string) => page.evaluate(async (url) => (await fetch(url)).text(), path);
  const ofService = `/-/accounts/local/operations/projects/${encodeURIComponent(beacon)}/jobs/${deploy.id}/trace`;
  expect(await read(`/-/downloads/${id}/content`)).toBe(await read(ofService));
});

test("lines have permalinks, copies have no decoration, and sections fold", { tag: "@smoke" }, async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]).catch(() => undefined);
  const log = await openLog(page, await findFailedUnit(sampleCallsOf(page)));
  await log.focus();
  await page.keyboard.press("Home");
  await logLine(log, 7).click();
  await logLine(log, 9).click({ modifiers: ["Shift"] });
  await expect(page).toHaveURL(/#L7-9$/);
  await log.focus();
  await page.keyboard.press("Control+c");
  await expect
    .poll(() => clipboard(page))
    .toMatch(/^ {2}ok beam 0 turns \(\d+ ms\)\n.*beam 1 .*\n.*beam 2 .*$/);
  await page.keyboard.press("y");
  await expect.poll(() => clipboard(page)).toMatch(/\/jobs\/\d+#L7-9$/);
  await page.reload();
  await expect(logLine(log, 7)).toBeInViewport();
  await expect(logLine(log, 8)).toHaveAttribute("aria-pressed", "true");
  await expect(logLine(log, 10)).toHaveAttribute("aria-pressed", "false");

  // A selection is copied without numbers too.
  const from = await log.getByText("beam 3 turns").boundingBox();
  const to = await log.getByText("beam 5 turns").boundingBox();
  if (!from || !to) throw new Error("the lines are not drawn");
  await page.mouse.move(from.x + 2, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(to.x + 2, to.y + 10, { steps: 4 });
  await page.mouse.up();
  await page.keyboard.press("Control+c");
  await expect
    .poll(() => clipboard(page))
    .toMatch(/^ *ok beam 3 turns \(\d+ ms\)\n {2}ok beam 4 turns \(\d+ ms\)\n *$/);

  const section = log.getByRole("button", { name: "Section Executing the script" });
  await page.keyboard.press("z");
  await expect(section).toHaveAttribute("aria-expanded", "false");
  await expect(logLine(log, 12)).toHaveCount(0);
  await section.click();
  await expect(section).toHaveAttribute("aria-expanded", "true");
  await expect(logLine(log, 12)).toBeVisible();
});

test("a long name leaves the log its height, and a short commit title no gap", async ({ page }) => {
  const name = `check ${"every-package-of-the-workspace/".repeat(8)}`.slice(0, 250);
  const { id } = await findFailedUnit(sampleCallsOf(page));
  await page.route(
    (url) => url.pathname.startsWith("/-/") && url.pathname.endsWith(`/jobs/${id}`),
    async (route) => {
      const response = await route.fetch(onceMore);
      const job = await response.json();
      await route.fulfill({ response, json: { ...job, name, commit: { ...job.commit, title: "Fix" } } });
    },
  );
  await page.goto(projectPath(beacon, `jobs/${id}`));
  const heading = page.getByRole("heading", { level: 1, name });
  await expect(heading).toBeVisible();

  // The name leaves the links before it their text.
  const crumbs = page.getByRole("navigation", { name: "Breadcrumbs" }).getByRole("listitem");
  const cut = () =>
    crumbs.evaluateAll((items) =>
      items.map(({ lastElementChild: text }) => (text?.scrollWidth ?? 0) > (text?.clientWidth ?? 0) + 1),
    );
  expect(await cut()).not.toContain(true);

  await page.setViewportSize({ width: 2200, height: 800 });
  const commit = await page.getByRole("link", { name: /^[0-9a-f]{8} Fix$/ }).boundingBox();
  const runner = await page.getByTitle("Runner", { exact: true }).boundingBox();
  expect((runner?.x ?? 0) - (commit?.x ?? 0) - (commit?.width ?? 0)).toBeLessThan(40);

  await page.setViewportSize({ width: 320, height: 640 });
  const toggle = heading.getByRole("button", { name, expanded: false });
  await expect.poll(async () => (await toggle.boundingBox())?.height).toBeLessThan(80);
  const log = page.getByRole("region", { name: `Log of ${name}` });
  expect((await log.boundingBox())?.height).toBeGreaterThan(200);
  await toggle.focus();
  await expect(page.getByRole("tooltip", { name })).toBeVisible();
  await page.keyboard.press("Enter");
  const whole = heading.getByRole("button", { name, expanded: true });
  await expect.poll(async () => (await whole.boundingBox())?.height).toBeGreaterThan(120);
});

test("a long stage, branch and runner leave each other and the duration room", async ({ page }) => {
  const { id } = await findFailedUnit(sampleCallsOf(page));
  const long = "every-package-of-the-workspace/".repeat(8).slice(0, 250);
  await page.route(
    (url) => url.pathname.startsWith("/-/") && url.pathname.endsWith(`/jobs/${id}`),
    async (route) => {
      const response = await route.fetch(onceMore);
      const job = await response.json();
      const runner = { ...job.runner, description: long };
      await route.fulfill({ response, json: { ...job, stage: long, ref: long, runner } });
    },
  );
  await page.goto(projectPath(beacon, `jobs/${id}`));
  await page.getByRole("button", { name: "Details of the job" }).click();
  const details = page.getByRole("dialog", { name: "Details of the job" });
  for (const width of [1280, 900, 640]) {
    await page.setViewportSize({ width, height: 700 });
    const head = await details
      .getByRole("link", { name: /^pipeline #/ })
      .locator("xpath=..")
      .boundingBox();
    const end = (head?.x ?? 0) + (head?.width ?? 0);
    for (const title of ["Stage", "Branch", "Commit", "Duration"]) {
      const field = await details.getByTitle(title, { exact: true }).boundingBox();
      expect((field?.x ?? 0) + (field?.width ?? 0)).toBeLessThanOrEqual(end + 1);
    }
  }
});

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
  const job = await findSampleJob(sampleCallsOf(page), "jobs?scope[]=running", isNamed(name));
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
