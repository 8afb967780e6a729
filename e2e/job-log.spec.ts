import type { Locator, Page } from "@playwright/test";
import { callProject } from "./fixtures/call-project.ts";
import { expect, expectAccessible, projectPath, test } from "./fixtures/test.ts";

const project = "fjord/beacon";

interface Job {
  readonly id: number;
  readonly name: string;
  readonly status: string;
  readonly pipeline: { readonly id: number };
}

/** Returns the newest of some jobs, such as those of a state or of a pipeline, that is wanted. */
async function findJob(page: Page, list: string, isWanted: (job: Job) => boolean): Promise<Job> {
  const jobs = await callProject<Job[]>(
    page,
    project,
    "GET",
    `/${list}${list.includes("?") ? "&" : "?"}per_page=100`,
  );
  const found = jobs.find(isWanted);
  if (!found) throw new Error(`no such job among ${list}`);
  return found;
}

const isNamed =
  (wanted: string) =>
  ({ name }: Job): boolean =>
    name === wanted;

async function open(page: Page, job: Job, rest = ""): Promise<Locator> {
  await page.goto(projectPath(project, `jobs/${job.id}${rest}`));
  const log = page.getByRole("region", { name: `Log of ${job.name}` });
  await expect(log).toBeVisible();
  await expect(log.getByRole("button", { name: /^Line \d+$/ }).first()).toBeVisible();
  return log;
}

const failedUnit = (page: Page) => findJob(page, "jobs?scope[]=failed", isNamed("unit"));
const longSoak = (page: Page) => findJob(page, "pipelines/41/jobs", isNamed("soak"));

/** Number of the last line that is drawn. */
const lastLine = async (log: Locator): Promise<number> =>
  Number(
    await log
      .getByRole("button", { name: /^Line \d+$/ })
      .last()
      .textContent(),
  );
const line = (log: Locator, number: number) =>
  log.getByRole("button", { name: `Line ${number}`, exact: true });
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

test("a log follows its end until it is scrolled up, and again from the end; cancel and retry", async ({
  page,
}) => {
  const soak = await findJob(page, "jobs", isNamed("soak"));
  // However the sample's own run of it ended.
  if (soak.status === "running") await callProject(page, project, "POST", `/jobs/${soak.id}/cancel`, {});
  await page.goto(projectPath(project, `jobs/${soak.id}`));
  await page.getByRole("button", { name: "Retry", exact: true }).click();
  await expect(page).not.toHaveURL(new RegExp(`/jobs/${soak.id}$`));
  await expect(page.getByText("Running").first()).toBeVisible({ timeout: 30_000 });
  const log = page.getByRole("region", { name: "Log of soak" });
  const following = page.getByRole("button", { name: "Following" });
  await expect(following).toHaveAttribute("aria-pressed", "true");
  await expect.poll(() => lastLine(log), { timeout: 30_000 }).toBeGreaterThan(45);
  await expectAccessible(page);

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

  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel job" }).click();
  await expect(page.getByText("Canceled").first()).toBeVisible({ timeout: 30_000 });
  await expect(following).toBeHidden();
});

/** What the host sends of a long log of which only the beginning is read, which a runner had cut at 500 KB. */
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
  const job = await longSoak(page);
  const follow = `**/${job.id}/follow?*`;
  await page.route(follow, (route) => route.fulfill({ body: `${JSON.stringify(beginning)}\n` }));
  const log = await open(page, job);
  const title = page
    .locator("header")
    .getByRole("link")
    .filter({ has: page.locator("code") });
  await page.setViewportSize({ width: 900, height: 700 });
  expect(await title.locator("span").evaluate((one) => one.clientWidth)).toBeGreaterThan(80);
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
  await expect(line(log, 1)).toBeVisible();
  await expect(log.getByText(/^turn 1, \d+ lumen$/)).toBeVisible();
  await page.keyboard.press("PageDown");
  await expect.poll(() => log.evaluate((one) => one.scrollTop)).toBeGreaterThan(100);
  await page.keyboard.press("End");
  await expect(line(log, last)).toBeInViewport();
  // Only what is in view exists.
  expect(await log.getByRole("button", { name: /^Line \d+$/ }).count()).toBeLessThan(150);
});

test("a log shows its times, wraps, asks before it opens a link, maps its matches and is downloaded", async ({
  page,
  context,
}) => {
  // Of the sample: what runs on this computer prints neither times nor links.
  const deploy = await findJob(page, "jobs?scope[]=success", ({ id, name }) => id < 280 && name === "deploy");
  const log = await open(page, deploy);
  await expect(page.getByRole("tab", { name: `deploy #${deploy.id} · beacon` })).toBeVisible();
  await expect(page).toHaveTitle(`✓ deploy #${deploy.id} · beacon · Helve`);
  const time = log.getByRole("time").first();
  await expect(time).toHaveText(/^\d\d:\d\d:\d\d$/);
  await page.keyboard.press("Shift+T");
  await expect(time).toHaveCount(0);
  await page.getByRole("button", { name: "Timestamps" }).click();
  await expect(time).toBeVisible();

  const files = log.getByText(/^Uploaded lamp\/plate-1\.txt/);
  const overflow = () => log.evaluate((one) => one.scrollWidth - one.clientWidth);
  await expect(files).toBeVisible();
  expect(await overflow()).toBeGreaterThan(100);
  await page.keyboard.press("w");
  await expect(page.getByRole("button", { name: "Wrap lines" })).toHaveAttribute("aria-pressed", "true");
  await expect.poll(overflow).toBe(0);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Wrap lines" }).click();
  await expect.poll(overflow).toBeGreaterThan(100);

  // A link is shown with where it leads; nothing is opened by the click on it.
  const windows = context.pages().length;
  await log.getByRole("button", { name: "release notes" }).click();
  const target = page.getByRole("dialog", { name: "Link of the log" });
  await expect(target.getByText("This leads to beacon.example.")).toBeVisible();
  await expect(target.getByRole("link", { name: "Open in browser" })).toHaveAttribute(
    "href",
    /^https:\/\/beacon\.example\/releases\/[0-9a-f]{8}$/,
  );
  await expectAccessible(page);
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
  await expect(line(log, 1)).toBeInViewport();
  const { height = 0 } = (await map.boundingBox()) ?? {};
  await map.click({ position: { x: 4, y: height - 2 } });
  await expect(log.getByText("Job succeeded")).toBeInViewport();

  await page.getByRole("button", { name: "More log actions" }).click();
  await page.getByRole("menuitem", { name: "Download raw log" }).click();
  const name = `deploy-${deploy.id}.log`;
  await expect(page.getByText(`Downloading ${name}`, { exact: true })).toBeVisible();
  await page.getByRole("contentinfo").getByRole("button", { name: "Downloads" }).click();
  const saved = page
    .getByRole("dialog", { name: "Downloads" })
    .getByRole("listitem")
    .filter({ hasText: name });
  await expect(saved).toContainText(/\d (KB|bytes)/);
  await expect(saved.getByRole("progressbar")).toHaveCount(0);
});

test("search with a regular expression, from match to match, and matches only", async ({ page }) => {
  const log = await open(page, await failedUnit(page));
  await page.keyboard.press("Control+f");
  const field = page.getByRole("searchbox", { name: "Find in log" });
  await expect(field).toBeFocused();
  await page.keyboard.type("beam [23]\\d turns");
  const count = page.getByRole("search", { name: "In the log" }).getByRole("status");
  await expect(count).toHaveText("No matches");
  await page.getByRole("button", { name: "Regular expression" }).click();
  // The first match from the line at the top of the view on.
  await expect(count).toHaveText(/^\d+ of \d+$/);
  const [first = 0, all = 0] = (await count.innerText()).split(" of ").map(Number);
  const rank = (steps: number) => `${((first - 1 + steps + all) % all) + 1} of ${all}`;
  await field.focus();
  await page.keyboard.press("Enter");
  await expect(count).toHaveText(rank(1));
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.press("Shift+F3");
  await expect(count).toHaveText(rank(-1));
  await page.getByRole("button", { name: "Matches only" }).click();
  await expect(log.getByRole("button", { name: /lines without a match/ }).first()).toBeVisible();
  await expect(log.getByText(/^beam 2\d turns$/).first()).toBeVisible();
  await expect(log.getByText(/beam 7 turns/)).toHaveCount(0);
  await expectAccessible(page);

  // A reload restores it; Escape clears it.
  await expect(page).toHaveURL(/regex=1/);
  await page.reload();
  await expect(log.getByRole("button", { name: /lines without a match/ }).first()).toBeVisible();
  await page.keyboard.press("/");
  await page.keyboard.press("Escape");
  await expect(log.getByText(/beam 7 turns/)).toBeVisible();
  await expect(log.getByRole("button", { name: /lines without a match/ })).toHaveCount(0);
  await expect(log).toBeFocused();

  // What is no pattern is said, and what is found nowhere.
  await page.keyboard.press("Control+f");
  await page.keyboard.type("(beam");
  await expect(count).toHaveText(/Invalid regular expression/);
});

test("a search in all jobs of the pipeline leads to a line of another job", async ({ page }) => {
  const unit = await failedUnit(page);
  await open(page, unit);
  await page.keyboard.press("s");
  await page.keyboard.type("Checking out");
  const hits = page.getByRole("listbox", { name: "Matches in the pipeline's jobs" });
  await expect(hits.getByText("this job")).toBeVisible();
  await expect(page.getByText(/^\d+ matches in \d+ jobs$/)).toBeVisible();
  await expect(hits.getByRole("option", { name: /lint/ })).toBeVisible();
  await expectAccessible(page);
  const hit = hits.getByRole("option", { name: /lint/ });
  await hit.click();
  await expect(page).not.toHaveURL(new RegExp(`/jobs/${unit.id}`));
  await expect(page.getByRole("region", { name: "Log of lint" })).toBeVisible();
  // The hits are still there, and Enter on one goes to its line.
  await hits.focus();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/#L\d+$/);
});

test("the first error is jumped to, and its file is a link into the commit", async ({ page }) => {
  const log = await open(page, await failedUnit(page));
  await expect(page.getByText("script failed", { exact: true })).toBeVisible();
  await page.keyboard.press("Home");
  await page.keyboard.press("e");
  await expect(page).toHaveURL(/#L\d+$/);
  const number = Number(/#L(\d+)$/.exec(page.url())?.[1]);
  await expect(line(log, number)).toBeInViewport();
  await expect(line(log, number)).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("i");
  const problems = page.getByRole("region", { name: "Problems" });
  await expect(problems.getByRole("button", { name: /^Error: expected 9000 lumen/ })).toBeVisible();
  await expectAccessible(page);
  await problems.getByRole("link", { name: /^ci\/unit\.sh:\d+$/ }).click();
  await expect(page).toHaveURL(/files\?ref=[0-9a-f]{40}&path=ci%2Funit\.sh#L\d+$/);
});

test("the log is compared with the last success of the same job", async ({ page }) => {
  await open(page, await failedUnit(page));
  await page.keyboard.press("d");
  const rows = page.getByRole("region", { name: "Differences from the last success" });
  await expect(rows).toBeVisible();
  const bar = page.getByRole("toolbar", { name: "Comparison" });
  await expect(bar.getByRole("link", { name: /^#\d+$/ })).toBeVisible();
  await expect(bar.getByText(/^\+\d+$/)).toBeVisible();
  await expect(rows.getByRole("button", { name: /equal lines?$/ }).first()).toBeVisible();
  await expectAccessible(page);
  // The error is what the success did not have: stepping from change to change leads to it.
  const error = rows.getByText(/Error: expected 9000/);
  await expect(async () => {
    await page.keyboard.press("n");
    await expect(error).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 30_000 });
  await page.keyboard.press("d");
  await expect(page.getByRole("region", { name: "Log of unit" })).toBeVisible();

  // The first run of all has none before it.
  const first = await findJob(page, "pipelines/1/jobs", isNamed("unit"));
  await page.evaluate(
    (to) => history.pushState({}, "", to),
    projectPath(project, `jobs/${first.id}?view=compare`),
  );
  await expect(page.getByRole("heading", { name: "No earlier success" })).toBeVisible();
});

test("lines have permalinks, copies have no decoration, and sections fold", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]).catch(() => undefined);
  const log = await open(page, await failedUnit(page));
  await log.focus();
  await page.keyboard.press("Home");
  await line(log, 7).click();
  await line(log, 9).click({ modifiers: ["Shift"] });
  await expect(page).toHaveURL(/#L7-9$/);
  await log.focus();
  await page.keyboard.press("Control+c");
  await expect
    .poll(() => clipboard(page))
    .toMatch(/^ {2}ok beam 0 turns \(\d+ ms\)\n.*beam 1 .*\n.*beam 2 .*$/);
  await page.keyboard.press("y");
  await expect.poll(() => clipboard(page)).toMatch(/\/jobs\/\d+#L7-9$/);
  await page.reload();
  await expect(line(log, 7)).toBeInViewport();
  await expect(line(log, 8)).toHaveAttribute("aria-pressed", "true");
  await expect(line(log, 10)).toHaveAttribute("aria-pressed", "false");

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
  await expect(line(log, 12)).toHaveCount(0);
  await section.click();
  await expect(section).toHaveAttribute("aria-expanded", "true");
  await expect(line(log, 12)).toBeVisible();
});

test("a job without a log shows why, and erasing requires confirmation", async ({ page }) => {
  const manual = await findJob(page, "jobs?scope[]=manual", () => true);
  await page.goto(projectPath(project, `jobs/${manual.id}`));
  await expect(page.getByRole("heading", { name: "This job is started by hand" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Run", exact: true })).toBeVisible();
  await expectAccessible(page);

  const lint = await findJob(page, "pipelines/2/jobs", isNamed("lint"));
  await open(page, lint);
  await page.getByRole("button", { name: "More job actions" }).click();
  await page.getByRole("menuitem", { name: "Erase…" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Erase" }).click();
  await expect(page.getByRole("heading", { name: "The log was erased" })).toBeVisible();
});
