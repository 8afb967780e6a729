import { expect, projectPath, test } from "./fixtures/test.ts";

test.use({ viewport: { width: 320, height: 640 } });

for (const kind of ["branches", "tags"])
  test(`the search of ${kind} shows its whole placeholder`, async ({ page }) => {
    await page.goto(projectPath("fjord/lantern", kind));
    const field = page.getByRole("main").getByRole("searchbox");
    await expect(field).toBeVisible();
    const room = await field.evaluate((input: HTMLInputElement) => {
      const style = getComputedStyle(input);
      const pen = document.createElement("canvas").getContext("2d");
      if (!pen) throw new Error("no canvas");
      pen.font = style.font;
      const padding = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight);
      return input.clientWidth - padding - pen.measureText(input.placeholder).width;
    });
    expect(room).toBeGreaterThanOrEqual(0);
  });

test("the actions of a folder share one line", async ({ page }) => {
  await page.goto(projectPath("fjord/lantern", "files"));
  await expect(page.getByRole("button", { name: "Archive", exact: true })).toBeVisible();
  const lines = await page
    .getByRole("button", { name: /^(Add|Archive|Actions for this folder)$/ })
    .evaluateAll((buttons) => buttons.map((button) => Math.round(button.getBoundingClientRect().top)));
  expect(lines).toHaveLength(3);
  expect(new Set(lines).size).toBe(1);
});

test("the charts of runners are as wide as the window", async ({ page }) => {
  await page.goto("/a/local/runners");
  await page.getByRole("button", { name: "Charts" }).click();
  const charts = page.getByRole("region", { name: "Charts" });
  await expect(charts.getByRole("slider", { name: "Running jobs over time" })).toBeVisible();
  const widths = await charts.evaluate((region) => [region.scrollWidth, region.clientWidth]);
  expect(widths[0]).toBe(widths[1]);
});

test("a job's number is whole beside a long stage", async ({ page }) => {
  await page.route(
    (url) => url.pathname.startsWith("/-/") && /\/jobs\?/.test(url.href),
    async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replaceAll(/"stage":"[^"]*"/g, `"stage":"${"stage-".repeat(20)}"`);
      await route.fulfill({ response, body });
    },
  );
  await page.goto(projectPath("fjord/beacon", "jobs"));
  const jobs = page.getByRole("main");
  await expect(jobs.getByText("stage-stage-").first()).toBeVisible();
  const cut = await jobs
    .getByText(/^#\d+$/)
    .evaluateAll((numbers) => numbers.filter((number) => number.scrollWidth > number.clientWidth).length);
  expect(cut).toBe(0);
});
