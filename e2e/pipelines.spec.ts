import { rmSync } from "node:fs";
import { projectPath } from "../renderer/testing/page/project-path.ts";
import { beacon, startFailingPipeline } from "../renderer/testing/page/sample-jobs.ts";
import { callProject, sampleCallsOf } from "./fixtures/call-project.ts";
import { forcedColourProblems } from "./fixtures/forced-colours.ts";
import { copySample, expect, onceMore, test } from "./fixtures/test.ts";

const operations = `/-/accounts/local/operations/projects/${encodeURIComponent(beacon)}`;

test("the stage graph is walked by keyboard and leads to a job", { tag: "@smoke" }, async ({ page }) => {
  await page.goto(projectPath(beacon, "pipelines/55"));
  const graph = page.getByRole("region", { name: "Stage graph" });
  await expect(graph.getByRole("heading", { name: /^deliver/ })).toBeVisible();
  const link = (name: string) => graph.getByRole("link", { name: new RegExp(`^${name}:`) });
  await link("lint").focus();
  await page.keyboard.press("ArrowRight");
  await expect(link("unit")).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(link("soak")).toBeFocused();
  await expect(link("soak")).toHaveAccessibleName(/starts at once/);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(link("deploy")).toBeFocused();
  await expect(link("deploy")).toHaveAccessibleName(/needs package/);
  // A line leads to it from what it needs.
  const lines = graph.locator("path[marker-end]");
  await expect(lines).toHaveCount(1);
  await expect(lines).toHaveAttribute("data-lit", "true");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/jobs\/\d+$/);
});

test("bars have a length, and what waited for another job begins after its end", async ({ page }) => {
  await page.goto(`${projectPath(beacon, "pipelines/50")}?view=timeline`);
  const bars = page.getByRole("list", { name: "Jobs by time" }).getByRole("link");
  await expect(bars).toHaveCount(5);
  const ran = async (name: string) => {
    const bar = bars.filter({ hasText: name }).locator("[data-tone][style]");
    const { x = 0, width = 0 } = (await bar.boundingBox()) ?? {};
    return { from: x, to: x + width, width };
  };
  const [lint, unit] = [await ran("lint"), await ran("unit")];
  expect(lint.width).toBeGreaterThan(10);
  expect(unit.width).toBeGreaterThan(10);
  expect(unit.from).toBeGreaterThanOrEqual(lint.to);
});

test("a pipeline of many stages leaves its row room for the commit", async ({ page }) => {
  const [{ id } = { id: 0 }] = await callProject<{ id: number }[]>(
    page,
    beacon,
    "GET",
    "/pipelines?ref=main&per_page=1",
  );
  await page.route(
    (url) => url.pathname.startsWith(operations) && url.pathname.endsWith(`/pipelines/${id}/jobs`),
    async (route) => {
      const response = await route.fetch(onceMore);
      const [job]: readonly object[] = await response.json();
      const jobs = Array.from({ length: 40 }, (_, index) => ({
        ...{ ...job, id: index + 1, name: `job ${index}`, stage: `stage ${index}` },
        status: index === 20 ? "failed" : "success",
      }));
      await route.fulfill({ response, json: jobs });
    },
  );
  await page.setViewportSize({ width: 900, height: 700 });
  await page.goto(projectPath(beacon, "pipelines"));
  const row = page
    .getByRole("listitem")
    .filter({ hasText: `#${id}` })
    .first();
  const more = row.getByRole("link", { name: "33 more stages: Failed" });
  await expect(more).toBeVisible();
  await expect(row.getByRole("button", { name: "Stage stage 6: Passed, 1 job" })).toBeVisible();
  const title = await row.getByRole("link").first().boundingBox();
  expect(title?.width).toBeGreaterThan(60);
  expect(
    await page
      .getByRole("list", { name: "Pipelines" })
      .evaluate((list) => list.scrollWidth - list.clientWidth),
  ).toBe(0);
  await more.focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/pipelines/${id}$`));
  await expect(page.getByRole("region", { name: "Stage graph" })).toContainText("stage 39");
});

test("the list of what is watched leaves a notice its place", async ({ page }) => {
  const { id, name } = await startFailingPipeline(sampleCallsOf(page));
  await page.setViewportSize({ width: 900, height: 700 });
  await page.goto(projectPath(beacon, `pipelines/${id}`));
  await page.getByRole("button", { name: `Watch ${name}` }).click();
  await page
    .getByRole("contentinfo")
    .getByRole("button", { name: /^Watching \d+$/ })
    .click();
  const list = page.getByRole("dialog", { name: "Watched jobs and pipelines" });
  const explanation = page.getByRole("listitem").filter({ hasText: `Watching ${name}` });
  await expect(explanation).toBeVisible();
  const [panel, notice] = [await list.boundingBox(), await explanation.boundingBox()];
  expect((panel?.y ?? 0) + (panel?.height ?? 0)).toBeLessThanOrEqual(notice?.y ?? 0);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: `Stop watching ${name}` }).click();
});

test("what is watched survives a restart, and settings silence it", async ({ openApp }) => {
  const folder = copySample();
  const first = await openApp(folder);
  await first.page.goto(`${first.origin}/`);
  const { id, name } = await startFailingPipeline(sampleCallsOf(first.page));
  await first.page.goto(`${first.origin}${projectPath(beacon, `pipelines/${id}`)}`);
  await first.page.getByRole("button", { name: `Watch ${name}` }).click();
  await expect(first.page.getByRole("button", { name: `Stop watching ${name}` })).toBeVisible();
  await first.stop();
  const second = await openApp(folder);
  await second.page.goto(`${second.origin}/settings/notifications`);
  await expect(
    second.page.getByRole("contentinfo").getByRole("button", { name: "Watching 1" }),
  ).toBeVisible();
  const sound = second.page.getByRole("switch", { name: "Sound" });
  await sound.click();
  await expect(sound).not.toBeChecked();
  await second.page.reload();
  await expect(sound).not.toBeChecked();
  await second.stop();
  rmSync(folder, { recursive: true, force: true });
});

const project = "fjord/beacon";

test("chosen deployments are marked in forced colours, and their files are compared", async ({ page }) => {
  await page.goto(projectPath(project, "environments"));
  await page.getByRole("link", { name: "staging", exact: true }).click();
  const deployments = page.getByRole("list", { name: "Deployments" });
  await deployments.getByRole("checkbox").nth(0).click();
  await deployments.getByRole("checkbox").nth(1).click();
  await expect(deployments.getByRole("checkbox", { checked: true })).toHaveCount(2);
  expect(await forcedColourProblems(page)).toEqual([]);
  // The next row would cover an outline that reaches into it.
  await page.emulateMedia({ forcedColors: "active" });
  const outline = await deployments
    .getByRole("listitem")
    .first()
    .evaluate(({ firstElementChild: row }) =>
      row ? [getComputedStyle(row).outlineStyle, getComputedStyle(row).outlineOffset] : [],
    );
  expect(outline).toEqual(["solid", "-2px"]);
  await page.emulateMedia({ forcedColors: null });
  await page.getByRole("link", { name: /^Compare [0-9a-f]{8} with [0-9a-f]{8}$/ }).click();
  await expect(page.getByRole("heading", { name: "Compare" })).toBeVisible();
  await expect(page.getByText("lamp.txt").first()).toBeVisible();
  await page.goBack();
  await deployments
    .getByRole("link", { name: /^Changes of deployment/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { name: "Compare" })).toBeVisible();
  await expect(page.getByText("lamp.txt").first()).toBeVisible();
});

test("a long name leaves the deployments their room, and none of them can be compared", async ({ page }) => {
  const name = "every-region-of-the-coast/".repeat(10).slice(0, 255);
  await page.route(
    (url) => url.pathname.startsWith("/-/") && url.pathname.endsWith("/environments/1"),
    async (route) => {
      const response = await route.fetch(onceMore);
      await route.fulfill({ response, json: { ...(await response.json()), name } });
    },
  );
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(projectPath(project, "environments/1"));
  const toggle = page.getByRole("heading", { level: 1 }).getByRole("button", { name, expanded: false });
  await expect.poll(async () => (await toggle.boundingBox())?.height).toBeLessThan(80);
  await expect(page.getByRole("heading", { name: "No deployments yet" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Deployments", exact: true })).toBeVisible();
  await expect(page.getByText(/to compare$/)).toHaveCount(0);
  await toggle.focus();
  await page.keyboard.press("Enter");
  const whole = page.getByRole("button", { name, expanded: true });
  await expect.poll(async () => (await whole.boundingBox())?.height).toBeGreaterThan(120);
});
