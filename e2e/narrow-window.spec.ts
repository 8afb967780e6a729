import type { Locator } from "@playwright/test";
import { hrefs } from "../renderer/features/addresses/hrefs.ts";
import { projectPath } from "../renderer/testing/page/project-path.ts";
import { findFailedUnit } from "../renderer/testing/page/sample-jobs.ts";
import { sampleCallsOf } from "./fixtures/call-project.ts";
import { waitUntilSettled } from "./fixtures/go-to.ts";
import { roomBesidePlaceholder } from "./fixtures/placeholder-room.ts";
import { expect, onceMore, test } from "./fixtures/test.ts";

test.use({ viewport: { width: 320, height: 640 } });

const lantern = (part: string) => projectPath("fjord/lantern", part);

for (const [kind, address] of [
  ["branches", lantern("branches")],
  ["tags", lantern("tags")],
  ["runners", "/a/local/runners"],
  ["users", "/a/local/admin/users"],
  ["merge requests", "/a/local/merge_requests"],
  ["changes", lantern("merge_requests/27?tab=changes")],
] as const)
  test(`the search of ${kind} shows its whole placeholder`, async ({ page }) => {
    await page.goto(address);
    if (kind === "changes") await page.getByRole("button", { name: "Search in the change" }).click();
    const field = page.getByRole("main").locator("search input").first();
    await expect(field).toBeVisible();
    await expect.poll(() => field.evaluate(roomBesidePlaceholder)).toBeGreaterThanOrEqual(0);
  });

test("values side by side are a select where they have no room in one line", async ({ page }) => {
  await page.goto("/a/local/merge_requests");
  const select = page.getByRole("combobox", { name: "State" });
  const merged = page.getByRole("button", { name: /^Merged/ });
  await expect(select).toHaveText(/^Open \d+$/);
  await expect(merged).toHaveCount(0);
  await select.click();
  await page.getByRole("option", { name: /^Merged/ }).click();
  await expect(page).toHaveURL(/state(%3A|:)merged/);
  await expect(select).toHaveText(/^Merged \d+$/);
  await page.setViewportSize({ width: 900, height: 700 });
  await expect(merged).toHaveAttribute("aria-pressed", "true");
  await expect(select).toHaveCount(0);
  await page.setViewportSize({ width: 320, height: 640 });
  await expect(select).toBeVisible();

  await page.goto(projectPath("fjord/beacon", "runners"));
  await page.getByRole("button", { name: "Register runner" }).click();
  const means = page.getByRole("combobox", { name: "Method" });
  await means.click();
  await page.getByRole("option", { name: "Create as yourself" }).click();
  await expect(means).toHaveText("Create as yourself");
  await expect(page.getByRole("combobox", { name: "Runs jobs of" })).toBeVisible();
});

test("keys of commands are within the window, below each other with what changes them", async ({ page }) => {
  await page.goto("/settings/keyboard");
  const table = page.getByRole("table", { name: "Shortcuts", exact: true });
  await expect(table.getByRole("button", { name: "Change keys of Search in files" })).toBeVisible();
  await expect(table.getByRole("columnheader", { name: "Where" })).toHaveCount(0);
  await expect(table.getByRole("row", { name: /^Search in files Project/ })).toBeVisible();
  const over = (element: Element) => (element.parentElement?.scrollWidth ?? 0) - innerWidth;
  expect(await table.evaluate(over)).toBeLessThanOrEqual(0);
  expect(await page.getByRole("table", { name: "Fixed keys" }).evaluate(over)).toBeLessThanOrEqual(0);
});

test("the first branch of a commit is readable beside its title", async ({ page }) => {
  await page.goto(`${lantern("commits")}?all=1`);
  const row = page
    .getByRole("list", { name: "Commits" })
    .getByRole("listitem")
    .filter({ has: page.getByTitle("Branch main") });
  const chip = row.getByTitle("Branch main");
  await expect(chip).toBeVisible();
  const isCut = (element: Element) =>
    [...element.querySelectorAll("*"), element].some((each) => each.scrollWidth > each.clientWidth + 1);
  expect(await chip.evaluate(isCut)).toBe(false);
  // Whichever commit is the newest, its title keeps some words, and all of it is a title.
  const title = row.getByRole("link").first();
  expect((await title.boundingBox())?.width).toBeGreaterThan(56);
  await expect(title).toHaveAttribute("title", /./);
});

test("pending changes and the draft of a file leave the file its room", async ({ page }) => {
  await page.goto(`${projectPath("fjord/handbook", "edit")}?ref=main&path=README.md`);
  await page.getByRole("textbox", { name: "Content of README.md" }).focus();
  await page.keyboard.type("typed ");
  await expect(page.getByText("Draft saved")).toBeVisible();
  await page.goto(`${projectPath("fjord/handbook", "files")}?ref=main&path=README.md`);
  const bar = page.getByRole("region", { name: "Pending changes" });
  const draft = bar.getByRole("note", { name: "Draft" });
  await expect(draft).toContainText("The committed version is shown.");
  const left = async (part: Locator) => Math.round((await part.boundingBox())?.x ?? 0);
  // Both begin in one column, beside the icon.
  expect(await left(draft)).toBe(await left(bar.getByText("1 pending change")));
  expect((await bar.boundingBox())?.height).toBeLessThan(160);
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(await left(draft)).toBe(await left(bar.getByText("1 pending change")));
  await expect.poll(async () => (await bar.boundingBox())?.height).toBeLessThan(72);
  await draft.getByRole("button", { name: "Discard" }).click();
  await expect(bar).toHaveCount(0);
});

test("the actions of a folder share one line", async ({ page }) => {
  await page.goto(projectPath("fjord/lantern", "files"));
  await expect(page.getByRole("button", { name: "Download", exact: true })).toBeVisible();
  const lines = await page
    .getByRole("button", { name: /^(Add|Download|Actions for this folder)$/ })
    .evaluateAll((buttons) => buttons.map((button) => Math.round(button.getBoundingClientRect().top)));
  expect(lines).toHaveLength(3);
  expect(new Set(lines).size).toBe(1);
  // Without an icon, a button has its word.
  await expect(page.getByText("Download", { exact: true })).toHaveCSS("clip-path", "none");
});

for (const [name, href] of [
  ["a profile", hrefs.me("local")],
  ["a new wiki page", hrefs.wiki("local", "fjord/lantern", { kind: "new" })],
] as const)
  test(`the button that copies the address of ${name} is over nothing`, async ({ page }) => {
    await page.goto(href);
    const head = page.locator("header").filter({ has: page.getByRole("heading", { level: 1 }) });
    await expect(head.getByRole("button", { name: "Copy link" })).toBeVisible();
    await waitUntilSettled(page);
    const isOver = await head.evaluate((header) => {
      const button = header.querySelector('[aria-label="Copy link"]')?.getBoundingClientRect();
      const title = document.createRange();
      title.selectNodeContents(header.querySelector("h1") ?? header);
      const fields = [...header.querySelectorAll("input")].map((field) => field.getBoundingClientRect());
      return [...title.getClientRects(), ...fields].some(
        ({ left, right, top, bottom }) =>
          button !== undefined &&
          left < button.right &&
          right > button.left &&
          top < button.bottom &&
          bottom > button.top,
      );
    });
    expect(isOver).toBe(false);
  });

test("the tools of a file share one line, and so do those of its path", async ({ page }) => {
  const middle = async (tool: Locator) => {
    const box = await tool.boundingBox();
    return Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2);
  };
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const read = Promise.withResolvers<void>();
  await page.route(/\/repository\/commits\?.*path=src/, async (route) => {
    await read.promise;
    await route.continue();
  });
  await page.goto(`${lantern("files")}?path=src%2Ffeatures%2Fcrew.ts`);
  await expect(button("Symbols")).toBeVisible();
  const before = await middle(button("Symbols"));
  read.resolve();
  await expect(page.getByText("Speed up groupCrew").first()).toBeVisible();
  // The last commit had its line before it was read.
  const encoding = await middle(page.getByRole("combobox", { name: "Encoding" }));
  expect(before).toBe(encoding);
  expect([await middle(button("Symbols")), await middle(button("Blame"))]).toEqual([encoding, encoding]);
  await page.goto(`${lantern("files")}?path=README.md`);
  await expect(button("Edit")).toBeVisible();
  // What is known once the file is read has its lines.
  await expect(page.getByText("29 lines")).toBeVisible();
  const mode = await middle(page.getByRole("radiogroup", { name: "Show the document" }));
  expect([await middle(button("Edit")), await middle(button("Actions for this file"))]).toEqual([mode, mode]);
});

test("a line divides the log from the panel below it, and a section's duration ends its row", async ({
  page,
}) => {
  const { id } = await findFailedUnit(sampleCallsOf(page));
  await page.goto(projectPath("fjord/beacon", `jobs/${id}`));
  const log = page.getByRole("region", { name: "Log of unit" });
  await expect(log.getByText("Executing the script").first()).toBeVisible();
  await page.getByRole("button", { name: /^Problems/ }).click();
  const divider = page.getByRole("separator", { name: "Resize panel" });
  await expect.poll(async () => (await divider.boundingBox())?.width).toBe(320);
  await log.focus();
  await page.keyboard.press("Home");
  const duration = log.getByText(/^[\d.]+ s$/).first();
  await expect(duration).toBeVisible();
  const box = await duration.boundingBox();
  const room = await log.evaluate((region) => region.getBoundingClientRect().left + region.clientWidth);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBe(room);
});

test("the source of a pipeline is whole beside a long branch", async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 700 });
  await page.route(
    (url) => url.pathname.startsWith("/-/") && /\/pipelines\?/.test(url.href),
    async (route) => {
      const response = await route.fetch(onceMore);
      const body = (await response.text()).replaceAll(/"ref":"[^"]*"/g, `"ref":"${"branch-".repeat(20)}"`);
      await route.fulfill({ response, body });
    },
  );
  await page.goto(projectPath("fjord/beacon", "pipelines"));
  const source = page.getByRole("main").getByText("Push", { exact: true }).first();
  await expect(source).toBeVisible();
  const [text, line] = await Promise.all([source.boundingBox(), source.locator("xpath=..").boundingBox()]);
  const end = (box: typeof text) => (box?.x ?? 0) + (box?.width ?? 0);
  expect(end(text)).toBeLessThanOrEqual(end(line) + 1);
  expect(await source.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(false);
});

test("the charts of runners are as wide as the window", async ({ page }) => {
  await page.goto("/a/local/runners");
  await page.getByRole("button", { name: "Charts" }).click();
  const charts = page.getByRole("region", { name: "Charts" });
  await expect(charts.getByRole("slider", { name: "Running jobs over time" })).toBeVisible();
  const widths = await charts.evaluate((region) => [region.scrollWidth, region.clientWidth]);
  expect(widths[0]).toBe(widths[1]);
});

test("a job's number is whole beside a long stage", async ({ page }) => {
  await page.route(
    (url) => url.pathname.startsWith("/-/") && /\/jobs\?/.test(url.href),
    async (route) => {
      const response = await route.fetch(onceMore);
      const body = (await response.text()).replaceAll(/"stage":"[^"]*"/g, `"stage":"${"stage-".repeat(20)}"`);
      await route.fulfill({ response, body });
    },
  );
  await page.goto(projectPath("fjord/beacon", "jobs"));
  const jobs = page.getByRole("main");
  await expect(jobs.getByText("stage-stage-").first()).toBeVisible();
  const cut = await jobs
    .getByText(/^#\d+$/)
    .evaluateAll((numbers) => numbers.filter((number) => number.scrollWidth > number.clientWidth).length);
  expect(cut).toBe(0);
});

test("the tools of a wiki page's text share one line, the rest of them in a panel", async ({ page }) => {
  await page.goto(hrefs.wiki("local", "fjord/lantern", { kind: "edit", slug: "home" }));
  const text = page.getByRole("textbox", { name: "Text of the page" });
  await expect(text).toBeVisible();
  const tops = () =>
    Promise.all(
      [
        page.getByRole("radiogroup", { name: "View" }),
        page.getByRole("button", { name: "Bold" }),
        page.getByRole("button", { name: "More tools" }),
      ].map(async (tool) => {
        const box = await tool.boundingBox();
        return Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2);
      }),
    );
  const [first = 0, ...others] = await tops();
  for (const other of others) expect(Math.abs(other - first)).toBeLessThanOrEqual(1);
  await text.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(0, 0));
  await page.getByRole("button", { name: "More tools" }).click();
  const panel = page.getByRole("dialog", { name: "More tools" });
  await expect(panel.getByRole("button", { name: "Attach files" })).toBeVisible();
  await panel.getByRole("button", { name: "Insert table" }).click();
  await expect(text).toHaveValue(/^\n\| Column \| Column \|/);
  await page
    .getByRole("button", { name: "Cancel" })
    .or(page.getByRole("button", { name: "Discard" }))
    .click();
});
