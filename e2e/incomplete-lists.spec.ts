import type { Locator } from "@playwright/test";
import { addAccount } from "./fixtures/add-account.ts";
import { type FailingProxy, startFailingProxy } from "./fixtures/failing-proxy.ts";
import { expect, expectAccessible, projectPath, test } from "./fixtures/test.ts";

const handbook = "fjord/handbook";
/** More than one page of a hundred. */
const added = 120;

let line: FailingProxy;
test.beforeAll(async () => {
  line = await startFailingProxy();
  const branches = `/projects/${encodeURIComponent(handbook)}/repository/branches`;
  for (let at = 0; at < added; at++) await line.post(branches, { branch: `many/${at}`, ref: "main" });
});
test.afterAll(() => line?.stop());

const isOf = (word: string) => (received: { readonly path: string }) =>
  received.path.split("?")[0]?.endsWith(word) === true;
const secondPage = (received: { readonly path: string }) =>
  isOf("/branches")(received) && /[?&]page=2\b/.test(received.path);

test("a list that could not be completed has a notice above it, until Retry completes it", async ({
  page,
  app,
}) => {
  test.setTimeout(240_000);
  const account = await addAccount(page, app.origin, line, "Broken pages");
  const here = `${app.origin}/a/${account}`;
  const notice = page.getByRole("status").filter({ hasText: "This list is incomplete" });
  const retry = notice.getByRole("button", { name: "Retry" });
  const list = page.getByRole("list", { name: "Branches" });
  const count = page.getByText(/^\d+ branches$/);
  const open = async (search: string) => {
    await page.goto(here + projectPath(handbook, "branches").replace("/a/local", "") + search);
    await expect(notice).toBeVisible({ timeout: 60_000 });
    await expect(list).toBeVisible();
    await expect(count).toBeHidden();
    await expectAbove(notice, list);
    await expectAccessible(page);
  };

  await test.step("failed", async () => {
    let refused = 0;
    line.fail("503", (received) => secondPage(received) && ++refused > 0);
    await open("");
    await expect(notice).toContainText(/100 of 1[2-9]\d branches loaded\./);
    // While the request still fails, the notice and the loaded entries stay.
    const before = refused;
    await retry.click();
    await expect.poll(() => refused, { timeout: 60_000 }).toBeGreaterThan(before);
    await expect(retry).toBeEnabled({ timeout: 60_000 });
    await expect(notice).toContainText(/100 of 1[2-9]\d branches loaded\./);
    line.mend();
    await retry.click();
    await expect(notice).toBeHidden({ timeout: 60_000 });
    await expect(count).toBeVisible();
  });

  await test.step("repeats", async () => {
    line.fail("Link in a circle", isOf("/branches"));
    await open("?search=many");
    // The pages are requested by number then, and the repeated one is named.
    await expect(notice).toContainText(`${added} branches loaded.`);
    await expect(notice).toContainText("The service repeated a page");
    line.mend();
    await retry.click();
    await expect(notice).toBeHidden({ timeout: 60_000 });
    await expect(page.getByText(`${added} branches found`)).toBeVisible();
  });

  await test.step("endless", async () => {
    line.fail("next page that grows", isOf("/branches"));
    await open("?search=any");
    await expect(notice).toContainText(`${added} branches loaded.`);
    await expect(notice).toContainText("reported more pages than it has");
    line.mend();
    await retry.click();
    await expect(notice).toBeHidden({ timeout: 60_000 });
    await expect(page.getByText(`${added} branches found`)).toBeVisible();
  });

  await test.step("a list that is read as it is scrolled", async () => {
    line.fail("Link in a circle", isOf("/projects"));
    await page.goto(`${here}/projects`);
    await expect(notice).toContainText(/\d+ projects loaded\./, { timeout: 60_000 });
    line.mend();
    await retry.click();
    await expect(notice).toBeHidden({ timeout: 60_000 });
  });

  await test.step("offline, which is the only notice", async () => {
    line.fail("Link in a circle", isOf("/projects"));
    await page.reload();
    await expect(notice).toBeVisible({ timeout: 60_000 });
    line.fail("reset before headers");
    await retry.click();
    await expect(page.getByRole("status").filter({ hasText: "You're offline" })).toBeVisible({
      timeout: 60_000,
    });
    await expect(notice).toHaveCount(0);
  });
});

/** Returns whether one part of the page is drawn above another one. */
async function expectAbove(upper: Locator, lower: Locator): Promise<void> {
  const [above, below] = [await upper.boundingBox(), await lower.boundingBox()];
  expect(above && below && above.y + above.height <= below.y).toBe(true);
}
