import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { goTo } from "./fixtures/go-to.ts";
import { expect, expectAccessible, onceMore, projectPath, test } from "./fixtures/test.ts";

test("projects are listed, searched and filtered", async ({ page }) => {
  await page.goto("/a/local/projects");
  const list = page.getByRole("list", { name: "Projects" });
  await expect(list.getByRole("listitem").first()).toBeVisible();
  await expectAccessible(page);
  // Repositories that other specs opened may be listed before it.
  await page.getByRole("searchbox", { name: "Search projects" }).fill("tool");
  await expect(list.getByRole("link", { name: /Toolbox/ })).toBeVisible();
  await page.getByRole("searchbox", { name: "Search projects" }).fill("tid");
  await expect(list.getByRole("link", { name: /Tides/ })).toBeVisible();
  await expect(list.getByRole("link", { name: /Toolbox/ })).toBeHidden();
  await expect(page).toHaveURL(/search=tid/);
  await page.getByRole("searchbox", { name: "Search projects" }).fill("no such project");
  await expect(page.getByRole("heading", { name: "No matching projects" })).toBeVisible();
});

test("groups are a tree with their projects", async ({ page }) => {
  await page.goto("/a/local/projects");
  const groups = page.getByRole("navigation", { name: "Groups" });
  await groups.getByRole("treeitem", { name: "Fjord" }).click();
  await groups.getByRole("treeitem", { name: "Platform" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Fjord / Platform" })).toBeVisible();
  await expect(
    page.getByRole("list", { name: "Projects" }).getByRole("link", { name: /Harbor/ }),
  ).toBeVisible();
  await expectAccessible(page);
});

test("a project shows its README, with its links and images working", async ({ page }) => {
  const failed: string[] = [];
  page.on("response", (response) => {
    if (response.status() >= 400) failed.push(`${response.status()} ${response.url()}`);
  });
  await page.goto(projectPath("fjord/handbook"));
  await expect(page.getByRole("heading", { level: 1, name: "Handbook" }).first()).toBeVisible();
  const picture = page.getByRole("img", { name: "The harbour at dusk" });
  await expect(picture).toBeVisible();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await expectAccessible(page);
  expect(failed).toEqual([]);
  await page.getByRole("link", { name: "Reviews" }).first().click();
  await expect(page).toHaveURL(/path=guide%2Freviews\.md/);
});

test("clone addresses can be copied, and a pinned project is in the sidebar", async ({ page }) => {
  await page.goto(projectPath("fjord/lantern"));
  await page.getByRole("button", { name: "Clone" }).click();
  // Not its first button, whose tooltip would open with it.
  await expect(page.getByRole("dialog", { name: "Clone" })).toBeFocused();
  await expect(page.getByText(/fjord\/lantern\.git$/).first()).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Pin this project" }).click();
  await expect(page.getByRole("region", { name: "Pinned projects" }).getByText("Lantern")).toBeVisible();
  // The button goes to the other list with its project, and keeps the focus.
  await page.getByRole("button", { name: "Unpin Lantern" }).press("Enter");
  await expect(page.getByRole("region", { name: "Pinned projects" })).toBeHidden();
  const pin = page
    .getByRole("region", { name: "Recent projects" })
    .getByRole("button", { name: "Pin Lantern" });
  await expect(pin).toBeFocused();
  await pin.press("Enter");
  await expect(page.getByRole("button", { name: "Unpin Lantern" })).toBeFocused();
  await page.getByRole("button", { name: "Unpin this project" }).click();
  await expect(page.getByRole("region", { name: "Pinned projects" })).toBeHidden();
});

test("an empty project shows how to begin", async ({ page }) => {
  // Current services name the branch that the first commit will make.
  await page.route(/\/operations\/projects\/atlas%2Fblank\?/, async (route) => {
    const response = await route.fetch(onceMore);
    await route.fulfill({
      response,
      json: { ...(await response.json()), default_branch: "main", empty_repo: true },
    });
  });
  await page.goto(projectPath("atlas/blank"));
  await expect(page.getByRole("heading", { name: "The repository is empty" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Latest commits" })).toHaveCount(0);
  await expectAccessible(page);
  await goTo(page, `${projectPath("atlas/blank", "search")}?q=lamp`);
  await expect(page.getByRole("heading", { name: "No files to search" })).toBeVisible();
  // Its other views offer to create the first file, and have no other enabled primary action.
  for (const [view, title] of [
    ["branches", "No branches yet"],
    ["tags", "No tags yet"],
    ["commits", "No commits yet"],
    ["compare", "Nothing to compare yet"],
    ["contributors", "No contributors yet"],
    ["releases", "No releases yet"],
    ["merge_requests", "No merge requests yet"],
    ["pipelines", "No pipelines yet"],
  ] as const) {
    await goTo(page, projectPath("atlas/blank", view));
    const main = page.getByRole("main");
    await expect(main.getByRole("heading", { name: title })).toBeVisible();
    await expect(main.getByRole("link", { name: "Create the first file" })).toBeVisible();
    await expect(main.getByRole("button", { name: /^(New|Run|Delete merged)/, disabled: false })).toHaveCount(
      0,
    );
  }
  await goTo(page, projectPath("atlas/blank", "wiki"));
  await expect(page.getByRole("button", { name: "Create the home page" })).toBeVisible();
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
    await expectAccessible(page);
    await page.getByRole("textbox", { name: "Folder" }).fill(folder);
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await page.getByRole("link", { name: "Browse files" }).click();
    await page.getByRole("link", { name: "hello.txt" }).first().click();
    await expect(page.getByText("Hello from the disk").first()).toBeVisible();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
