import { pushAddress } from "./fixtures/go-to.ts";
import { findFailedUnit, findJob, isNamed, lineOf, openLog } from "./fixtures/job-log.ts";
import { beacon } from "./fixtures/pipeline.ts";
import { expect, expectAccessible, projectPath, test } from "./fixtures/test.ts";

test("a regular expression is searched, from match to match, and only its matches are shown", async ({
  page,
}) => {
  const log = await openLog(page, await findFailedUnit(page));
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

  // An invalid pattern is reported.
  await page.keyboard.press("Control+f");
  await page.keyboard.type("(beam");
  await expect(count).toHaveText(/Invalid regular expression/);

  // Each switch narrows what is found.
  await page.getByRole("button", { name: "Regular expression" }).click();
  for (const [text, name] of [
    ["TURNS", "Match case"],
    ["turn", "Match whole word"],
  ] as const) {
    await field.fill(text);
    await expect(count).toHaveText(/^\d/);
    const button = page.getByRole("button", { name });
    await button.click();
    await expect(count).toHaveText("No matches");
    await button.click();
    await expect(count).toHaveText(/^\d/);
  }
});

test("a search in all jobs of the pipeline leads to a line of another job", async ({ page }) => {
  const unit = await findFailedUnit(page);
  await openLog(page, unit);
  await page.keyboard.press("s");
  await page.keyboard.type("Checking out");
  const hits = page.getByRole("listbox", { name: "Matches in the pipeline's jobs" });
  await expect(hits.getByText("this job")).toBeVisible();
  await expect(page.getByText(/^\d+ matches in \d+ jobs$/)).toBeVisible();
  await expect(hits.getByRole("option", { name: /lint/ })).toBeVisible();
  await expectAccessible(page);
  await hits
    .getByRole("option", { name: /Checking out/ })
    .first()
    .click();
  await expect(page).not.toHaveURL(new RegExp(`/jobs/${unit.id}`));
  await expect(page).toHaveURL(/#L\d+$/);
  const log = page.getByRole("region", { name: "Log of soak" });
  await expect(lineOf(log, Number(/#L(\d+)$/.exec(page.url())?.[1]))).toBeInViewport();
  // The hits are still there, and Enter on one goes to its line.
  await hits.focus();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Log of lint" })).toBeVisible();
  await expect(page).toHaveURL(/#L\d+$/);
});

test("e jumps to the first error, whose file is a link into the commit", async ({ page }) => {
  const log = await openLog(page, await findFailedUnit(page));
  await expect(page.getByText("script failed", { exact: true })).toBeVisible();
  await page.keyboard.press("Home");
  await page.keyboard.press("e");
  await expect(page).toHaveURL(/#L\d+$/);
  const number = Number(/#L(\d+)$/.exec(page.url())?.[1]);
  await expect(lineOf(log, number)).toBeInViewport();
  await expect(lineOf(log, number)).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("i");
  const problems = page.getByRole("region", { name: "Problems" });
  await expect(problems.getByRole("button", { name: /^Error: expected 9000 lumen/ })).toBeVisible();
  const errors = problems.getByRole("listitem").filter({ hasText: /^error/i });
  await expect(errors.first()).toContainText(`Line ${number}`);
  await expectAccessible(page);
  await problems.getByRole("link", { name: /^ci\/unit\.sh:\d+$/ }).click();
  await expect(page).toHaveURL(/files\?ref=[0-9a-f]{40}&path=ci%2Funit\.sh#L\d+$/);
});

test("the log is compared with the last success of the same job", async ({ page }) => {
  await openLog(page, await findFailedUnit(page));
  await page.keyboard.press("d");
  const rows = page.getByRole("region", { name: "Differences from the last success" });
  await expect(rows).toBeVisible();
  const bar = page.getByRole("toolbar", { name: "Comparison" });
  await expect(bar.getByRole("link", { name: /^#\d+$/ })).toBeVisible();
  await expect(bar.getByText(/^\+\d+$/)).toBeVisible();
  await expect(rows.getByRole("button", { name: /unchanged lines?$/ }).first()).toBeVisible();
  await expectAccessible(page);
  // The success had no error, so that one of the changes is the error.
  const error = rows.getByText(/Error: expected 9000/);
  await expect(async () => {
    await page.keyboard.press("n");
    await expect(error).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 30_000 });
  await page.keyboard.press("d");
  await expect(page.getByRole("region", { name: "Log of unit" })).toBeVisible();

  // The first run has no earlier success.
  const first = await findJob(page, "pipelines/1/jobs", isNamed("unit"));
  await pushAddress(page, projectPath(beacon, `jobs/${first.id}?view=compare`));
  await expect(page.getByRole("heading", { name: "No earlier success" })).toBeVisible();
});
