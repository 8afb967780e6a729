import { callProject } from "./fixtures/call-project.ts";
import { beacon } from "./fixtures/pipeline.ts";
import { expect, onceMore, projectPath, test } from "./fixtures/test.ts";

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
