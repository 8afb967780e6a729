import { type GitRepository, makeRepository } from "./fixtures/git-repository.ts";
import { goTo, openFolder } from "./fixtures/go-to.ts";
import { expect, test } from "./fixtures/test.ts";

const rlo = "\u202e";
const name = `invoice${rlo}gpj.exe`;
const mark = /right-to-left override/i;
/** Code that looks like a comment, as in "Trojan Source". */
const code = `const isAdmin = false;\n/*${rlo} } \u2066if (isAdmin)\u2069 \u2066 begin admins only */\nlet user\u200bName;\n`;

let repository: GitRepository;
test.beforeAll(() => {
  repository = makeRepository("misleading", `Eve${rlo}`);
  repository.commit("readme.md", "# Honest\n\nمرحبا 👩🏽\u200d💻 שלום\n", "Write plainly");
  const files = {
    [name]: "no picture\n",
    "code.ts": code,
  };
  for (const [path, content] of Object.entries(files)) repository.write(path, content);
  repository.git("add", "--all");
  repository.git("commit", "--quiet", "-m", `Add a picture ${rlo}`);
});
test.afterAll(() => repository.remove());

test("file names, code and its copies cannot deceive", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const project = await openFolder(page, repository.folder);
  await goTo(page, `${project}/files`);
  const entry = page.getByRole("link", { name: /invoice.*gpj\.exe/ }).first();
  await expect(entry.getByRole("img", { name: mark })).toBeVisible();
  // Nothing on the page is reordered: the letters are in their stored order.
  await expect(entry).toContainText(name);
  await expect(page.getByRole("img", { name: mark }).filter({ visible: true })).not.toHaveCount(0);

  await entry.click();
  await expect(page).toHaveTitle(/invoice\[U\+202E\]gpj\.exe/);

  await goTo(page, `${project}/files?path=code.ts`);
  const warning = page.getByRole("note", { name: "Hidden characters" });
  await expect(warning).toContainText("2 lines have invisible or bidirectional characters");
  const editor = page.getByRole("region", { name: "code.ts" }).or(page.locator(".monaco-editor")).first();
  await expect(editor.getByText("[U+202E]")).toBeVisible();
  await expect(editor.getByText("ZWSP")).toBeVisible();
  await warning.getByRole("button", { name: "Line 3" }).click();
  await expect(page).toHaveURL(/#L3$/);
  await page.locator(".monaco-editor").first().click();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.press("ControlOrMeta+C");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
});

test("a diff warns, marks its lines, and copying gives the true characters", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const project = await openFolder(page, repository.folder);
  const commit = repository.git("rev-parse", "main");
  await goTo(page, `${project}/commits/${commit}`);
  const file = page.getByRole("article", { name: "code.ts" });
  await expect(file.getByText("Hidden characters", { exact: true })).toBeVisible();
  const line = file.getByText("isAdmin)").first();
  await expect(file.getByRole("img", { name: mark })).toBeVisible();
  await expect(file.getByRole("img", { name: /zero-width space/ })).toBeVisible();
  await line.evaluate((element) => {
    const row = element.closest("[data-kind]")?.lastElementChild;
    if (row) getSelection()?.selectAllChildren(row);
  });
  await page.keyboard.press("ControlOrMeta+C");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code.split("\n")[1]);
  // The commit's own words and its author.
  const title = page.getByRole("heading", { level: 1 });
  await expect(title.getByRole("img", { name: mark })).toBeVisible();
  await expect(page.locator("main").getByText("Eve").first().getByRole("img", { name: mark })).toBeVisible();
});
