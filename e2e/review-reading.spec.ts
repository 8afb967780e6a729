import { projectPath } from "../renderer/testing/page/project-path.ts";
import { proposeChanges, startThread } from "../renderer/testing/page/propose-changes.ts";
import { callProject, sampleCallsOf } from "./fixtures/call-project.ts";
import { goTo } from "./fixtures/go-to.ts";
import { expect, test } from "./fixtures/test.ts";

const handbook = "fjord/handbook";
const unique = () => Math.random().toString(36).slice(2, 8);
/** 80 lines, of which some are replaced. */
const text = (changes: Readonly<Record<number, string>> = {}) =>
  Array.from({ length: 80 }, (_, i) => changes[i] ?? `line ${i}`).join("\n");

test("threads are gone through by key, and their suggestions applied as one commit", async ({ page }) => {
  const calls = sampleCallsOf(page);
  const [first, second] = [`read-${unique()}/a.txt`, `read-${unique()}/b.txt`];
  const made = await proposeChanges(
    calls,
    handbook,
    { [first]: text(), [second]: text() },
    { [first]: text({ 3: "three" }), [second]: text({ 3: "three", 70: "seventy" }) },
  );
  await startThread(calls, handbook, made, "```suggestion\n70\n```", { path: second, line: 71 });
  await startThread(calls, handbook, made, "```suggestion\n3\n```", { path: first, line: 4 });
  await goTo(page, `${projectPath(handbook, `merge_requests/${made.iid}`)}?tab=changes`);
  const changes = page.getByRole("region", { name: "Changes", exact: true });
  await expect(changes.getByText("three").first()).toBeVisible();
  const here = changes.locator('article[aria-current="location"]');
  for (const path of [first, second]) {
    await page.keyboard.press("Shift+N");
    await expect(here).toBeFocused();
    await expect(here).toBeInViewport();
    await expect(changes.getByRole("article", { name: path })).toContainText("Suggested change");
    await here.getByRole("button", { name: "Add to batch" }).click();
  }
  await here.getByRole("button", { name: "Apply 2 suggestions" }).click();
  await page.getByRole("textbox", { name: "Commit message" }).fill("Write digits");
  await page.getByRole("button", { name: `Commit to ${made.branch}` }).click();
  await expect(page.getByText(`Committed to ${made.branch}`)).toBeVisible();
  const [commit] = await callProject<[{ title: string }]>(
    page,
    handbook,
    "GET",
    `/repository/commits?ref_name=${made.branch}&per_page=1`,
  );
  expect(commit.title).toBe("Write digits");
  await expect(page.getByText("Resolved").first()).toBeVisible();
  // What was committed is shown, and offered no more.
  await expect(page.getByRole("button", { name: /^Versions: / })).toContainText("v2");
  await expect(changes.getByRole("button", { name: /^Apply/, disabled: false })).toHaveCount(0);
});

test("changes are marked as read one by one, and stay marked when the branch is rebased", async ({
  page,
}) => {
  const calls = sampleCallsOf(page);
  const path = `read-${unique()}/a.txt`;
  const made = await proposeChanges(
    calls,
    handbook,
    { [path]: text() },
    { [path]: text({ 10: "ten", 40: "forty", 70: "seventy" }) },
  );
  const address = `${projectPath(handbook, `merge_requests/${made.iid}`)}?tab=changes`;
  await goTo(page, address);
  await expect(page.getByText("0 of 1 viewed, read 0 of 6 changed lines")).toBeAttached();
  await page.keyboard.press("n");
  await page.keyboard.press("m");
  await expect(page.getByText("0 of 1 viewed, read 2 of 6 changed lines")).toBeAttached();
  await page.keyboard.press("m");
  await expect(page.getByText("0 of 1 viewed, read 4 of 6 changed lines")).toBeAttached();
  await expect(page.locator("[data-read]").first()).toBeInViewport();
  // The second change is another one, and lines before the first one move both.
  const commit = (branch: string, content: string) =>
    callProject(page, handbook, "POST", "/repository/commits", {
      branch,
      commit_message: "Go on",
      actions: [{ action: "update", file_path: path, content }],
    });
  await commit(made.branch, `above\n${text({ 10: "ten", 40: "four times ten", 70: "seventy" })}`);
  await page.reload();
  await expect(page.getByText("0 of 1 viewed, read 2 of 7 changed lines")).toBeAttached();
});

test("a name in a change leads to its definition, by key and by a click with Ctrl", async ({ page }) => {
  const calls = sampleCallsOf(page);
  const name = `kindle${unique()}`;
  const use = (word: string) => `import { ${name} } from "./lamp.ts";\n${name}("${word}");\n`;
  const made = await proposeChanges(
    calls,
    handbook,
    {
      [`${name}/lamp.ts`]: `export function ${name}(how: string) {\n  return how;\n}\n`,
      [`${name}/use.ts`]: use("dim"),
    },
    { [`${name}/use.ts`]: use("bright") },
  );
  await goTo(page, `${projectPath(handbook, `merge_requests/${made.iid}`)}?tab=changes`);
  const line = page.locator('[data-kind="added"]', { hasText: "bright" });
  const word = line.getByText(name);
  await expect(word).toBeVisible();
  await page.keyboard.down("Control");
  await word.hover();
  await expect(page.getByRole("tooltip")).toContainText(`export function ${name}(how: string) {`);
  await word.click();
  await page.keyboard.up("Control");
  const dialog = page.getByRole("dialog", { name: `Definitions and uses of ${name}` });
  await expect(dialog.getByRole("list", { name: "Uses" }).getByRole("link")).toHaveCount(2);
  await expect(dialog.getByRole("progressbar")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await page.keyboard.press("n");
  await page.keyboard.press("d");
  await dialog.getByRole("list", { name: "Definitions" }).getByRole("link").click();
  await expect(page).toHaveURL(/lamp\.ts#L1$/);
});
