import { openMergeRequest } from "./fixtures/open-merge-request.ts";
import { expect, test } from "./fixtures/test.ts";

test("threads of earlier versions stay with their file when the changes are opened again", async ({
  page,
}) => {
  await openMergeRequest(page, "Plan who lies at which berth", { tab: "Changes" });
  const berths = page.getByRole("article", { name: /berths\.ts/ });
  await expect(berths.getByText("Why not a Map here?")).toBeVisible();
  // Files are in the order of their arrival first, and in that of the tree from then on.
  await page.getByRole("link", { name: "Branches", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Branches" })).toBeVisible();
  await page.goBack();
  await expect(page.getByText("of 2 viewed")).toBeVisible();
  await expect(berths.getByText("Why not a Map here?")).toBeVisible();
});
