import { screen, waitFor, within } from "@testing-library/dom";
import { describe, expect, it } from "vitest";
import { type LedgerTest, testLedgerRoutes } from "../../../../shared/host/test-ledger.ts";
import { callHost } from "../../../api/fetch-host.ts";
import { expectAccessible } from "../../../testing/page/expect-accessible.ts";
import { interceptRequests, recordRequests, refused } from "../../../testing/page/intercept-requests.ts";
import { appForTests } from "../../../testing/page/opened-app.ts";
import { fill } from "../../../testing/page/press-keys.ts";
import { projectPath } from "../../../testing/page/project-path.ts";
import { beacon, findFailedUnit } from "../../../testing/page/sample-jobs.ts";

const app = appForTests();

const findChanges = async () => within(await screen.findByRole("list", { name: "Changes" }));
const comparison = (pipeline: number, other: number | string) =>
  projectPath(beacon, `pipelines/${pipeline}/compare/${other}`);

/** Returns the newest pipeline whose unit tests failed, and the last success before it. */
async function findPipelines(): Promise<{ readonly failed: number; readonly good: number }> {
  const { pipeline } = await findFailedUnit(app);
  const listed = await app.callProject<{ id: number }[]>(
    beacon,
    "GET",
    "/pipelines?ref=main&status=success&per_page=100",
  );
  const failed = pipeline?.id ?? 0;
  return { failed, good: listed.find(({ id }) => id < failed)?.id ?? 0 };
}

describe("a comparison of pipelines", () => {
  it("is with the last success of the branch, by the pipeline's page and a key, and has an address", async () => {
    const { user } = app;
    const { failed, good } = await findPipelines();
    await app.open(projectPath(beacon, `pipelines/${failed}`));
    await user.click(await screen.findByRole("button", { name: "Compare…" }));
    await user.click(await screen.findByRole("option", { name: /^Last success of main/ }));
    await waitFor(() => expect(app.address).toMatch(new RegExp(`/pipelines/${failed}/compare/${good}$`)));
    const list = await findChanges();
    expect(await list.findByRole("heading", { name: /^Newly failing jobs 1$/ })).toBeVisible();
    expect(list.getByRole("link", { name: "unit" }).getAttribute("href")).toMatch(
      /\/jobs\/\d+\?view=compare&with=\d+$/,
    );
    expect(await list.findByRole("heading", { name: /^Newly failing tests 1$/ })).toBeVisible();
    const dims = list.getByRole("link", { name: "dims" });
    expect(dims.getAttribute("href")).toMatch(/\/jobs\/\d+\/tests\?test=dims&group=beam$/);
    await expectAccessible();

    await fill(user, screen.getByRole("searchbox", { name: "Filter changes" }), "no such");
    expect(await screen.findByRole("heading", { name: "No change matches" })).toBeVisible();

    await app.open(projectPath(beacon, `pipelines/${failed}`));
    await screen.findByRole("button", { name: "Compare…" });
    await user.keyboard("d");
    await waitFor(() => expect(app.address).toMatch(new RegExp(`/compare/${good}$`)));
  });

  it("is the other way around once swapped, and a job's row opens its logs beside each other", async () => {
    const { user } = app;
    const { failed, good } = await findPipelines();
    await app.open(comparison(failed, good));
    await (await findChanges()).findByRole("heading", { name: /^Newly failing tests/ });
    await user.click(screen.getByRole("link", { name: "Swap" }));
    await waitFor(() => expect(app.address).toMatch(new RegExp(`/pipelines/${good}/compare/${failed}$`)));
    const list = await findChanges();
    expect(await list.findByRole("heading", { name: /^Recovered jobs 1$/ })).toBeVisible();
    expect(await list.findByRole("heading", { name: /^Recovered tests 1$/ })).toBeVisible();
    await user.click(list.getByRole("link", { name: "unit" }));
    const bar = within(await screen.findByRole("toolbar", { name: "Comparison" }));
    expect(await bar.findByRole("link", { name: /^#\d+$/ })).toBeVisible();
    expect(bar.queryByText(/last success/)).toBeNull();
  });

  it("has only jobs where there is no report, and says why reports could not be loaded", async () => {
    const { failed, good } = await findPipelines();
    interceptRequests(/test_report/, () => refused(500, "unavailable", "broken"));
    await app.open(comparison(failed, good));
    expect(await screen.findByText("The test reports could not be loaded")).toBeVisible();
    expect(await (await findChanges()).findByRole("link", { name: "unit" })).toBeVisible();
  });

  it("reads the files of archives where the service has no reports of pipelines", async () => {
    const { failed, good } = await findPipelines();
    interceptRequests(/test_report/, () => refused(404, "not_found", "404 Not Found"));
    await app.open(comparison(failed, good));
    expect(await (await findChanges()).findByRole("link", { name: "dims" })).toBeVisible();
  });

  it("says so where nothing has passed before, and offers others", async () => {
    await app.open(comparison(1, "branch"));
    expect(
      await screen.findByRole("heading", { name: /No successful pipeline to compare with|No differences/ }),
    ).toBeVisible();
    await app.open(comparison(99_999, 1));
    expect(await screen.findByRole("heading", { name: "Pipeline #99999 was not found" })).toBeVisible();
  });
});

describe("the flaky tests of a project", () => {
  const flaky: LedgerTest = {
    job: "unit",
    group: "beam",
    name: "dims",
    results: ["f", "p"],
    lines: "AssertionError\nat dims (ci/unit.sh:4)",
    jobId: 7,
  };

  it("are read once from the reports of its pipelines, and are there without a network", async () => {
    const { user } = app;
    await callHost(testLedgerRoutes.put, {
      id: "local",
      pipeline: 900_000,
      body: {
        project: beacon,
        sha: "f".repeat(40),
        ref: "topic",
        createdAt: "2026-08-01T08:00:00Z",
        updatedAt: "",
        tests: [flaky],
      },
    });
    await app.open(projectPath(beacon, "pipelines"));
    await user.click(await screen.findByRole("link", { name: "Flaky tests" }));
    const list = async () => within(await screen.findByRole("listbox", { name: "Tests" }));
    expect(await (await list()).findByRole("option", { name: /dims/ })).toBeVisible();
    expect(await screen.findByRole("button", { name: "Read new pipelines" })).toBeVisible();
    expect(screen.getByText(/^Flaky rate: /)).toBeVisible();
    const details = within(await screen.findByRole("article", { name: "dims" }));
    expect(await details.findByRole("region", { name: "Last failure" })).toHaveTextContent("at dims");
    expect(details.getByRole("link", { name: "Log of job #7" })).toBeVisible();
    await expectAccessible();

    await user.click(screen.getByRole("button", { name: /^All$/ }));
    expect(await (await list()).findByRole("option", { name: /focuses/ })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Branch: all" }));
    await user.click(await screen.findByRole("option", { name: "topic" }));
    await waitFor(async () => expect((await list()).getAllByRole("option")).toHaveLength(1));

    // What was read is not read again.
    const reads = recordRequests(/test_report/);
    await app.reload();
    expect(await screen.findByRole("button", { name: "Read new pipelines" })).toBeVisible();
    expect(reads).toEqual([]);
    interceptRequests(/operations\//, () => refused(503, "unavailable", "away"));
    await app.open(projectPath(beacon, "flaky_tests"));
    expect(await (await list()).findByRole("option", { name: /dims/ })).toBeVisible();
  });

  it("mark the failed tests of a job", async () => {
    const { id } = await findFailedUnit(app);
    await app.open(projectPath(beacon, `jobs/${id}/tests`));
    const list = within(await screen.findByRole("listbox", { name: "Tests" }));
    const [first] = await list.findAllByRole("option");
    await waitFor(() => expect(first).toHaveTextContent(/Flaky: \d+ % of \d+ runs/));
  });
});
