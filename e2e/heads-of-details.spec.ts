import { hrefs } from "../renderer/features/addresses/hrefs.ts";
import { expect, test } from "./fixtures/test.ts";

const beacon = "fjord/beacon";
const failure = {
  ...{ code: "unavailable", message: "The service failed.", status: 500, retry: true },
  detail: "HTTP 500: Internal Server Error",
};

/** Pages of one thing: its address, what is read for it, and its heading until then. */
const pages: readonly (readonly [name: string, href: string, read: RegExp, heading: string])[] = [
  ["a job", hrefs.job("local", beacon, 266), /\/jobs\/266$/, "Job #266"],
  ["the tests of a job", hrefs.jobTab("local", beacon, 266, "tests"), /\/jobs\/266$/, "Job #266"],
  ["an environment", hrefs.environment("local", beacon, 1), /\/environments\/1$/, "Environment #1"],
];

for (const [name, href, read, heading] of pages)
  test(`the page of ${name} has its head while it loads and after a failure`, async ({ page }) => {
    const released = Promise.withResolvers<void>();
    await page.route(
      (url) => url.pathname.startsWith("/-/") && read.test(url.pathname),
      async (route) => {
        await released.promise;
        await route.fulfill({ status: 500, contentType: "application/problem+json", json: failure });
      },
    );
    await page.goto(href);
    const head = page.getByRole("main").getByRole("heading", { level: 1, name: heading });
    await expect(head).toBeVisible();
    await expect(page.getByRole("main").getByRole("status", { name: /^Loading the/ })).toBeVisible();
    const before = await head.boundingBox();
    if (heading.startsWith("Job"))
      await expect(page.getByRole("navigation", { name: "Job" }).getByRole("link")).toHaveText([
        "Log",
        "Artifacts",
        "Tests",
      ]);
    released.resolve();
    await expect(page.getByRole("alert").getByText(failure.message)).toBeVisible();
    await expect(head).toBeVisible();
    expect(await head.boundingBox()).toEqual(before);
    await page.unrouteAll();
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(head).toHaveCount(0);
    await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
  });

test("the panel of a runner has its name while it loads and after a failure", async ({ page }) => {
  const released = Promise.withResolvers<void>();
  await page.goto(hrefs.runners("local"));
  const row = page.getByRole("grid", { name: "Runners" }).getByRole("row").nth(1);
  await expect(row).toBeVisible();
  const [description = ""] = (await row.getByRole("gridcell").nth(1).innerText()).split("\n");
  await page.route(
    (url) => /^\/-\/.*\/runners\/\d+$/.test(url.pathname),
    async (route) => {
      await released.promise;
      await route.fulfill({ status: 500, contentType: "application/problem+json", json: failure });
    },
  );
  // Loaded anew, so that no details of an earlier visit are known.
  await page.reload();
  await row.getByText(description).click();
  const panel = page.getByRole("region", { name: `Runner ${description}` });
  await expect(panel.getByRole("heading", { level: 2, name: description })).toBeVisible();
  await expect(panel.getByRole("status", { name: "Loading runner" })).toBeVisible();
  released.resolve();
  await expect(panel.getByText(failure.message)).toBeVisible();
  await expect(panel.getByRole("heading", { level: 2, name: description })).toBeVisible();
});
