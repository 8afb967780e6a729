import { hrefs } from "../renderer/features/addresses/hrefs.ts";
import { expect, test } from "./fixtures/test.ts";

const beacon = (part: "jobs" | "pipelines") => hrefs.project("local", "fjord/beacon", part);

/** Long lists: name, role, address, name of the filter, and the text that is typed into it. */
const lists = [
  ["Operations", "listbox", hrefs.reference("local"), "Search operations", "project"],
  ["Jobs", "list", beacon("jobs"), "Job name", "unit"],
] as const;

for (const [name, role, href, filter, words] of lists)
  test(`another filter of ${name} begins at its first match`, async ({ page }) => {
    await page.goto(href);
    const list = page.getByRole("main").getByRole(role, { name, exact: true });
    const top = () => list.evaluate(({ scrollTop }) => scrollTop);
    await list.focus();
    await expect
      .poll(async () => {
        await page.keyboard.press("End");
        return top();
      })
      .toBeGreaterThan(1_000);
    await page.getByRole("searchbox", { name: filter }).fill(words);
    await expect.poll(top).toBe(0);
    // The keyboard begins at the top, too.
    await list.focus();
    await page.keyboard.press("ArrowDown");
    expect(await top()).toBe(0);
  });
