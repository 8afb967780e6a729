import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { expectAccessible } from "../../../testing/page/expect-accessible.ts";
import { interceptRequests, withJson } from "../../../testing/page/intercept-requests.ts";
import { appForTests } from "../../../testing/page/opened-app.ts";
import { projectPath } from "../../../testing/page/project-path.ts";
import { beacon } from "../../../testing/page/sample-jobs.ts";

const app = appForTests();

/** A merge request of a branch of its own. Returns its number and last commit. */
async function makeRequest(
  name: string,
  target = "main",
): Promise<{ readonly iid: number; readonly sha: string }> {
  await app.callProject(beacon, "POST", "/repository/commits", {
    branch: name,
    start_branch: "main",
    commit_message: "Add a file",
    actions: [
      { action: "delete", file_path: ".gitlab-ci.yml" },
      { action: "create", file_path: `${name}.txt`, content: name },
    ],
  });
  return app.callProject(beacon, "POST", "/merge_requests", {
    source_branch: name,
    target_branch: target,
    title: `Check ${name}`,
  });
}

const report = (sha: string, ref: string, state: string, name = "lab/paint") =>
  app.callProject(beacon, "POST", `/statuses/${sha}`, { state, ref, name, target_url: "https://lab.test/1" });

const merging = async () => within(await screen.findByRole("region", { name: "Merging" }));

it("a failed check of the source branch is a warning, or a reason not to merge, wherever the commit is shown", async () => {
  const name = `checked-${Date.now()}`;
  const { iid, sha } = await makeRequest(name);
  await report(sha, name, "failed");
  await app.open(projectPath(beacon, `merge_requests/${iid}`));
  const box = await merging();
  expect(await box.findByText("The check “lab/paint” failed. You can merge anyway.")).toBeVisible();
  expect(box.getByRole("link", { name: /^lab\/paint: failed$/ })).toBeVisible();
  await waitFor(() => expect(box.getByRole("button", { name: "Merge" })).toBeEnabled());
  await expectAccessible();

  // Other tests have left failed checks in the same lists.
  for (const [page, list, text] of [
    [`merge_requests?q=${name}`, "Merge requests", `Check ${name}`],
    [`branches?search=${name}`, "Branches", name],
    [`commits?ref=${name}`, "Commits", "Add a file"],
  ] as const) {
    await app.open(projectPath(beacon, page));
    const rows = within(await screen.findByRole("list", { name: list }));
    await waitFor(() => {
      const row = rows.getAllByRole("listitem").find(({ textContent }) => textContent.includes(text));
      if (!row) throw new Error(`No row has ${text}`);
      expect(within(row).getByRole("img", { name: "Checks failed" })).toBeVisible();
    });
  }
  await app.open(projectPath(beacon, `commits/${sha}`));
  expect(await screen.findByText("lab/paint: failed")).toBeVisible();

  interceptRequests(new RegExp(`operations/projects/${encodeURIComponent(beacon)}(\\?|$)`), async (send) => {
    const response = await send();
    return withJson(response, { ...(await response.json()), only_allow_merge_if_pipeline_succeeds: true });
  });
  await app.open(projectPath(beacon, `merge_requests/${iid}`));
  await app.reload();
  const strict = await merging();
  expect(await strict.findByText("The check “lab/paint” failed. It must succeed first.")).toBeVisible();
  await waitFor(() => expect(strict.getByRole("button", { name: "Merge" })).toBeDisabled());
  await report(sha, name, "success");
  await app.reload();
  const passed = await merging();
  await waitFor(() => expect(passed.getByRole("button", { name: "Merge" })).toBeEnabled());
  expect(passed.queryByText(/lab\/paint/)).toBeNull();
});

it("a pending check is said, and checks that cannot be read are, too", async () => {
  const name = `waiting-${Date.now()}`;
  const { iid, sha } = await makeRequest(name);
  await report(sha, name, "pending");
  await app.open(projectPath(beacon, `merge_requests/${iid}`));
  expect(
    await (await merging()).findByText(
      "The check “lab/paint” has not ended yet. Merging does not wait for it.",
    ),
  ).toBeVisible();
  interceptRequests(/\/statuses(\?|$)/, async (send) => {
    const response = await send();
    return new Response('{"message":"403 Forbidden"}', { status: 403, headers: response.headers });
  });
  await app.reload();
  expect(await (await merging()).findByText(/^Checks of the last commit could not be read/)).toBeVisible();
});

it("after the merge it says who approved, and offers to revert, to cherry-pick, and to delete or restore the branch", async () => {
  const { user } = app;
  const name = `ended-${Date.now()}`;
  const target = `base-${name}`;
  await app.callProject(beacon, "POST", "/repository/branches", { branch: target, ref: "main" });
  const { iid } = await makeRequest(name, target);
  await app.callProject(beacon, "POST", `/merge_requests/${iid}/approve`);
  await app.callProject(beacon, "PUT", `/merge_requests/${iid}/merge`);
  await app.open(projectPath(beacon, `merge_requests/${iid}`));
  const box = within(await screen.findByRole("region", { name: "State" }));
  expect(await box.findByText(/^Approved by /)).toBeVisible();
  expect(box.getByRole("link", { name: "Cherry-pick…" })).toBeVisible();
  await expectAccessible();
  await user.click(await box.findByRole("button", { name: "Delete source branch…" }));
  await user.click(await screen.findByRole("button", { name: "Delete branch" }));
  await user.click(await box.findByRole("button", { name: "Restore source branch" }));
  expect(await box.findByRole("button", { name: "Delete source branch…" })).toBeVisible();
  const [{ commit }] = await app.callProject<[{ commit: { message: string } }]>(
    beacon,
    "GET",
    `/repository/branches?search=^${name}$`,
  );
  expect(commit.message.trim()).toBe("Add a file");
  await user.click(box.getByRole("link", { name: "Revert…" }));
  const dialog = await screen.findByRole("dialog", { name: "Revert this commit" });
  await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(app.address).not.toContain("ask=");
});
