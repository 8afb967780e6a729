import { hrefs } from "../renderer/features/addresses/hrefs.ts";
import { projectPath } from "../renderer/testing/page/project-path.ts";
import { pushAddress } from "./fixtures/go-to.ts";
import { addAccount } from "./fixtures/other-service.ts";
import { startFailingProxy } from "./fixtures/proxies.ts";
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

test("the notice of a list that could not be completed is above it", async ({ page, app }) => {
  const line = await startFailingProxy();
  try {
    const account = await addAccount(page, app.origin, line, "Broken pages");
    line.fail("Link in a circle", ({ path }) => path.split("?")[0]?.endsWith("/branches") === true);
    await page.goto(`${app.origin}${projectPath("fjord/handbook", "branches").replace("local", account)}`);
    const notice = page.getByRole("status").filter({ hasText: "This list is incomplete" });
    await expect(notice).toBeVisible();
    const [above, below] = [
      await notice.boundingBox(),
      await page.getByRole("list", { name: "Branches" }).boundingBox(),
    ];
    expect(above && below && above.y + above.height <= below.y).toBe(true);
  } finally {
    await line.stop();
  }
});

test.describe("loading lists", () => {
  const project = (part: Parameters<typeof hrefs.project>[2]) =>
    hrefs.project("local", "fjord/lantern", part);

  /** Lists: the name of each, its address and what is read for it. */
  const lists: readonly (readonly [name: string, href: string, read: RegExp])[] = [
    ["Tags", project("tags"), /repository\/tags/],
    ["Branches", project("branches"), /repository\/branches/],
    ["Commits", project("commits"), /repository\/commits/],
    ["Merge requests", project("merge_requests"), /lantern\/merge_requests/],
    ["Issues", project("issues"), /lantern\/issues/],
    ["Pipelines", hrefs.project("local", "fjord/beacon", "pipelines"), /beacon\/pipelines/],
    ["Environments", hrefs.project("local", "fjord/beacon", "environments"), /beacon\/environments/],
    ["Snippets", project("snippets"), /lantern\/snippets/],
    ["Projects", hrefs.projects("local"), /operations\/projects\?/],
    ["Groups", hrefs.groups("local"), /operations\/groups\?/],
    ["Runners", hrefs.project("local", "fjord/beacon", "runners"), /beacon\/runners/],
    ["Users", hrefs.admin("local", "users"), /operations\/users\?/],
  ];

  for (const [name, href, read] of lists)
    test(`rows of ${name} appear where their placeholders were`, async ({ page }) => {
      await page.goto("/");
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route(read, async (route) => {
        await released;
        await route.continue();
      });
      await pushAddress(page, href);
      const placeholder = page
        .getByRole("main")
        .getByRole("status", { name: `Loading ${name.toLowerCase()}`, exact: true });
      await expect(placeholder).toBeVisible();
      const expected = await placeholder.locator("> *").evaluateAll(boxes);
      release();
      // Of a list, or of a table.
      const rows = page.getByRole("main").locator("[data-index], [role=row]");
      await expect(rows.first()).toBeVisible();
      await expect(placeholder).toHaveCount(0);
      const arrived = await rows.evaluateAll(boxes);
      expect(arrived[0]?.top).toBe(expected[0]?.top);
      // Rows with notes are as high as those.
      if (name !== "Tags") expect(arrived.slice(0, 2)).toEqual(expected.slice(0, 2));
    });

  const key = {
    ...{ id: 1, title: "Laptop", created_at: "2026-01-02T03:04:05Z" },
    key: "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f",
  };

  /**
   * Lists that are drawn whole: the name of the placeholder, the address, what is read, the name of the list, and a
   * response.
   */
  const wholeLists = [
    ["Loading keys", hrefs.me("local", "keys"), /operations\/user\/keys/, "SSH keys", [key]],
    ["Loading projects", hrefs.home, /operations\/projects\?/, "Recently active", null],
  ] as const;

  for (const [name, href, read, list, json] of wholeLists)
    test(`${name}: the first row appears where its placeholder was, with the same height`, async ({
      page,
    }) => {
      // What is cached has no placeholder.
      await page.goto("/settings/appearance");
      await page.locator("#main").waitFor();
      await page.evaluate(() => fetch("/-/cache", { method: "DELETE" }));
      const released = Promise.withResolvers<void>();
      await page.route(read, async (route) => {
        await released.promise;
        await (json ? route.fulfill({ json }) : route.continue());
      });
      // Content that Home adds above moves the list.
      const above = href === hrefs.home ? page.waitForResponse(/reviewer_id=/) : null;
      // Opened anew, the start address is whatever was open last.
      await pushAddress(page, href);
      const placeholder = page.getByRole("main").getByRole("status", { name, exact: true });
      await expect(placeholder).toBeVisible();
      if (above) {
        await (await above).finished();
        await expect(page.getByRole("region", { name: "Your merge requests" })).toBeVisible();
        await expect(page.getByRole("region", { name: "Review requests" })).toBeVisible();
      }
      const [expected] = await placeholder.locator("> *").evaluateAll(boxes);
      released.resolve();
      const rows = page.getByRole("main").getByRole("list", { name: list }).getByRole("listitem");
      await expect(rows.first()).toBeVisible();
      await expect(rows.first().getByText("SHA256")).toHaveCount(json ? 1 : 0);
      const [arrived] = await rows.evaluateAll(boxes);
      expect(arrived).toEqual(expected);
    });

  /** Runs in the page. Returns top and height of the elements, in pixels. */
  const boxes = (elements: readonly Element[]) =>
    elements.map((element) => {
      const { top, height } = element.getBoundingClientRect();
      return { top: Math.round(top), height: Math.round(height) };
    });
});
