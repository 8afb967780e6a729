import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "./fixtures/test.ts";

test("a project is opened from the list and shows its README, with its links and images working", {
  tag: "@smoke",
}, async ({ page }) => {
  const failed: string[] = [];
  page.on("response", (response) => {
    if (response.status() >= 400) failed.push(`${response.status()} ${response.url()}`);
  });
  await page.goto("/a/local/projects");
  const list = page.getByRole("list", { name: "Projects" });
  await list.getByRole("link", { name: /Handbook/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Handbook" }).first()).toBeVisible();
  const picture = page.getByRole("img", { name: "The harbour at dusk" });
  await expect(picture).toBeVisible();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  expect(failed).toEqual([]);
  await page.getByRole("link", { name: "Reviews" }).first().click();
  await expect(page).toHaveURL(/path=guide%2Freviews\.md/);
});

test("a repository on disk becomes a project, untouched until a commit", async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), "helve-repository-"));
  const git = (...args: string[]) =>
    execFileSync("git", ["-C", folder, "-c", "user.name=A", "-c", "user.email=a@example.test", ...args]);
  try {
    git("init", "--quiet", "--initial-branch=trunk");
    writeFileSync(join(folder, "hello.txt"), "Hello from the disk\n");
    git("add", ".");
    git("commit", "--quiet", "-m", "Say hello");
    await page.goto("/a/local/projects");
    await page.getByRole("button", { name: "Open repository…" }).click();
    await page.getByRole("textbox", { name: "Folder" }).fill(folder);
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await page.getByRole("link", { name: "Browse files" }).click();
    await page.getByRole("link", { name: "hello.txt" }).first().click();
    await expect(page.getByText("Hello from the disk").first()).toBeVisible();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("a group is found, created and deleted with the keyboard alone", async ({ page }) => {
  await page.goto("/a/local/groups");
  await expect(page.getByRole("list", { name: "Groups" })).toBeVisible();
  const tree = page.getByRole("tree", { name: "Group tree" });
  await tree.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  // Its name, not the path that is shown before it is read.
  await expect(page.getByRole("heading", { level: 1, name: "Fjord", exact: true })).toBeVisible();
  await page.keyboard.press("c");
  const create = page.getByRole("dialog", { name: "New subgroup in Fjord" });
  await expect(create.getByRole("textbox", { name: "Name" })).toBeFocused();
  await page.keyboard.type("Keys only");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Fjord / Keys only" })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+Shift+p");
  await page.keyboard.type("delete group");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alertdialog", { name: "Delete Fjord / Keys only?" })).toBeVisible();
  // Cancel has the focus, so that nothing is lost by accident.
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.type("fjord/keys-only");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Deleted fjord/keys-only").first()).toBeVisible();
});

test("the subgroups of a group begin with the line of its tabs", async ({ page }) => {
  await page.goto("/a/local/groups/fjord");
  await page.getByRole("navigation", { name: "Group" }).getByRole("link", { name: "Subgroups" }).click();
  const bar = page.getByRole("search", { name: "Subgroups" });
  await expect(bar).toHaveCSS("border-top-width", "0px");
  const tabs = await page.getByRole("navigation", { name: "Group", exact: true }).boundingBox();
  const { y } = (await bar.boundingBox()) ?? { y: 0 };
  expect(y).toBeCloseTo((tabs?.y ?? 0) + (tabs?.height ?? 0), 0);
});
