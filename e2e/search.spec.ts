import { expect, expectAccessible, projectPath, test } from "./fixtures/test.ts";

test("files are searched by text, word and pattern, and a result is opened at its line", async ({ page }) => {
  await page.goto(projectPath("fjord/lantern", "search"));
  await expect(page.getByRole("heading", { name: "Search in files", level: 1 })).toBeVisible();
  const box = page.getByRole("searchbox", { name: "Search in files" });
  await box.fill("export function compare");
  const results = page.getByRole("listbox", { name: "Results" });
  await expect(results.getByRole("option", { name: /src\/lib\/compare\.ts/ })).toBeVisible();
  await expect(page.getByText("all files searched", { exact: false })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("textbox", { name: "Files to include" }).fill("docs/**");
  await expect(results.getByRole("option", { name: /docs\/architecture\.md/ })).toBeVisible();
  await expect(results.getByRole("option", { name: /compare\.ts/ })).toHaveCount(0);
  await page.getByRole("textbox", { name: "Files to include" }).fill("");
  await page.getByRole("button", { name: "Regular expression" }).click();
  await box.fill("(");
  await expect(page.getByText(/Invalid regular expression|unterminated/i).first()).toBeVisible();
  await box.fill("function comp\\w+<T>");
  await results
    .getByRole("option", { name: /2\s*export function compare|export function compare/ })
    .first()
    .click();
  await expect(page).toHaveURL(/files\?.*path=src%2Flib%2Fcompare\.ts.*#L2/);
});

test("files that were not searched are listed, and more can be searched", async ({ page }) => {
  await page.route(/\/repository\/archive/, (route) => route.fulfill({ status: 406, body: "{}" }));
  await page.goto(`${projectPath("fjord/platform/toolbox", "search")}?q=nothing-holds-this&here=1`);
  await expect(page.getByText(/beyond the budget/)).toBeVisible();
  await expect(page.getByRole("main").getByRole("button", { name: /Search more|Cancel/ })).toBeVisible();
  await expectAccessible(page);
});

test("files are searched here from one archive, and a second search finds their texts at once", async ({
  page,
}) => {
  const read: string[] = [];
  page.on("request", (request) => {
    if (/repository\/(archive|blobs)/.test(request.url())) read.push(request.url());
  });
  await page.goto(`${projectPath("fjord/platform/toolbox", "search")}?q=buoy&here=1&include=buoys`);
  await expect(page.getByText(/\(all 5,\d+ searched\)/)).toBeVisible({ timeout: 30_000 });
  expect(read.filter((url) => url.includes("/archive"))).toHaveLength(1);
  const before = read.length;
  await page.getByRole("searchbox", { name: "Search in files" }).fill("lat");
  await expect(page.getByText(/\(all 5,\d+ searched\)/)).toBeVisible();
  expect(read.length).toBe(before);
});
