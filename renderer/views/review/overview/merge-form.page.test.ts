import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { expectAccessible } from "../../../testing/page/expect-accessible.ts";
import { appForTests } from "../../../testing/page/opened-app.ts";
import { projectPath } from "../../../testing/page/project-path.ts";
import { beacon } from "../../../testing/page/sample-jobs.ts";

const app = appForTests();

/** Commits a file to a branch, a new one of `from` where that is given. Returns the commit's hash. */
const commit = async (branch: string, path: string, content: string, from?: string): Promise<string> => {
  const action = from === undefined ? "update" : "create";
  const { id } = await app.callProject<{ id: string }>(beacon, "POST", "/repository/commits", {
    branch,
    start_branch: from,
    commit_message: `Change ${path}`,
    actions: [
      ...(from === undefined ? [] : [{ action: "delete", file_path: ".gitlab-ci.yml" }]),
      { action, file_path: path, content },
    ],
  });
  return id;
};

/** A merge request of two branches of their own, whose files a pipeline never runs for. */
async function makeRequest(name: string) {
  const target = `target-${name}`;
  const path = `${name}.txt`;
  await commit(target, path, "1\n2\n3\n", "main");
  await app.callProject(beacon, "POST", "/repository/branches", { branch: name, ref: target });
  const sha = await commit(name, path, "1\ntwo\n3\n");
  const { iid } = await app.callProject<{ iid: number }>(beacon, "POST", "/merge_requests", {
    source_branch: name,
    target_branch: target,
    title: `Merge ${name}`,
  });
  return { iid, sha, target, path };
}

const report = (sha: string, ref: string, state: string) =>
  app.callProject(beacon, "POST", `/statuses/${sha}`, { state, ref, name: "lab/paint" });
const merging = async () => within(await screen.findByRole("region", { name: "Merging" }));
/** Time for what the service does in the background and the page reads again, on a machine with much else to do. */
const slow = { timeout: 60_000 };
const open = (iid: number) => app.open(projectPath(beacon, `merge_requests/${iid}`));

it("an automatic merge is shown with who set it, canceled, and said where it failed", async () => {
  const { user } = app;
  const name = `auto-${Date.now()}`;
  const { iid, sha } = await makeRequest(name);
  await report(sha, name, "running");
  await app.callProject(beacon, "PUT", `/merge_requests/${iid}/merge`, {
    merge_when_pipeline_succeeds: true,
  });
  await open(iid);
  const box = await merging();
  expect(await box.findByText(/^Merges when the pipeline succeeds, set by /)).toBeVisible();
  expect(box.queryByRole("button", { name: "Merge" })).toBeNull();
  await expectAccessible();
  await user.click(box.getByRole("button", { name: "Cancel automatic merge" }));
  expect(await box.findByRole("button", { name: "Merge" })).toBeVisible();

  await app.callProject(beacon, "PUT", `/merge_requests/${iid}/merge`, {
    merge_when_pipeline_succeeds: true,
  });
  await report(sha, name, "failed");
  await app.reload();
  // Where the page was read before the service has ended it, it is read again after a while.
  const again = await merging();
  const failed = "Automatic merge failed: pipeline failed";
  expect(await again.findByText(failed, {}, slow)).toBeVisible();
});

it("merges with edited messages, which are kept until then", async () => {
  const { user } = app;
  const name = `words-${Date.now()}`;
  const { iid, target } = await makeRequest(name);
  await open(iid);
  const box = await merging();
  await user.click(await box.findByRole("button", { name: "Edit messages…" }));
  const message = await box.findByRole<HTMLTextAreaElement>("textbox", { name: "Merge commit message" });
  expect(message.value).toContain(`Merge branch '${name}' into '${target}'`);
  expect(box.queryByRole("textbox", { name: "Squash commit message" })).toBeNull();
  await user.click(box.getByRole("checkbox", { name: "Squash commits" }));
  const squashed = await box.findByRole<HTMLTextAreaElement>("textbox", { name: "Squash commit message" });
  expect(squashed.value).toContain(`Merge ${name}`);
  await user.clear(squashed);
  await user.type(squashed, "In my words");
  await expectAccessible();
  await user.click(box.getByRole("button", { name: "Merge" }));
  expect(await screen.findByRole("region", { name: "State" })).toBeVisible();
  const commits = await app.callProject<{ message: string }[]>(
    beacon,
    "GET",
    `/repository/commits?ref_name=${target}`,
  );
  expect(commits.map(({ message }) => message).join()).toContain("In my words");
});

it("rebases onto the target, and leads to the conflicts where it cannot", async () => {
  const { user } = app;
  const name = `base-${Date.now()}`;
  const { iid, target, path } = await makeRequest(name);
  await app.callProject(beacon, "POST", "/repository/commits", {
    branch: target,
    commit_message: "Something else",
    actions: [{ action: "create", file_path: `other-${path}`, content: "x" }],
  });
  await open(iid);
  const box = await merging();
  expect(await box.findByText(`1 commit behind ${target}.`)).toBeVisible();
  await user.click(box.getByRole("button", { name: "Rebase" }));
  await waitFor(() => expect(box.queryByRole("button", { name: "Rebase" })).toBeNull(), slow);
  expect(box.getByRole("button", { name: "Merge" })).toBeEnabled();

  await commit(target, path, "1\nzwei\n3\n");
  await app.reload();
  const again = await merging();
  await user.click(await again.findByRole("button", { name: "Rebase" }));
  expect(await again.findByText(/^Rebase failed: commit \w+ conflicts with/, {}, slow)).toBeVisible();
  await user.click(again.getByRole("button", { name: "Resolve conflicts" }));
  expect(await screen.findByRole("dialog")).toBeVisible();
});

it("shows who has to approve by the project's rules and its owners, and requests changes", async () => {
  const { user } = app;
  const name = `owned-${Date.now()}`;
  const { iid, target, path } = await makeRequest(name);
  const [someone] = await app.callProject<{ username: string; name: string }[]>(
    beacon,
    "GET",
    "/members/all",
  );
  await app.callProject(beacon, "POST", "/repository/commits", {
    branch: target,
    commit_message: "Own it",
    actions: [
      {
        action: "create",
        file_path: ".gitlab/CODEOWNERS",
        content: `[Texts]\n${path} @${someone?.username}\n`,
      },
    ],
  });
  await open(iid);
  const box = await merging();
  const rules = within(await box.findByRole("list", { name: "Approval rules" }));
  expect(await rules.findByText(`Texts: ${path}`)).toBeVisible();
  expect(rules.getByText(/^from /)).toBeVisible();
  await expectAccessible();
  await user.click(await box.findByRole("button", { name: "Request changes" }, slow));
  expect(await box.findByText(/^(?!A reviewer).* requested changes\.$/)).toBeVisible();
  await waitFor(() => expect(box.getByRole("button", { name: "Merge" })).toBeDisabled());
  const side = within(screen.getByRole("complementary", { name: "Details" }));
  expect(await side.findByText("Requested changes")).toBeVisible();
  expect(await screen.findByTitle("1 of 1 reviewed, changes requested")).toHaveTextContent(
    "Changes requested",
  );
  await user.click(box.getByRole("button", { name: "Approve" }));
  expect(await side.findByText("Approved")).toBeVisible();
  await waitFor(() => expect(box.getByRole("button", { name: "Merge" })).toBeEnabled());
});
