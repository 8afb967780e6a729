import { projectPath } from "../renderer/testing/page/project-path.ts";
import { expect, test } from "./fixtures/test.ts";

test("turn:me lists what waits for the user, until the user has acted", async ({ page }) => {
  await page.goto(projectPath("fjord/lantern", "merge_requests"));
  const query = page.getByRole("searchbox", { name: "Query" });
  await query.fill("turn:me");
  await query.press("Enter");
  const list = page.getByRole("main").getByRole("list", { name: "Merge requests" });
  const rows = list.getByRole("listitem");
  const marks = list.getByRole("img", { name: /^Waiting for you: / });
  const asked = rows.filter({ has: page.getByRole("img", { name: "Waiting for you: review requested" }) });
  await expect(asked.first()).toBeVisible();
  await expect(page.getByText(/^Reading whose turn it is/)).toHaveCount(0);
  await expect(marks).toHaveCount(await rows.count());
  const link = asked.first().getByRole("link").first();
  const title = (await link.textContent()) ?? "";
  await link.click();
  await expect(page.getByText("Waiting for you: review requested")).toBeVisible();
  await page
    .getByRole("textbox", { name: /comment/i })
    .first()
    .fill("A question before I approve.");
  await page.getByRole("button", { name: "Comment", exact: true }).click();
  await expect(page.getByText("Waiting for you: review requested")).toHaveCount(0);
  await page.goBack();
  await expect(list.getByRole("link", { name: title, exact: true })).toHaveCount(0);
});
