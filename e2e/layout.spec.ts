import type { Page } from "@playwright/test";
import { hrefs } from "../renderer/features/addresses/hrefs.ts";
import { commitAsAnotherClient } from "../renderer/testing/page/commit-as-another-client.ts";
import { projectPath } from "../renderer/testing/page/project-path.ts";
import { sampleCallsOf } from "./fixtures/call-project.ts";
import { installedChromium } from "./fixtures/chromium.ts";
import { expect, test } from "./fixtures/test.ts";

test("of 15 tabs those without room are in a menu, and the active one stays in view with its button", async ({
  page,
}) => {
  await page.goto("/a/local/projects");
  await page.getByRole("heading", { level: 1, name: "Projects" }).waitFor();
  expect(await page.evaluate(() => document.fonts.check('13px "Inter Variable"'))).toBe(true);
  expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toMatch(/^"Inter Variable"/);
  const tabs = page.getByRole("tablist", { name: "Tabs" });
  const active = tabs.getByRole("tab", { selected: true });
  // Other specs of the app have left theirs.
  await active.click({ button: "right" });
  const others = page.getByRole("menuitem", { name: "Close others" });
  if (await others.isEnabled()) await others.click();
  else await page.keyboard.press("Escape");
  await expect(tabs.getByRole("tab")).toHaveCount(1);
  for (let count = 1; count < 15; count++) await page.keyboard.press("Alt+t");
  await expect(tabs.getByRole("tab")).toHaveCount(15);
  await page.setViewportSize({ width: 900, height: 700 });
  for (const key of ["Home", "Projects"]) {
    await page.getByRole("button", { name: "All tabs (15)" }).click();
    for (const way of ["Back", "Forward"])
      await expect(page.getByRole("menuitem", { name: new RegExp(`^${way}\\b`) })).toBeVisible();
    await page.getByRole("menuitem", { name: key, exact: true }).first().click();
    await expect(active).toHaveText(key);
    for (const [width, height] of [
      [320, 256],
      [640, 400],
      [900, 700],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect.poll(() => isWithin(page), `${key} at ${width}`).toBe(true);
      await expect.poll(() => tabs.evaluate(fadesBeyondEnds), `ends of the strip at ${width}`).toBe(true);
    }
  }
  // Walked to by keyboard, too.
  await active.focus();
  for (let step = 0; step < 14; step++) {
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => isWithin(page)).toBe(true);
  }
});

test("the strip of tabs has no scroll bar where scroll bars take space", { tag: "@browser" }, async ({
  page,
  browser,
  app,
}) => {
  // Playwright hides them in windows without a screen.
  const another = await browser.browserType().launch({
    ...(installedChromium ? { executablePath: installedChromium } : {}),
    ignoreDefaultArgs: ["--hide-scrollbars"],
    args: ["--disable-features=OverlayScrollbar"],
  });
  const context = await another.newContext({ baseURL: app.origin, viewport: { width: 900, height: 700 } });
  await context.addCookies(await page.context().cookies());
  const classic = await context.newPage();
  await classic.goto("/a/local/projects");
  const tabs = classic.getByRole("tablist", { name: "Tabs" });
  await expect(classic.getByRole("list", { name: "Projects" }).getByRole("listitem").first()).toBeVisible();
  for (let count = await tabs.getByRole("tab").count(); count < 12; count++)
    await classic.keyboard.press("Alt+t");
  await expect(tabs.getByRole("tab")).toHaveCount(12);
  /** Runs in the page. Returns the pixels that scroll bars take of a box. */
  const barsOf = (element: SVGElement | HTMLElement) =>
    element instanceof HTMLElement
      ? [element.offsetWidth - element.clientWidth, element.offsetHeight - element.clientHeight]
      : [];
  expect(
    (
      await classic
        .locator("#main *")
        .evaluateAll((all) =>
          all.map((each) => (each instanceof HTMLElement ? each.offsetWidth - each.clientWidth : 0)),
        )
    ).some((taken) => taken > 8),
  ).toBe(true);
  expect(await tabs.evaluate(barsOf)).toEqual([0, 0]);
  await another.close();
});

/** Runs in the page. Returns whether the strip fades at those of its ends beyond which there are tabs. */
function fadesBeyondEnds(strip: Element): boolean {
  const { scrollLeft, scrollWidth, clientWidth } = strip;
  const style = getComputedStyle(strip);
  const isFaded = (end: string) => style.getPropertyValue(`--fade-${end}`) !== "0px";
  const hidden = [scrollLeft > 0, scrollLeft + clientWidth < scrollWidth - 1];
  return hidden.some(Boolean) && isFaded("before") === hidden[0] && isFaded("after") === hidden[1];
}

/** Returns whether the active tab is all within the list of tabs, and its Close button is what a click there meets. */
const isWithin = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const strip = document.querySelector("[role=tablist]");
    const list = strip?.getBoundingClientRect();
    const active = document.querySelector("[role=tab][aria-selected=true]");
    const tab = active?.getBoundingClientRect();
    const close = active?.lastElementChild;
    const button = close?.getBoundingClientRect();
    if (!(strip && list && tab && close && button) || getComputedStyle(close).opacity !== "1") return false;
    // Beyond an end others fade, which the active one does not where there is room.
    const fade = list.width < tab.width + 48 ? 0 : 20;
    const left = list.left + (strip.scrollLeft > 1 ? fade : 0);
    const isAtEnd = strip.scrollLeft + strip.clientWidth >= strip.scrollWidth - 1;
    const right = list.right + 1 - (isAtEnd ? 0 : fade);
    const hit = document.elementFromPoint(button.x + button.width / 2, button.y + button.height / 2);
    return close.contains(hit) && tab.left >= left && tab.right <= right;
  });

const project = "fjord/handbook";
const unique = () => Math.random().toString(36).slice(2, 8);

const overhang = (page: Page) =>
  page.evaluate(() =>
    [document.scrollingElement, document.getElementById("root"), document.getElementById("main")].map(
      (element) =>
        element
          ? element.scrollHeight - element.clientHeight + (element.scrollWidth - element.clientWidth)
          : 0,
    ),
  );

test("a merge request's Overview ends where it ends, whatever its words are", async ({ page }) => {
  const long = "w".repeat(400);
  const description = `${long}\n\n\`${long}\`\n\n[${long}](https://example.com/${long})\n\n- ${long}\n\n# ${long}\n\n> ${long}\n\n| ${long} |\n|--|\n| x |\n\n    ${long}\n`;
  const path = `keeping/${unique()}.txt`;
  const branch = `long-${unique()}`;
  await commitAsAnotherClient(sampleCallsOf(page), project, { [path]: "one\n" }, branch);
  const iid = await page.evaluate(
    async ([id, source, words]) => {
      const headers = { "content-type": "application/json" };
      const at = `/-/accounts/local/operations/projects/${encodeURIComponent(id)}/merge_requests`;
      const post = async (url: string, body: unknown) =>
        (await fetch(url, { method: "POST", headers, body: JSON.stringify(body) })).json();
      const made = await post(at, {
        source_branch: source,
        target_branch: "main",
        title: `A long one ${words.slice(0, 300)}`,
        description: words,
      });
      for (let i = 0; i < 25; i++)
        await post(`${at}/${made.iid}/discussions`, { body: `Comment ${i}\n\ntext` });
      return made.iid as number;
    },
    [project, branch, description] as const,
  );
  await page.goto(projectPath(project, `merge_requests/${iid}`));
  await expect(page.getByText("Comment 24")).toBeAttached();
  // The prerendered Changes tab is complete, too, before anything is measured.
  await expect(page.locator("[data-kind]").first()).toBeAttached();
  expect(await overhang(page)).toEqual([0, 0, 0]);
  // No word overlaps the fields beside it.
  const side = await page.getByRole("complementary", { name: "Details" }).boundingBox();
  const widest = await page
    .getByRole("region", { name: "Overview" })
    .locator("article")
    .evaluateAll((articles) =>
      Math.max(
        ...articles.flatMap((article) =>
          [article, ...article.querySelectorAll("p, li, h1, blockquote, pre, table")].map(
            (element) => element.getBoundingClientRect().right,
          ),
        ),
      ),
    );
  expect(widest).toBeLessThanOrEqual(side?.x ?? 0);
  expect(
    await page.getByRole("region", { name: "Overview" }).evaluate((e) => e.scrollWidth - e.clientWidth),
  ).toBe(0);
  await page.getByRole("region", { name: "Overview" }).evaluate((element) => element.scrollTo(0, 1e6));
  await expect(page.getByRole("textbox", { name: "Comment", exact: true })).toBeInViewport();
  expect(await overhang(page)).toEqual([0, 0, 0]);
  // In a small window the head of several lines scrolls away with the content.
  await page.setViewportSize({ width: 320, height: 256 });
  const comment = page.getByRole("textbox", { name: "Comment", exact: true });
  await comment.scrollIntoViewIfNeeded();
  await expect(comment).toBeInViewport();
  await expect(page.getByRole("heading", { level: 1 }).first()).not.toBeInViewport();
  expect(await overhang(page)).toEqual([0, 0, 0]);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.reload();
  await expect(page.getByText("Comment 24")).toBeAttached();
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeInViewport();
  expect(await overhang(page)).toEqual([0, 0, 0]);
});

const beacon = "fjord/beacon";
const failure = {
  ...{ code: "unavailable", message: "The service failed.", status: 500, retry: true },
  detail: "HTTP 500: Internal Server Error",
};

/** Pages of one thing: its address, what is read for it, and its heading until then. */
const pages: readonly (readonly [name: string, href: string, read: RegExp, heading: string])[] = [
  ["a job", hrefs.job("local", beacon, 266), /\/jobs\/266$/, "Job #266"],
  ["the tests of a job", hrefs.jobTab("local", beacon, 266, "tests"), /\/jobs\/266$/, "Job #266"],
  ["an environment", hrefs.environment("local", beacon, 1), /\/environments\/1$/, "Environment #1"],
];

for (const [name, href, read, heading] of pages)
  test(`the page of ${name} has its head while it loads and after a failure`, async ({ page }) => {
    const released = Promise.withResolvers<void>();
    await page.route(
      (url) => url.pathname.startsWith("/-/") && read.test(url.pathname),
      async (route) => {
        await released.promise;
        await route.fulfill({ status: 500, contentType: "application/problem+json", json: failure });
      },
    );
    await page.goto(href);
    const head = page.getByRole("main").getByRole("heading", { level: 1, name: heading });
    await expect(head).toBeVisible();
    await expect(page.getByRole("main").getByRole("status", { name: /^Loading the/ })).toBeVisible();
    const before = await head.boundingBox();
    if (heading.startsWith("Job"))
      await expect(page.getByRole("navigation", { name: "Job" }).getByRole("link")).toHaveText([
        "Log",
        "Artifacts",
        "Tests",
      ]);
    released.resolve();
    await expect(page.getByRole("alert").getByText(failure.message)).toBeVisible();
    await expect(head).toBeVisible();
    expect(await head.boundingBox()).toEqual(before);
    await page.unrouteAll();
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(head).toHaveCount(0);
    await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
  });

test("the panel of a runner has its name while it loads and after a failure", async ({ page }) => {
  const released = Promise.withResolvers<void>();
  await page.goto(hrefs.runners("local"));
  const row = page.getByRole("grid", { name: "Runners" }).getByRole("row").nth(1);
  await expect(row).toBeVisible();
  const [description = ""] = (await row.getByRole("gridcell").nth(1).innerText()).split("\n");
  await page.route(
    (url) => /^\/-\/.*\/runners\/\d+$/.test(url.pathname),
    async (route) => {
      await released.promise;
      await route.fulfill({ status: 500, contentType: "application/problem+json", json: failure });
    },
  );
  // Loaded anew, so that no details of an earlier visit are known.
  await page.reload();
  await row.getByText(description).click();
  const panel = page.getByRole("region", { name: `Runner ${description}` });
  await expect(panel.getByRole("heading", { level: 2, name: description })).toBeVisible();
  await expect(panel.getByRole("status", { name: "Loading runner" })).toBeVisible();
  released.resolve();
  await expect(panel.getByText(failure.message)).toBeVisible();
  await expect(panel.getByRole("heading", { level: 2, name: description })).toBeVisible();
});
