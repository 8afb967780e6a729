import { expect, expectAccessible, test } from "./fixtures/test.ts";

test("the origin of a snippet is looked up by number, reference and web address", async ({ page }) => {
  await page.goto("/a/local/admin/snippets");
  const field = page.getByRole("textbox", { name: "Snippet" });
  await field.fill("nothing");
  await field.press("Enter");
  await expect(page.getByText("Enter a number, group/project$12 or a web address")).toBeVisible();
  const made = await page.evaluate(async () => {
    const body = JSON.stringify({
      title: "Odd offer",
      file_name: "a.txt",
      content: "x",
      visibility: "private",
    });
    const init = { method: "POST", headers: { "content-type": "application/json" }, body };
    const response = await fetch("/-/accounts/local/operations/snippets", init);
    return ((await response.json()) as { id: number }).id;
  });
  await field.fill(String(made));
  await field.press("Enter");
  const result = page.getByRole("region", { name: "Snippet", exact: true });
  await expect(result.getByText("Odd offer")).toBeVisible();
  await expect(result.getByText("Helve", { exact: true })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`snippet=${made}`));
  await expectAccessible(page);
  await field.fill("fjord/lantern$999");
  await field.press("Enter");
  await expect(page.getByText("Snippet not found, or the service did not record its origin.")).toBeVisible();
  await page.evaluate(
    (id) => fetch(`/-/accounts/local/operations/snippets/${id}`, { method: "DELETE" }).then(({ ok }) => ok),
    made,
  );
});
