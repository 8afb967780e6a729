import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it, onTestFinished, vi } from "vitest";
import { commitFiles } from "../../../testing/page/commit-files.ts";
import { expectAccessible } from "../../../testing/page/expect-accessible.ts";
import { fill } from "../../../testing/page/keys.ts";
import { appForTests, projectPath } from "../../../testing/page/opened-app.ts";

const app = appForTests();
const project = "fjord/handbook";
const harbor = "fjord/platform/harbor";
const unique = () => Math.random().toString(36).slice(2, 8);

/** Commits a file and opens its commit. */
async function openCommitOf(path: string): Promise<void> {
  await commitFiles(app, project, { [path]: "one\ntwo\n" });
  await app.open(`${projectPath(project, "commits")}?path=${encodeURIComponent(path)}`);
  const list = within(await screen.findByRole("list", { name: "Commits" }));
  const [first] = await list.findAllByRole("link");
  await app.user.click(first as HTMLElement);
}

const begin = async (action: string) => app.user.click(await screen.findByRole("button", { name: action }));
const openDialog = async () => within(await screen.findByRole("dialog"));

const expectDisabled = (button: HTMLElement) => expect(button).toHaveAttribute("aria-disabled", "true");

it("refuses unknown branches and shows what a cherry-pick would change", async () => {
  await openCommitOf(`keeping/${unique()}.txt`);
  await begin("Cherry-pick");
  const dialog = await openDialog();
  const branch = dialog.getByRole("textbox", { name: "Branch" });
  const act = dialog.getByRole("button", { name: "Cherry-pick" });
  expect(await dialog.findByText("Already applied: nothing would change on main.")).toBeVisible();
  expectDisabled(act);
  await waitFor(() => expect(branch).toHaveFocus());
  // The suggested branch is selected: typing replaces it.
  await app.user.keyboard("no-such-branch");
  expect(branch).toHaveValue("no-such-branch");
  expect(await dialog.findByText("There is no branch no-such-branch.")).toBeVisible();
  expect(dialog.queryByText(/conflict/)).toBeNull();
  expectDisabled(act);
  await expectAccessible();
});

it("previews a revert and a cherry-pick", async () => {
  await openCommitOf(`previewed/${unique()}.txt`);
  await begin("Revert");
  const preview = async () =>
    within(await (await openDialog()).findByRole("region", { name: "What would happen" }));
  expect(await (await preview()).findByText("Changes as in the commit")).toBeVisible();
  await expectAccessible();
  await begin("Cancel");
  await begin("Cherry-pick");
  expect(await (await preview()).findByText("Already applied")).toBeVisible();
});

it("comments a commit and reverts it, once", async () => {
  const { user } = app;
  const title = `Add shaping/${unique()}.txt`;
  await commitFiles(app, harbor, { [title.slice("Add ".length)]: "x" });
  await app.open(projectPath(harbor, "commits"));
  const list = within(await screen.findByRole("list", { name: "Commits" }));
  await user.click(await list.findByRole("link", { name: title }));
  await waitFor(() => expect(app.address).toMatch(/commits\/[0-9a-f]{40}/));
  const words = `Noticed ${unique()}`;
  await begin("Comment");
  await fill(user, await screen.findByRole("textbox", { name: "Comment" }), words);
  await begin("Comment");
  await waitFor(() =>
    expect(screen.getAllByRole("article").some(({ textContent }) => textContent?.includes(words))).toBe(true),
  );
  await begin("Revert");
  const dialog = await openDialog();
  await expectAccessible();
  await user.click(dialog.getByRole("button", { name: "Revert" }));
  expect(await screen.findByRole("heading", { level: 1, name: `Revert "${title}"` })).toBeVisible();
  // The same revert again would change nothing, as the dialog shows.
  history.back();
  expect(await screen.findByRole("heading", { level: 1, name: title })).toBeVisible();
  await begin("Revert");
  const again = await openDialog();
  expect(await again.findByText(/nothing would change on main/)).toBeVisible();
  expectDisabled(again.getByRole("button", { name: "Revert" }));
});

it("previews, refuses and explains a conflict of a cherry-pick", async () => {
  const { user } = app;
  const path = `shaping/${unique()}.txt`;
  const branch = `picked-${unique()}`;
  const write = (where: object, action: string, content: string) =>
    app.callProject<{ id: string }>(harbor, "POST", "/repository/commits", {
      ...where,
      commit_message: `Say ${content}`,
      actions: [{ action, file_path: path, content: `${content}\n` }],
    });
  await write({ branch: "main" }, "create", "one");
  await write({ branch, start_branch: "main" }, "update", "theirs");
  const { id } = await write({ branch: "main" }, "update", "ours");
  await app.open(projectPath(harbor, `commits/${id}`));
  await begin("Cherry-pick");
  const dialog = await openDialog();
  await fill(user, dialog.getByRole("textbox", { name: "Branch" }), `${branch} `);
  expect(await dialog.findByText("Conflicts: the branch changed the same lines")).toBeVisible();
  await expectAccessible();
  const sent = vi.spyOn(globalThis, "fetch");
  onTestFinished(() => sent.mockRestore());
  await user.click(dialog.getByRole("button", { name: "Cherry-pick" }));
  expect(await dialog.findByText("It does not apply")).toBeVisible();
  const [, init] = sent.mock.calls.find(([url]) => /\/cherry_pick$/.test(String(url))) ?? [];
  expect(JSON.parse(String(init?.body))).toMatchObject({ branch });
});
