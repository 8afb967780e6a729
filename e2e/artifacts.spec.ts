import { projectPath } from "../renderer/testing/page/project-path.ts";
import { beacon, findFailedUnit } from "../renderer/testing/page/sample-jobs.ts";
import { sampleCallsOf } from "./fixtures/call-project.ts";
import { goTo } from "./fixtures/go-to.ts";
import { expect, test } from "./fixtures/test.ts";

test("a long name of a tab leaves the next button its place, and artifacts are downloaded one by one", async ({
  page,
}) => {
  const { id } = await findFailedUnit(sampleCallsOf(page));
  const requestedUrls: string[] = [];
  page.on("request", (request) => requestedUrls.push(new URL(request.url()).pathname));
  await page.goto(projectPath(beacon, `jobs/${id}/artifacts`));
  await page.getByRole("searchbox", { name: "Filter files" }).fill("beam.png");
  await page.getByRole("treeitem", { name: "beam.png" }).click();
  await expect(page.getByRole("img", { name: "beam.png" })).toBeVisible();
  // The name of the tab is longer than a tab: the next button is beside it all the same.
  const gap = async () => {
    const tab = await page.getByRole("tab", { selected: true }).boundingBox();
    const next = await page.getByRole("button", { name: "New tab" }).boundingBox();
    return (next?.x ?? 0) - (tab?.x ?? 0) - (tab?.width ?? 0);
  };
  await expect.poll(gap).toBeLessThan(16);
  await page.getByRole("button", { name: "Download beam.png" }).click();
  await expect(page.getByText("Downloading beam.png", { exact: true })).toBeVisible();
  expect(requestedUrls.filter((path) => /\/artifacts$/.test(path) && path.includes("/operations/"))).toEqual(
    [],
  );
  await page.getByRole("button", { name: "Download archive" }).click();
  await expect(page.getByText(`Downloading unit-${id}-artifacts.zip`, { exact: true })).toBeVisible();
});

test("files of artifacts, and those that a report leads to, are shown as text", async ({ page }) => {
  const { id } = await findFailedUnit(sampleCallsOf(page));
  await page.goto(projectPath(beacon, `jobs/${id}/artifacts?path=report/durations.csv`));
  await page.getByRole("radio", { name: "Source" }).click();
  await expect(page.getByText("group,test,seconds")).toBeVisible();
  await page.getByRole("treeitem", { name: "coverage.json" }).click();
  await expect(page.getByText("92.4")).toBeVisible();
  await goTo(page, projectPath(beacon, "artifacts?ref=main&job=package"));
  await page.getByRole("treeitem", { name: "lamp.txt" }).click();
  await expect(page.getByText("turns per minute")).toBeVisible();
  await goTo(page, projectPath(beacon, `jobs/${id}/tests`));
  await page.getByRole("article", { name: "beam dims" }).getByRole("link", { name: "lamp.txt:2" }).click();
  await expect(page.getByText("lumen:")).toBeVisible();
});

test("a report in HTML is drawn without running anything of it", async ({ page }) => {
  const { id } = await findFailedUnit(sampleCallsOf(page));
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
  const { id } = await findFailedUnit(sampleCallsOf(page));
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
