import { projectPath } from "../renderer/testing/page/project-path.ts";
import { goHome } from "./fixtures/go-to.ts";
import { expect, test } from "./fixtures/test.ts";

test("a review request arrives in the inbox and is read, snoozed and done there and on the service", async ({
  page,
  app,
}) => {
  const call = (method: string, path: string, body?: object) =>
    page.evaluate(
      async ([verb, url, text]) => {
        const headers = { "content-type": "application/json" };
        const response = await fetch(url, { method: verb, headers, ...(text ? { body: text } : {}) });
        return response.json();
      },
      [method, `${app.origin}/-/accounts/local/operations${path}`, body ? JSON.stringify(body) : ""] as const,
    );
  await page.goto(projectPath("fjord/lantern"));
  const { id } = await call("GET", "/user");
  const [first] = await call("GET", "/projects/fjord%2Flantern/merge_requests?state=opened&per_page=1");
  await call("PUT", `/projects/fjord%2Flantern/merge_requests/${first.iid}`, { reviewer_ids: [0] });
  await call("PUT", `/projects/fjord%2Flantern/merge_requests/${first.iid}`, { reviewer_ids: [id] });
  await goHome(page);
  const inbox = page.getByRole("region", { name: "Inbox" });
  const row = inbox.getByRole("listitem").filter({ hasText: first.title });
  await expect(row.getByText("Review requested")).toBeVisible();
  await expect(row.getByRole("img", { name: "Unread" })).toBeVisible();
  await row.getByRole("link").focus();
  await page.keyboard.press("u");
  await expect(row.getByRole("img", { name: "Unread" })).toHaveCount(0);
  await page.keyboard.press("h");
  await page.getByRole("menuitem", { name: "Until tomorrow" }).click();
  await expect(row).toHaveCount(0);
  await inbox.getByRole("button", { name: "1 snoozed" }).click();
  await row.getByRole("button", { name: /^Show .* again$/ }).click();
  await row.getByRole("link").focus();
  await page.keyboard.press("e");
  await expect(row).toHaveCount(0);
  await expect
    .poll(async () => (await call("GET", "/todos?state=done")).length, { timeout: 15_000 })
    .toBeGreaterThan(0);
});
