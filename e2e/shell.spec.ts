import { forcedColourProblems } from "./fixtures/forced-colours.ts";
import { goTo } from "./fixtures/go-to.ts";
import { expect, expectAccessible, projectPath, test } from "./fixtures/test.ts";

test("the palette opens projects and runs actions", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("link", { name: "Home" })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+k");
  const palette = page.getByRole("dialog");
  await expect(palette).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.type("@leila");
  await expect(palette.getByRole("option", { name: /Leila Haddad/ })).toHaveCount(1);
  await palette.getByRole("combobox").fill("harbor");
  await palette
    .getByRole("option", { name: /harbor$/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Harbor" }).first()).toBeVisible();
  // A project's mark has one colour everywhere.
  const hueOf = (mark: Element) => mark.getAttribute("style")?.match(/--hue:\s*\d+/)?.[0];
  const own = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Harbor" });
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Home" }).click();
  const hue = await own.locator("[style*='--hue']").evaluate(hueOf);
  expect(hue).toMatch(/\d/);
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type(":harbor");
  const option = palette.getByRole("option", { name: /harbor$/ }).first();
  expect(await option.locator("[style*='--hue']").evaluate(hueOf)).toBe(hue);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Harbor" }).first()).toBeVisible();
  // In a project its branches and tags are below the people.
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("@ma");
  await expect(palette.getByRole("option", { name: "main", exact: true })).toBeVisible();
  await palette.getByRole("combobox").fill("@leila");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Leila Haddad" })).toBeVisible();
});

test("GitLab's own paths open their page, or say what Helve does not have", async ({ page }) => {
  await page.goto(projectPath("fjord/lantern"));
  // The README has the same heading.
  await expect(page.getByRole("heading", { level: 1, name: "Lantern" }).first()).toBeVisible();
  const open = async (text: string) => {
    await page.keyboard.press("ControlOrMeta+k");
    await page.getByRole("dialog").getByRole("searchbox").or(page.getByRole("combobox")).fill(text);
    await page.getByRole("option").first().waitFor();
    await page.keyboard.press("Enter");
  };
  await open("/-/merge_requests/new");
  await expect(page.getByRole("dialog", { name: /New merge request/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await open("fjord/lantern/-/commits/main");
  await expect(page.getByRole("heading", { level: 1, name: "Commits" })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("/-/milestones/3");
  await expect(page.getByRole("option", { name: /Helve has no page for “milestones”/ })).toBeVisible();
  await page.keyboard.press("Escape");
  // The same paths after the app's own origin.
  await page.goto("/fjord/lantern/-/tags");
  await expect(page.getByRole("heading", { level: 1, name: "Tags" })).toBeVisible();
  await goTo(page, projectPath("fjord/lantern", "merge_requests/nine"));
  await expect(page.getByRole("heading", { level: 1, name: "Page not found" })).toBeVisible();
  await page.goto("/a/local/snippets/seven");
  await expect(page.getByRole("heading", { level: 1, name: "Page not found" })).toBeVisible();
  // Only an existing project has links of its own in the navigation.
  await goTo(page, projectPath("fjord/nowhere", "branches"));
  await expect(page.getByRole("heading", { name: "Project not found" })).toBeVisible();
  const main = page.getByRole("navigation", { name: "Main" });
  await expect(main.getByRole("link", { name: "Projects" })).toBeVisible();
  await expect(main.getByRole("link", { name: "Branches" })).toHaveCount(0);
  // Any page of a project makes it a recent one.
  await goTo(page, projectPath("fjord/handbook", "tags"));
  await expect(
    main
      .getByRole("region", { name: /Recent projects/ })
      .getByRole("link")
      .first(),
  ).toContainText("Handbook");
});

test("an address of a missing account says so, and marks nothing of another account", async ({ page }) => {
  await page.goto("/a/none/projects");
  await expect(page.getByRole("heading", { name: "Account not found", level: 1 })).toBeVisible();
  const crumbs = page.getByRole("navigation", { name: "Breadcrumbs" }).getByRole("listitem");
  await expect(crumbs).toHaveText(["Account not found"]);
  await expect(page.getByRole("tab", { name: "Account not found" })).toBeVisible();
  const projects = page.getByRole("link", { name: "Projects", exact: true });
  await expect(projects).toBeVisible();
  await expect(projects).not.toHaveAttribute("aria-current");
});

test("the shortcut sheet lists keys and closes", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("link", { name: "Home" })).toBeVisible();
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: /shortcuts/i });
  await expect(sheet).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
});

test("views have addresses, tabs and a way back", async ({ page }) => {
  await page.goto(projectPath("fjord/lantern"));
  await expect(page.getByRole("heading", { level: 1, name: "Lantern" }).first()).toBeVisible();
  await page.getByRole("link", { name: "Commits", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Commits" })).toBeVisible();
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Lantern" }).first()).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Lantern" }).first()).toBeVisible();
  await page.keyboard.press("Alt+t");
  await expect(page.getByRole("tab")).not.toHaveCount(1);
  expect(await forcedColourProblems(page)).toEqual([]);
  // A tooltip is apart from the text behind it there.
  await page.emulateMedia({ forcedColors: "active" });
  await page.getByRole("button", { name: "New tab" }).hover();
  await expect(page.locator("[data-radix-popper-content-wrapper] > *")).toHaveCSS("border-top-width", "1px");
});

test("figures have one width, the settings lead to accounts, and the chosen font outlives a reload", async ({
  page,
}) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  // Figures below each other have one width; each script that the face lacks has one of the system's.
  await expect(page.locator("time").first()).toHaveCSS("font-variant-numeric", "tabular-nums");
  await expect(page.locator("body")).toHaveCSS(
    "font-family",
    /^"Inter Variable", .*"Noto Sans CJK JP", .*"Noto Color Emoji"$/,
  );
  // Accounts and the API reference are reached from the settings.
  const apart = { name: /^(Accounts|API reference)$/ };
  await expect(page.getByRole("navigation", { name: "Main" }).getByRole("link", apart)).toHaveCount(0);
  await page.getByRole("link", { name: "Settings" }).click();
  await expect(page).toHaveURL(/settings\/appearance/);
  await expect(page.getByRole("navigation", { name: "Settings" }).getByRole("link", apart)).toHaveText([
    "Accounts",
  ]);
  await expect(page.getByRole("heading", { level: 1, name: "Appearance" })).toBeVisible();
  const font = page.getByLabel("Font", { exact: true });
  await font.getByText("System").click();
  await expect(page.locator("body")).toHaveCSS("font-family", /^system-ui,/);
  await page.reload();
  await expect(page.locator("body")).toHaveCSS("font-family", /^system-ui,/);
  await font.getByText("Inter").click();
  await expect(page.locator("body")).toHaveCSS("font-family", /^"Inter Variable",/);
});

test("in a narrow window the sidebar is a drawer, and nothing scrolls sideways", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/a/local/projects");
  await expect(page.getByRole("heading", { level: 1, name: "Projects" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main" })).toHaveCount(0);
  const widths = () =>
    page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
  expect(await widths()).toEqual([320, 320]);

  await page.keyboard.press("ControlOrMeta+b");
  const drawer = page.getByRole("dialog", { name: "Sidebar" });
  await expect(drawer.getByRole("navigation", { name: "Main" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
  await page.getByRole("button", { name: "Show sidebar" }).click();
  await drawer.getByRole("link", { name: "Merge requests" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Merge requests" })).toBeVisible();
  await expect(drawer).toBeHidden();
  expect(await widths()).toEqual([320, 320]);

  // From 1,000 pixels on it is beside the page.
  const main = page.getByRole("navigation", { name: "Main" });
  await page.setViewportSize({ width: 1000, height: 700 });
  await expect(main).toBeVisible();
  await page.setViewportSize({ width: 999, height: 700 });
  await expect(main).toHaveCount(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(main).toBeVisible();
});
