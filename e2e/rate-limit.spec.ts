import { addAccount } from "./fixtures/add-account.ts";
import { startFailingProxy } from "./fixtures/failing-proxy.ts";
import { expect, expectAccessible, test } from "./fixtures/test.ts";

test("a rate limit without end says so, and Try now goes on", async ({ page, app }) => {
  const line = await startFailingProxy();
  try {
    const account = await addAccount(page, app.origin, line, "Limited");
    line.fail("429 until the year 9999");
    await page.goto(`${app.origin}/a/${account}/snippets`);
    const status = page.getByRole("contentinfo");
    const lift = status.getByRole("button", { name: "Try now" });
    await expect(lift).toBeVisible();
    // An hour at most, whatever the service names.
    await expect(status).toContainText(/\b(60|59) min|1 h/);
    await expectAccessible(page);
    line.mend();
    await lift.click();
    await expect(lift).toBeHidden();
    await expect(page.getByRole("list", { name: "Snippets" })).toBeVisible();
  } finally {
    await line.stop();
  }
});
