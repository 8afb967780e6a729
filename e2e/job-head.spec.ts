import { findFailedUnit } from "./fixtures/job-log.ts";
import { beacon } from "./fixtures/pipeline.ts";
import { expect, onceMore, projectPath, test } from "./fixtures/test.ts";

test("a long name leaves the log its height, and a short commit title no gap", async ({ page }) => {
  const name = `check ${"every-package-of-the-workspace/".repeat(8)}`.slice(0, 250);
  const { id } = await findFailedUnit(page);
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
  await expect(crumbs.last()).toHaveText(`/${name} #${id}`);
  const cut = () =>
    crumbs.evaluateAll((items) =>
      items.map(({ lastElementChild: text }) => (text?.scrollWidth ?? 0) > (text?.clientWidth ?? 0) + 1),
    );
  expect((await cut()).slice(0, -1)).not.toContain(true);

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
  const { id } = await findFailedUnit(page);
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
  for (const width of [1280, 900, 640]) {
    await page.setViewportSize({ width, height: 700 });
    const head = await page
      .getByRole("link", { name: /^pipeline #/ })
      .locator("xpath=..")
      .boundingBox();
    const end = (head?.x ?? 0) + (head?.width ?? 0);
    for (const title of ["Stage", "Branch", "Commit", "Duration"]) {
      const field = await page.getByTitle(title, { exact: true }).boundingBox();
      expect((field?.x ?? 0) + (field?.width ?? 0)).toBeLessThanOrEqual(end + 1);
    }
  }
});
