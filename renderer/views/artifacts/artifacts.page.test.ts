import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { expectAccessible } from "../../testing/page/expect-accessible.ts";
import { recordRequests } from "../../testing/page/intercept-requests.ts";
import { appForTests } from "../../testing/page/opened-app.ts";
import { fill, press } from "../../testing/page/press-keys.ts";
import { projectPath } from "../../testing/page/project-path.ts";
import { beacon, findFailedUnit, findSampleJob, isNamed } from "../../testing/page/sample-jobs.ts";

const app = appForTests();
const ended = "jobs?scope[]=success&scope[]=failed";

const findTree = () => screen.findByRole("tree", { name: "Files" });
const findFile = async (name: string) =>
  within(await findTree()).findByRole("treeitem", { name: new RegExp(`^${name}`) });

it("artifacts are browsed and read without the whole archive", async () => {
  const { user } = app;
  const { id } = await findFailedUnit(app);
  const archives = recordRequests(/operations\/.*\/artifacts(\?|$)/);
  await app.open(projectPath(beacon, `jobs/${id}`));
  await user.click(await screen.findByRole("link", { name: "Artifacts" }));
  expect(await findFile("junit.xml")).toBeVisible();
  // What can be done with the job is on all of its pages.
  expect(screen.getByRole("button", { name: "Retry" })).toBeVisible();
  expect(screen.getByText(/never expires/)).toBeVisible();
  await expectAccessible();

  // Arrows and letters move, Enter opens.
  await press(user, await findTree(), "{Home}summ{Enter}");
  expect(await screen.findByRole("heading", { name: "Unit tests" })).toBeVisible();
  expect(await screen.findByRole("img", { name: "The beam" })).toBeVisible();
  await user.click(screen.getByRole("link", { name: "durations.csv" }));
  await waitFor(() =>
    expect(screen.getByRole("region", { name: "Table durations.csv" })).toHaveTextContent("beam.Lens"),
  );

  await fill(user, screen.getByRole("searchbox", { name: "Filter files" }), "beam.png");
  await waitFor(() => expect(screen.queryByRole("treeitem", { name: /^summary\.md/ })).toBeNull());
  await user.click(await findFile("beam.png"));
  expect(await screen.findByRole("img", { name: "beam.png" })).toBeVisible();
  await expectAccessible();
  expect(archives).toEqual([]);
});

it("missing and expiring artifacts and those of a branch are labelled", async () => {
  const { user } = app;
  const lint = await findSampleJob(app, ended, isNamed("lint"));
  const pack = await findSampleJob(app, ended, ({ artifacts_expire_at: time }) => time !== null);
  await app.open(projectPath(beacon, `jobs/${lint.id}/artifacts`));
  expect(await screen.findByRole("heading", { name: "No artifacts" })).toBeVisible();
  await expectAccessible();
  const expired = await findSampleJob(
    app,
    ended,
    ({ artifacts_expire_at: time }) => time !== null && Date.parse(time) < Date.now(),
  );
  await app.open(projectPath(beacon, `jobs/${expired.id}/artifacts`));
  expect(await screen.findByRole("heading", { name: "The artifacts have expired" })).toBeVisible();
  await app.open(projectPath(beacon, `jobs/${pack.id}/artifacts?path=dist/none.txt`));
  expect(await screen.findByText(/^expires/)).toBeVisible();
  expect(await screen.findByRole("heading", { name: "File not found" })).toBeVisible();
  await app.open(projectPath(beacon, "artifacts?ref=main&job=package"));
  await user.click(await findFile("lamp.txt"));
  await waitFor(() => expect(app.address).toMatch(/path=dist(%2F|\/)lamp\.txt/));
  await app.open(projectPath(beacon, "artifacts?ref=main&job=nothing"));
  expect(await within(screen.getByRole("main")).findByRole("alert")).toBeVisible();
});

it("a JUnit report lists failed tests first, with links to files and the history of a test", async () => {
  const { user } = app;
  const { id } = await findFailedUnit(app);
  await app.open(projectPath(beacon, `jobs/${id}/tests`));
  const list = async () => within(await screen.findByRole("listbox", { name: "Tests" }));
  await waitFor(async () =>
    expect((await list()).getAllByRole("option")[0]).toHaveTextContent("expected 9000 lumen"),
  );
  const pane = async () => within(await screen.findByRole("article", { name: "beam dims" }));
  expect(await (await pane()).findByRole("region", { name: "Output" })).toHaveTextContent(
    "waiting for the lamp",
  );
  expect(
    await (await pane()).findByRole("link", { name: "/builds/fjord/beacon/ci/unit.sh:3" }),
  ).toBeVisible();
  await expectAccessible();

  await user.click((await pane()).getByRole("button", { name: /^Show the last/ }));
  const runs = within(await (await pane()).findByRole("list", { name: /^Earlier runs/ }));
  await waitFor(() => expect(runs.getAllByRole("listitem")).toHaveLength(10));
  expect(await (await pane()).findByText(/^Failed in 1 of 10 earlier runs/)).toHaveTextContent(
    "Failed in 1 of 10 earlier runs on main",
  );
  await expectAccessible();

  await press(user, screen.getByRole("listbox", { name: "Tests" }), "{ArrowDown}{Enter}");
  expect(await screen.findByRole("article", { name: "beam.Lens is wiped after rain" })).toHaveTextContent(
    "no rain",
  );
  await user.click(screen.getByRole("button", { name: /^Passed/ }));
  const filter = screen.getByRole("searchbox", { name: "Filter tests" });
  await fill(user, filter, "pier.tide");
  await waitFor(async () => expect((await list()).getAllByRole("option")).toHaveLength(3));
  await fill(user, filter, "nowhere");
  expect(await screen.findByRole("heading", { name: "No matches" })).toBeVisible();

  await app.open("/");
  await app.open(projectPath(beacon, `jobs/${id}/tests`));
  await user.click(await (await pane()).findByRole("link", { name: "lamp.txt:2" }));
  await waitFor(() => expect(app.address).toMatch(/files\?.*path=lamp\.txt.*#L2$/));
});
