import { goTo } from "./fixtures/go-to.ts";
import { findFailedUnit, findJob, isNamed } from "./fixtures/job-log.ts";
import { beacon } from "./fixtures/pipeline.ts";
import { expect, expectAccessible, projectPath, test } from "./fixtures/test.ts";

const ended = "jobs?scope[]=success&scope[]=failed";

test("artifacts are browsed, read and downloaded without the whole archive", async ({ page }) => {
  const { id } = await findFailedUnit(page);
  const requestedUrls: string[] = [];
  page.on("request", (request) => requestedUrls.push(new URL(request.url()).pathname));
  await page.goto(projectPath(beacon, `jobs/${id}`));
  await page.getByRole("link", { name: "Artifacts", exact: true }).click();
  const tree = page.getByRole("tree", { name: "Files" });
  await expect(tree.getByRole("treeitem", { name: "junit.xml" })).toBeVisible();
  await expect(page.getByText("never expires")).toBeVisible();
  await expectAccessible(page);
  // The name of the tab is longer than a tab: the next button is beside it all the same.
  const gap = async () => {
    const tab = await page.getByRole("tab", { selected: true }).boundingBox();
    const next = await page.getByRole("button", { name: "New tab" }).boundingBox();
    return (next?.x ?? 0) - (tab?.x ?? 0) - (tab?.width ?? 0);
  };
  await expect.poll(gap).toBeLessThan(16);

  // Arrows and letters move, Enter opens.
  await tree.focus();
  await page.keyboard.press("Home");
  await page.keyboard.type("summ");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Unit tests" })).toBeVisible();
  await expect(page.getByRole("img", { name: "The beam" })).toBeVisible();
  await page.getByRole("link", { name: "durations.csv" }).click();
  await expect(page.getByRole("region", { name: "Table durations.csv" })).toContainText("beam.Lens");
  await page.getByRole("radio", { name: "Source" }).click();
  await expect(page.getByText("group,test,seconds")).toBeVisible();
  await page.getByRole("treeitem", { name: "coverage.json" }).click();
  await expect(page.getByText("92.4")).toBeVisible();

  await page.getByRole("searchbox", { name: "Filter files" }).fill("beam.png");
  await expect(tree.getByRole("treeitem", { name: "summary.md" })).toHaveCount(0);
  await page.getByRole("treeitem", { name: "beam.png" }).click();
  await expect(page.getByRole("img", { name: "beam.png" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Download beam.png" }).click();
  await expect(page.getByText("Downloading beam.png", { exact: true })).toBeVisible();
  expect(requestedUrls.filter((path) => /\/artifacts$/.test(path) && path.includes("/operations/"))).toEqual(
    [],
  );
  await page.getByRole("button", { name: "Download archive" }).click();
  await expect(page.getByText(`Downloading unit-${id}-artifacts.zip`, { exact: true })).toBeVisible();
});

test("a report in HTML is drawn without running anything of it", async ({ page }) => {
  const { id } = await findFailedUnit(page);
  await page.goto(projectPath(beacon, `jobs/${id}/artifacts?path=report/coverage/index.html`));
  const report = page.frameLocator("iframe");
  await expect(report.getByRole("heading", { name: "Coverage of the lamp" })).toBeVisible();
  await expect(page.locator("iframe")).toHaveAttribute("sandbox", "");
  expect(await report.locator("title").textContent()).toBe("Coverage");
  await page.getByRole("radio", { name: "Source" }).click();
  await expect(page.getByText("a script ran")).toBeVisible();
});

test("a hostile page among the artifacts loads nothing, leads nowhere and stays in its frame", async ({
  page,
}) => {
  const { id } = await findFailedUnit(page);
  const hostile = `<meta http-equiv="refresh" content="0;url=https://evil.example/refresh">
    <base href="https://evil.example/"><link rel="stylesheet" href="style.css">
    <style>@import "https://evil.example/import.css"; body { background: url(https://evil.example/back.png) }</style>
    <h1>Hello</h1><script>fetch("/-/accounts"); parent.document.title = "taken"</script>
    <img src="https://evil.example/pixel.png" alt=""><img src="${new URL(page.url()).origin}/-/accounts" alt="">
    <iframe src="https://evil.example/frame"></iframe><object data="https://evil.example/object"></object>
    <a href="https://evil.example/top" target="_top">Leave</a>
    <form action="https://evil.example/form"><button>Send</button></form>`;
  await page.route(/operations\/.*index(\.|%2E)html$/i, (route) =>
    route.fulfill({ body: hostile, contentType: "application/octet-stream" }),
  );
  // Playwright reports blocked requests too; only those that reach this route would have been sent.
  const sent: string[] = [];
  await page.route("https://evil.example/**", (route) => {
    sent.push(route.request().url());
    return route.abort();
  });
  await page.goto(projectPath(beacon, `jobs/${id}/artifacts?path=report/coverage/index.html`));
  const frame = page.frameLocator('iframe[title="index.html"]');
  await expect(frame.getByRole("heading", { name: "Hello" })).toBeVisible();
  await frame.getByRole("link", { name: "Leave" }).click();
  await frame.getByRole("button", { name: "Send" }).click();
  await expect(frame.getByRole("heading", { name: "Hello" })).toBeVisible();
  await expect(page).toHaveURL(/artifacts\?path=/);
  expect(sent).toEqual([]);
  expect(await page.title()).not.toContain("taken");
});

test("missing and expiring artifacts and those of a branch are labelled", async ({ page }) => {
  const lint = await findJob(page, ended, isNamed("lint"));
  const pack = await findJob(page, ended, ({ artifacts_expire_at: time }) => time !== null);
  await page.goto(projectPath(beacon, `jobs/${lint.id}/artifacts`));
  await expect(page.getByRole("heading", { name: "No artifacts" })).toBeVisible();
  await expectAccessible(page);
  const expired = await findJob(
    page,
    ended,
    ({ artifacts_expire_at: time }) => time !== null && Date.parse(time) < Date.now(),
  );
  await goTo(page, projectPath(beacon, `jobs/${expired.id}/artifacts`));
  await expect(page.getByRole("heading", { name: "The artifacts have expired" })).toBeVisible();
  await goTo(page, projectPath(beacon, `jobs/${pack.id}/artifacts?path=dist/none.txt`));
  await expect(page.getByText(/^expires/)).toBeVisible();
  await expect(page.getByRole("heading", { name: "File not found" })).toBeVisible();
  await goTo(page, projectPath(beacon, "artifacts?ref=main&job=package"));
  await page.getByRole("treeitem", { name: "lamp.txt" }).click();
  await expect(page.getByText("turns per minute")).toBeVisible();
  await goTo(page, projectPath(beacon, "artifacts?ref=main&job=nothing"));
  await expect(page.getByRole("main").getByRole("alert")).toBeVisible();
});

test("a JUnit report lists failed tests first, with links to files and the history of a test", async ({
  page,
}) => {
  const { id } = await findFailedUnit(page);
  await page.goto(projectPath(beacon, `jobs/${id}/tests`));
  const list = page.getByRole("listbox", { name: "Tests" });
  await expect(list.getByRole("option").first()).toContainText("expected 9000 lumen");
  const pane = page.getByRole("article", { name: "beam dims" });
  await expect(pane.getByRole("region", { name: "Output" })).toContainText("waiting for the lamp");
  await expect(pane.getByRole("link", { name: "/builds/fjord/beacon/ci/unit.sh:3" })).toBeVisible();
  await expectAccessible(page);

  await pane.getByRole("button", { name: /^Show the last/ }).click();
  const runs = pane.getByRole("list", { name: /^Earlier runs/ });
  await expect(runs.getByRole("listitem")).toHaveCount(10);
  await expect(pane.getByText("Failed in 1 of 10 earlier runs on main")).toBeVisible();
  await expectAccessible(page);

  await list.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("article", { name: "beam.Lens is wiped after rain" })).toContainText("no rain");
  await page.getByRole("button", { name: /^Passed/ }).click();
  await page.getByRole("searchbox", { name: "Filter tests" }).fill("pier.tide");
  await expect(list.getByRole("option")).toHaveCount(3);
  await page.getByRole("searchbox", { name: "Filter tests" }).fill("nowhere");
  await expect(page.getByRole("heading", { name: "No matches" })).toBeVisible();

  await page.goto(projectPath(beacon, `jobs/${id}/tests`));
  await pane.getByRole("link", { name: "lamp.txt:2" }).click();
  await expect(page).toHaveURL(/files\?.*path=lamp\.txt.*#L2$/);
  await expect(page.getByText("lumen:")).toBeVisible();
});
