import type { Page } from "@playwright/test";
import { addAccount } from "./fixtures/add-account.ts";
import { type FailingProxy, startFailingProxy } from "./fixtures/failing-proxy.ts";
import { expect, projectPath, test } from "./fixtures/test.ts";

const lantern = "fjord/lantern";
const portal = "captive portal in one packet";
const unique = () => Math.random().toString(36).slice(2, 8);

let line: FailingProxy;
test.beforeAll(async () => {
  line = await startFailingProxy();
});
test.afterEach(() => line.mend());
test.afterAll(() => line?.stop());

/** Adds the account through the proxy. Returns a function for paths of its project. */
async function openAccount(page: Page, origin: string): Promise<(part?: string) => string> {
  const id = await addAccount(page, origin, line, `Line ${unique()}`);
  return (part = "") => origin + projectPath(lantern, part).replace("/a/local/", `/a/${id}/`);
}

const goTo = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true }).click();

test("a captive portal: what it is, what was visited, and a reconnect after logging in", async ({
  page,
  app,
}) => {
  const at = await openAccount(page, app.origin);
  const branches = page.getByRole("list", { name: "Branches" });
  const distance = branches.getByText(/^↓ \d+$/).first();
  await page.goto(at("branches"));
  await expect(branches.getByRole("link", { name: "main", exact: true })).toBeVisible();
  await expect(distance).toBeVisible();

  line.fail(portal);
  // The page reloads, so that everything shown is from the cache on disk.
  await page.reload();
  const banner = page.getByRole("status").filter({ hasText: "This network asks you to sign in" });
  await expect(banner).toContainText("asks you to sign in");
  await expect(branches.getByRole("link", { name: "main", exact: true })).toBeVisible();

  // A page that was never visited shows why it is not available.
  await page.goto(at("tags"));
  const missing = page.getByRole("alert").filter({ hasText: "responded with a web page" });
  await expect(missing).toBeVisible();
  await expect(banner).toBeVisible();

  line.mend();
  await expect(banner).toBeHidden({ timeout: 60_000 });
  await expect(page.getByRole("list", { name: "Tags" })).toBeVisible();
  await expect(missing).toBeHidden();
  await goTo(page, "Branches");
  await expect(branches.getByRole("link", { name: "main", exact: true })).toBeVisible();
  await expect(distance).toBeVisible();
  await expect(page.getByRole("alert")).toBeHidden();
});
