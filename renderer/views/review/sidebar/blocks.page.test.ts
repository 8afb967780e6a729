import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { expectAccessible } from "../../../testing/page/expect-accessible.ts";
import { interceptRequests, refused } from "../../../testing/page/intercept-requests.ts";
import { appForTests } from "../../../testing/page/opened-app.ts";
import { projectPath } from "../../../testing/page/project-path.ts";
import { beacon } from "../../../testing/page/sample-jobs.ts";

const app = appForTests();

const makeBranch = (branch: string) =>
  app.callProject(beacon, "POST", "/repository/commits", {
    branch,
    start_branch: "main",
    commit_message: `Add ${branch} [skip ci]`,
    actions: [
      { action: "delete", file_path: ".gitlab-ci.yml" },
      { action: "create", file_path: `${branch}.txt`, content: branch },
    ],
  });

async function makeRequest(branch: string): Promise<number> {
  await makeBranch(branch);
  const { iid } = await app.callProject<{ iid: number }>(beacon, "POST", "/merge_requests", {
    source_branch: branch,
    target_branch: "main",
    title: `Merge ${branch}`,
  });
  return iid;
}

const field = async () => within(await screen.findByRole("region", { name: "Blocked by" }));
const merging = async () => within(await screen.findByRole("region", { name: "Merging" }));
const panel = async () => within(await screen.findByRole("dialog", { name: "Merge request to merge first" }));

it("another merge request that must be merged first is added, holds the merge, and is removed", async () => {
  const { user } = app;
  const name = `waits-${Date.now()}`;
  const first = await makeRequest(`${name}-first`);
  const second = await makeRequest(`${name}-second`);
  await app.open(projectPath(beacon, `merge_requests/${second}`));
  expect(await (await field()).findByText("None")).toBeVisible();
  await user.click(await (await field()).findByRole("button", { name: /^Add a merge request/ }));
  const box = await (await panel()).findByRole("textbox", { name: "Merge request to merge first" });
  await user.type(box, "nonsense");
  expect((await panel()).getByText(/^Use !29/)).toBeVisible();
  await user.clear(box);
  await user.type(box, "!99999{Enter}");
  expect(await (await panel()).findByText(/^It was not found/)).toBeVisible();
  await expectAccessible();
  await user.clear(box);
  await user.type(box, `${beacon}!${first}{Enter}`);
  const list = within(await (await field()).findByRole("list", { name: "Blocked by" }));
  expect(list.getByRole("link", { name: `Merge ${name}-first` })).toBeVisible();
  expect(await (await merging()).findByText(`!${first} must be merged first.`)).toBeVisible();
  await waitFor(async () => expect((await merging()).getByRole("button", { name: "Merge" })).toBeDisabled());
  await expectAccessible();
  await user.click(list.getByRole("button", { name: `Remove !${first}` }));
  expect(await (await field()).findByText("None")).toBeVisible();
  await waitFor(async () => expect((await merging()).getByRole("button", { name: "Merge" })).toBeEnabled());
});

it("a new merge request waits for those that its form names", async () => {
  const { user } = app;
  const name = `form-${Date.now()}`;
  const first = await makeRequest(`${name}-first`);
  await makeBranch(name);
  await app.open(`${projectPath(beacon, "compare")}?from=main&to=${name}`);
  await user.click(await screen.findByRole("link", { name: "Create merge request" }));
  const dialog = within(await screen.findByRole("dialog", { name: "New merge request" }));
  await user.click(await dialog.findByRole("button", { name: "Add merge request" }));
  await user.type(await (await panel()).findByRole("textbox"), `!${first}{Enter}`);
  expect(await dialog.findByRole("button", { name: `Remove !${first}` })).toBeVisible();
  await expectAccessible();
  await user.click(dialog.getByRole("button", { name: "Create merge request" }));
  await waitFor(() => expect(app.address).toMatch(/merge_requests\/\d+$/));
  expect(await (await field()).findByText(`!${first}`)).toBeVisible();
});

it("a service without dependencies is named as the reason", async () => {
  const iid = await makeRequest(`lacking-${Date.now()}`);
  interceptRequests(/\/blocks(\?|$)/, () => refused(404, "not_found", "404 Not Found"));
  await app.open(projectPath(beacon, `merge_requests/${iid}`));
  expect(await (await field()).findByText(/^This service has no dependencies/)).toBeVisible();
  expect((await field()).queryByRole("button")).toBeNull();
});
