import { openMergeRequest } from "./fixtures/open-merge-request.ts";
import { expect, test } from "./fixtures/test.ts";

test("the result of a conflict is edited as code", async ({ page }) => {
  await openMergeRequest(page, "Make the wall as wide as it is");
  await page.getByRole("button", { name: "Resolve conflicts" }).click();
  const file = page
    .getByRole("dialog", { name: /^Merge main into / })
    .getByRole("region", { name: /^Conflict in / })
    .first();
  await file.getByRole("radio", { name: "Both" }).first().click();
  await file.getByRole("button", { name: "Edit result" }).click();
  await expect(file.getByRole("textbox", { name: /^Result for / })).toHaveCSS("font-family", /mono/i);
});
