import { addAccount } from "./fixtures/add-account.ts";
import { startFailingProxy } from "./fixtures/failing-proxy.ts";
import { expect, projectPath, test } from "./fixtures/test.ts";

test("the notice of a list that could not be completed is above it", async ({ page, app }) => {
  const line = await startFailingProxy();
  try {
    const account = await addAccount(page, app.origin, line, "Broken pages");
    line.fail("Link in a circle", ({ path }) => path.split("?")[0]?.endsWith("/branches") === true);
    await page.goto(`${app.origin}${projectPath("fjord/handbook", "branches").replace("local", account)}`);
    const notice = page.getByRole("status").filter({ hasText: "This list is incomplete" });
    await expect(notice).toBeVisible();
    const [above, below] = [
      await notice.boundingBox(),
      await page.getByRole("list", { name: "Branches" }).boundingBox(),
    ];
    expect(above && below && above.y + above.height <= below.y).toBe(true);
  } finally {
    await line.stop();
  }
});
