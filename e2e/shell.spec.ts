import { projectPath } from "../renderer/testing/page/project-path.ts";
import { forcedColourProblems } from "./fixtures/forced-colours.ts";
import { goTo } from "./fixtures/go-to.ts";
import { expect, test } from "./fixtures/test.ts";

test("the palette opens a project", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("link", { name: "Home" })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("harbor");
  await page
    .getByRole("dialog")
    .getByRole("option", { name: /harbor$/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Harbor" }).first()).toBeVisible();
});

test("the prefixes of the palette share one line, in a project as well", async ({ page }) => {
  await page.goto("/a/local/p/fjord%2Flantern");
  await page.locator("#main").waitFor();
  await page.keyboard.press("Control+K");
  const palette = page.getByRole("dialog", { name: "Search and commands" });
  const prefixes = palette.getByRole("button", { name: /^[>:!#@/] / });
  await expect(prefixes).toHaveCount(6);
  const boxes = await prefixes.evaluateAll((all) => all.map((each) => each.getBoundingClientRect()));
  expect(new Set(boxes.map(({ top }) => top)).size).toBe(1);
  // Nor does one of them have two lines.
  expect(Math.max(...boxes.map(({ height }) => height))).toBeLessThan(30);
  const hint = await palette.getByText(/new tab$/).boundingBox();
  expect(hint?.height).toBeLessThan(30);
  const edge = await palette.boundingBox();
  expect((hint?.x ?? 0) + (hint?.width ?? 0)).toBeLessThanOrEqual((edge?.x ?? 0) + (edge?.width ?? 0));
});

test("tabs and tooltips are apart from what is around them in forced colours", async ({ page }) => {
  await page.goto(projectPath("fjord/lantern"));
  await expect(page.getByRole("heading", { level: 1, name: "Lantern" }).first()).toBeVisible();
  await page.keyboard.press("Alt+t");
  await expect(page.getByRole("tab")).not.toHaveCount(1);
  expect(await forcedColourProblems(page)).toEqual([]);
  // A tooltip is apart from the text behind it there.
  await page.emulateMedia({ forcedColors: "active" });
  await page.getByRole("button", { name: "New tab" }).hover();
  await expect(page.locator("[data-radix-popper-content-wrapper] > *")).toHaveCSS("border-top-width", "1px");
});

test("figures have one width, and the chosen font outlives a reload", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  // Figures below each other have one width; each script that the face lacks has one of the system's.
  await expect(page.locator("time").first()).toHaveCSS("font-variant-numeric", "tabular-nums");
  await expect(page.locator("body")).toHaveCSS(
    "font-family",
    /^"Inter Variable", .*"Noto Sans CJK JP", .*"Noto Color Emoji"$/,
  );
  await goTo(page, "/settings/appearance");
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
