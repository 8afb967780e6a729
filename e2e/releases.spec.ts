import { postToProject } from "./fixtures/post-to-project.ts";
import { expect, projectPath, test } from "./fixtures/test.ts";

test("headings of a release's notes are smaller than its name", async ({ page }) => {
  const project = "fjord/handbook";
  const tag = `v8.${Math.floor(Math.random() * 100_000)}`;
  const name = `Harbour ${tag}`;
  await postToProject(page, project, "/releases", {
    tag_name: tag,
    ref: "main",
    name,
    description: "## New\n\nA **lighter** board.",
  });
  await page.goto(projectPath(project, "releases"));
  const headings = page.getByRole("article", { name }).getByRole("heading", { name: /^(Harbour|New)/ });
  await expect(headings).toHaveCount(2);
  const sizes = await headings.evaluateAll((all) =>
    all.map((each) => Number.parseFloat(getComputedStyle(each).fontSize)),
  );
  expect(sizes[1]).toBeLessThan(sizes[0] ?? 0);
});
