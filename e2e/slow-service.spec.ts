import type { Page } from "@playwright/test";
import { projectPath } from "../renderer/testing/page/project-path.ts";
import { postToService } from "./fixtures/call-project.ts";
import { addAccount, type OtherService, startOtherService } from "./fixtures/other-service.ts";
import {
  type FailingProxy,
  type StallingProxy,
  startFailingProxy,
  startStallingProxy,
} from "./fixtures/proxies.ts";
import { expect, test } from "./fixtures/test.ts";

test.describe("slow service", () => {
  const lantern = "fjord/lantern";
  const parts = 60;
  /** The parts, and a file at the root, which is the last one for git and the first one of the tree. */
  const count = parts + 1;
  const unique = () => Math.random().toString(36).slice(2, 8);

  let service: OtherService;
  let line: StallingProxy;
  test.beforeAll(async () => {
    service = await startOtherService(true);
    line = await startStallingProxy(
      service,
      /\/versions\/\d+$|\/repository\/branches\?|v4\/merge_requests\?|\/jobs\/\d+\/artifacts$/,
    );
  });
  test.afterAll(async () => {
    await line?.stop();
    await service?.stop();
  });

  const post = <T>(path: string, body: object): Promise<T> => postToService(service, lantern, path, body);

  /** Proposes many files, and opens the changes over the slow line. */
  async function openChanges(page: Page, origin: string): Promise<void> {
    const branch = `arriving-${unique()}`;
    const text = (file: number) =>
      Array.from({ length: 40 }, (_, at) => `const line${at} = "file ${file}, line ${at}";\n`).join("");
    await post("/repository/commits", {
      branch,
      start_branch: "main",
      commit_message: "Many files",
      actions: [
        ...Array.from({ length: parts }, (_, file) => ({
          action: "create",
          file_path: `many/${branch}/part-${100 + file}.ts`,
          content: text(file),
        })),
        { action: "create", file_path: `root-${branch}.md`, content: "# The first one\n" },
      ],
    });
    const { iid } = await post<{ iid: number }>("/merge_requests", {
      source_branch: branch,
      target_branch: "main",
      title: `Many files ${branch}`,
    });
    const account = await addSlowAccount(page, origin);
    await page.goto(`/a/${account}/p/${encodeURIComponent(lantern)}/merge_requests/${iid}?tab=changes`);
  }

  /** Adds an account of the service over the slow line. Returns its id. */
  async function addSlowAccount(page: Page, origin: string): Promise<string> {
    const name = `Slow line ${unique()}`;
    await addAccount(page, origin, { ...service, url: line.url }, name);
    const accounts = await page.evaluate(async () => (await fetch("/-/accounts")).json());
    return accounts.find((account: { name: string }) => account.name === name).id;
  }

  /** Opens changes of which the service sends the first files only. Returns their region and a line of the first file. */
  async function openFirstChanges(page: Page, origin: string) {
    line.hold();
    await openChanges(page, origin);
    const changes = page.getByRole("region", { name: "Changes", exact: true });
    const first = changes.getByText('"file 0, line 7"');
    await expect(first).toBeVisible();
    return { changes, first };
  }

  test("the first files are readable while the others load, and nothing moves when they arrive", async ({
    page,
    app,
  }) => {
    const { changes } = await openFirstChanges(page, app.origin);
    await expect(page.getByText(new RegExp(`\\d+ of ${count} files loaded`))).toBeVisible();
    // Actions on loaded entries still work.
    await changes.getByRole("button", { name: /part-101\.ts$/ }).click();
    await changes.evaluate((element) => element.scrollTo(0, 200));
    // The row, whose size does not depend on whether its text is coloured yet.
    const row = changes.locator("[data-kind]").filter({ hasText: '"file 0, line 7"' });
    const box = await row.boundingBox();
    const files = page.getByRole("navigation", { name: "Changed files" });
    await page.getByRole("button", { name: "Search in the change" }).click();
    const search = page.getByRole("search", { name: "In the change" });
    await search.getByRole("textbox").fill("file 59, line 39");
    await expect(search.getByText("…")).toBeVisible();

    line.letThrough();
    await expect(page.getByText(new RegExp(`^${count} files`))).toBeVisible();
    await expect(page.getByText("files loaded")).toBeHidden();
    expect(await row.boundingBox()).toEqual(box);
    await expect(changes.getByText('"file 1, line 7"')).toBeHidden();
    // The file at the root was received last and is above the others, as in the tree.
    await changes.evaluate((element) => element.scrollTo(0, 0));
    await expect(changes.getByText("The first one")).toBeInViewport();
    await expect(changes.getByRole("article").first()).toHaveAccessibleName(/^root-/);
    await expect(search.getByText("1 lines")).toBeVisible();
    // It filters the changes, too.
    await files.getByRole("searchbox", { name: "Filter files" }).fill("part-159");
    await files.getByText("part-159.ts").click();
    await expect(changes.getByText('"file 59, line 3"')).toBeVisible();
    await expect(changes.getByRole("article")).toHaveCount(1);
  });

  test("received files stay readable when the connection breaks, and the rest is fetched on request", async ({
    page,
    app,
  }) => {
    const { first } = await openFirstChanges(page, app.origin);
    line.cut();
    const alert = page.getByRole("alert").filter({ hasText: /connection.* was lost/ });
    await expect(alert).toContainText(new RegExp(`Only \\d+ of ${count} files loaded`));
    await expect(first).toBeVisible();
    const more = alert.getByRole("button", { name: "Load more" });
    const cuts = line.cuts();
    await more.click();
    await expect.poll(() => line.cuts()).toBeGreaterThan(cuts);
    line.letThrough();
    // The app may find by itself that the line is back.
    await expect(async () => {
      if (await more.isVisible()) await more.click({ timeout: 1_000 });
      await expect(page.getByText(new RegExp(`^${count} files`))).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await expect(alert).toBeHidden();
    await expect(first).toBeVisible();
    // A slow request is canceled in the status line.
    line.hold();
    await page.evaluate(() => fetch("/-/cache", { method: "DELETE" }));
    await page.reload();
    await expect(first).toBeVisible();
    const cancel = page.getByRole("contentinfo").getByRole("button", { name: "Cancel" });
    await expect(cancel).toBeVisible();
    // In a narrow line the service's name is truncated, not the buttons.
    await page.setViewportSize({ width: 320, height: 640 });
    expect(
      await cancel.evaluate(({ parentElement: item }) => item && item.scrollWidth <= item.clientWidth),
    ).toBe(true);
    await page.setViewportSize({ width: 1280, height: 800 });
    // A view that is mounted later reads again.
    await expect(async () => {
      if (await cancel.isVisible()) await cancel.click();
      await expect(cancel).toBeHidden({ timeout: 1_000 });
    }).toPass();
    await expect(page.getByRole("alert")).toContainText(
      /Only \d+ of \d+ files loaded. The request was canceled/,
    );
    await expect(first).toBeVisible();
  });

  test("an archive of artifacts is downloaded with its progress", async ({ page, app }) => {
    const account = await addSlowAccount(page, app.origin);
    const project = `projects/${encodeURIComponent("fjord/beacon")}`;
    const id = await page.evaluate(async (url) => {
      const jobs: { id: number; name: string }[] = await (await fetch(url)).json();
      return jobs.find(({ name }) => name === "unit")?.id;
    }, `/-/accounts/${account}/operations/${project}/jobs?scope[]=failed&per_page=100`);
    line.letThrough();
    await page.goto(`/a/${account}/p/${encodeURIComponent("fjord/beacon")}/jobs/${id}/artifacts`);
    await expect(page.getByRole("treeitem", { name: "junit.xml" })).toBeVisible();
    line.hold();
    await page.getByRole("button", { name: "Download archive" }).click();
    await page
      .getByRole("contentinfo")
      .getByRole("button", { name: /^Downloads|download/ })
      .click();
    const name = `unit-${id}-artifacts.zip`;
    // The newest one: the list of a run may have another spec's download of the same archive.
    const row = page
      .getByRole("dialog", { name: "Downloads" })
      .getByRole("listitem")
      .filter({ hasText: name })
      .first();
    const progress = row.getByRole("progressbar", { name });
    await expect(progress).toHaveAttribute("aria-valuenow", /^(49|50)$/);
    await expect(row).toContainText(/[\d.]+ KB of [\d.]+ KB/);
    line.letThrough();
    await expect(progress).toHaveCount(0);
    await expect(row).toContainText(/[\d.]+ KB$/);
  });
});

test.describe("broken network", () => {
  const lantern = "fjord/lantern";
  const portal = "captive portal in one packet";
  const unique = () => Math.random().toString(36).slice(2, 8);

  let line: FailingProxy;
  test.beforeAll(async () => {
    line = await startFailingProxy();
  });
  test.afterEach(() => line.mend());
  test.afterAll(() => line?.stop());

  /** Adds the account through the proxy. Returns a function for paths of its project. */
  async function openAccount(page: Page, origin: string): Promise<(part?: string) => string> {
    const id = await addAccount(page, origin, line, `Line ${unique()}`);
    return (part = "") => origin + projectPath(lantern, part).replace("/a/local/", `/a/${id}/`);
  }

  const goTo = (page: Page, name: string) =>
    page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true }).click();

  test("a captive portal: what it is, what was visited, and a reconnect after logging in", async ({
    page,
    app,
  }) => {
    const at = await openAccount(page, app.origin);
    const branches = page.getByRole("list", { name: "Branches" });
    const distance = branches.getByText(/^↓ \d+$/).first();
    await page.goto(at("branches"));
    await expect(branches.getByRole("link", { name: "main", exact: true })).toBeVisible();
    await expect(distance).toBeVisible();

    line.fail(portal);
    // The page reloads, so that everything shown is from the cache on disk.
    await page.reload();
    const banner = page.getByRole("status").filter({ hasText: "This network asks you to sign in" });
    await expect(banner).toContainText("asks you to sign in");
    await expect(branches.getByRole("link", { name: "main", exact: true })).toBeVisible();

    // A page that was never visited shows why it is not available.
    await page.goto(at("tags"));
    const missing = page.getByRole("alert").filter({ hasText: "responded with a web page" });
    await expect(missing).toBeVisible();
    await expect(banner).toBeVisible();

    line.mend();
    await expect(banner).toBeHidden({ timeout: 60_000 });
    await expect(page.getByRole("list", { name: "Tags" })).toBeVisible();
    await expect(missing).toBeHidden();
    await goTo(page, "Branches");
    await expect(branches.getByRole("link", { name: "main", exact: true })).toBeVisible();
    await expect(distance).toBeVisible();
    await expect(page.getByRole("alert")).toBeHidden();
  });
});
