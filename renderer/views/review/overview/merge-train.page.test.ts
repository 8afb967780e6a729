import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { expectAccessible } from "../../../testing/page/expect-accessible.ts";
import { appForTests } from "../../../testing/page/opened-app.ts";
import { projectPath } from "../../../testing/page/project-path.ts";
import { beacon } from "../../../testing/page/sample-jobs.ts";

const app = appForTests();
/** Time for what the service does in the background and the page reads again, on a machine with much else to do. */
const slow = { timeout: 60_000 };

/** A merge request into a target of its own, whose head has a check that runs. */
async function makeRequest(name: string, target: string) {
  const { id: sha } = await app.callProject<{ id: string }>(beacon, "POST", "/repository/commits", {
    branch: name,
    start_branch: "main",
    commit_message: `Add ${name} [skip ci]`,
    actions: [
      { action: "delete", file_path: ".gitlab-ci.yml" },
      { action: "create", file_path: `${name}.txt`, content: name },
    ],
  });
  const report = (state: string) =>
    app.callProject(beacon, "POST", `/statuses/${sha}`, { state, ref: name, name: "lab/paint" });
  await report("running");
  const { iid } = await app.callProject<{ iid: number }>(beacon, "POST", "/merge_requests", {
    source_branch: name,
    target_branch: target,
    title: `Ride ${name}`,
  });
  return { iid, report };
}

const merging = async () => within(await screen.findByRole("region", { name: "Merging" }));

it("a merge request is added to the train, says its position, leaves it and is merged in its turn", async () => {
  const { user } = app;
  const name = `train-${Date.now()}`;
  const target = `target-${name}`;
  await app.callProject(beacon, "POST", "/repository/branches", { branch: target, ref: "main" });
  await app.callProject(beacon, "PUT", "", { merge_trains_enabled: true });
  const first = await makeRequest(`${name}-1`, target);
  const second = await makeRequest(`${name}-2`, target);
  await app.open(projectPath(beacon, `merge_requests/${first.iid}`));
  await user.click(await (await merging()).findByRole("button", { name: "Start merge train" }, slow));
  expect(
    await (await merging()).findByText(
      new RegExp(`^Position 1 of 1 on the merge train for ${target}, added by `),
    ),
  ).toBeVisible();
  await expectAccessible();
  await app.open(projectPath(beacon, `merge_requests/${second.iid}`));
  const add = async () => (await merging()).findByRole("button", { name: "Add to merge train" }, slow);
  await waitFor(async () => expect(await add()).toBeEnabled(), slow);
  await user.click(await add());
  expect(await (await merging()).findByText(/^Position 2 of 2 on the merge train/)).toBeVisible();
  await user.click((await merging()).getByRole("button", { name: "Remove from merge train" }));
  expect(await add()).toBeVisible();
  await user.click(await add());
  expect(await (await merging()).findByText(/^Position 2 of 2 on the merge train/)).toBeVisible();
  await first.report("failed");
  expect(await (await merging()).findByText(/^Position 1 of 1 on the merge train/, {}, slow)).toBeVisible();
  await second.report("success");
  expect(await screen.findByRole("region", { name: "State" }, slow)).toBeVisible();
  await app.open(projectPath(beacon, `merge_requests/${first.iid}`));
  const left = "Removed from the merge train: pipeline failed";
  expect(await (await merging()).findByText(left, {}, slow)).toBeVisible();
});
