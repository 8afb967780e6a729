import type { Page } from "@playwright/test";
import { expect, expectAccessible, place, test } from "./fixtures/test.ts";

const project = "fjord/beacon";

interface SampleJob {
  readonly id: number;
  readonly name: string;
  readonly status: string;
  readonly artifacts_expire_at: string | null;
}

/** The newest job of the sample that fits. */
async function jobOf(page: Page, fits: (job: SampleJob) => boolean): Promise<number> {
  await page.goto(place(project));
  const jobs: readonly SampleJob[] = await page.evaluate(async (path) => {
    const url = `/-/accounts/local/operations/projects/${path}/jobs?per_page=100&scope[]=success&scope[]=failed`;
    return (await fetch(url)).json();
  }, encodeURIComponent(project));
  const found = jobs.find(fits);
  if (!found) throw new Error("the sample has no such job");
  return found.id;
}

const failedUnit = ({ name, status }: SampleJob) => name === "unit" && status === "failed";

test("artifacts are browsed, read and downloaded without the whole archive", async ({ page }) => {
  const id = await jobOf(page, failedUnit);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(place(project, `jobs/${id}`));
  await page.getByRole("link", { name: "Artifacts", exact: true }).click();
  const tree = page.getByRole("tree", { name: "Files" });
  await expect(tree.getByRole("treeitem", { name: "junit.xml" })).toBeVisible();
  await expect(page.getByText("never expires")).toBeVisible();
  await expectAccessible(page);

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
  expect(asked.filter((path) => /\/artifacts$/.test(path) && path.includes("/operations/"))).toEqual([]);
  await page.getByRole("button", { name: "Download archive" }).click();
  await expect(page.getByText(`Downloading unit-${id}-artifacts.zip`, { exact: true })).toBeVisible();
});

test("a report in HTML is drawn without running anything of it", async ({ page }) => {
  const id = await jobOf(page, failedUnit);
  await page.goto(place(project, `jobs/${id}/artifacts?path=report/coverage/index.html`));
  const report = page.frameLocator("iframe");
  await expect(report.getByRole("heading", { name: "Coverage of the lamp" })).toBeVisible();
  await expect(page.locator("iframe")).toHaveAttribute("sandbox", "");
  expect(await report.locator("title").textContent()).toBe("Coverage");
  await page.getByRole("radio", { name: "Source" }).click();
  await expect(page.getByText("a script ran")).toBeVisible();
});

test("artifacts that are not there, expire, or belong to a branch say so", async ({ page }) => {
  const lint = await jobOf(page, ({ name }) => name === "lint");
  const pack = await jobOf(page, ({ artifacts_expire_at: time }) => time !== null);
  await page.goto(place(project, `jobs/${lint}/artifacts`));
  await expect(page.getByRole("heading", { name: "No artifacts" })).toBeVisible();
  await expectAccessible(page);
  await page.goto(place(project, `jobs/${pack}/artifacts?path=dist/none.txt`));
  await expect(page.getByText(/^expires/)).toBeVisible();
  await expect(page.getByRole("heading", { name: "File not found" })).toBeVisible();
  await page.goto(place(project, "artifacts?ref=main&job=package"));
  await page.getByRole("treeitem", { name: "lamp.txt" }).click();
  await expect(page.getByText("turns per minute")).toBeVisible();
  await page.goto(place(project, "artifacts?ref=main&job=nothing"));
  await expect(page.getByRole("alert")).toBeVisible();
});

test("a JUnit report lists failed tests first, with links to files and the history of a test", async ({
  page,
}) => {
  const id = await jobOf(page, failedUnit);
  await page.goto(place(project, `jobs/${id}/tests`));
  const list = page.getByRole("listbox", { name: "Tests" });
  await expect(list.getByRole("option").first()).toContainText("expected 9000 lumen");
  const pane = page.getByRole("article", { name: "beam dims" });
  await expect(pane.getByRole("region", { name: "Output" })).toContainText("waiting for the lamp");
  await expect(pane.getByRole("link", { name: "/builds/fjord/beacon/ci/unit.sh:3" })).toBeVisible();
  await expectAccessible(page);

  await pane.getByRole("button", { name: /^Show the last/ }).click();
  const runs = pane.getByRole("list", { name: /^Earlier runs/ });
  await expect(runs.getByRole("listitem")).toHaveCount(10);
  await expect(pane.getByText("Failed in 1 of 10 earlier runs")).toBeVisible();
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

  await page.goto(place(project, `jobs/${id}/tests`));
  await pane.getByRole("link", { name: "lamp.txt:2" }).click();
  await expect(page).toHaveURL(/files\?.*path=lamp\.txt.*#L2$/);
  await expect(page.getByText("lumen:")).toBeVisible();
});
