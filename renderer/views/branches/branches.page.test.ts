import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { expectAccessible } from "../../testing/page/expect-accessible.ts";
import { interceptRequests } from "../../testing/page/intercept-requests.ts";
import { appForTests } from "../../testing/page/opened-app.ts";
import { fill } from "../../testing/page/press-keys.ts";
import { projectPath } from "../../testing/page/project-path.ts";

const app = appForTests();
const project = "fjord/platform/harbor";
const unique = () => Math.random().toString(36).slice(2, 8);

it("creates, protects, deletes and restores a branch", async () => {
  const { user } = app;
  const name = "shape/one";
  await app.open(projectPath(project, "branches"));
  await user.click(screen.getByRole("button", { name: "New branch" }));
  // The name is checked while it is typed.
  const field = await screen.findByRole("textbox", { name: "Name" });
  await user.type(field, "two words");
  expect(await screen.findByText("Names cannot contain spaces.")).toBeVisible();
  await user.clear(field);
  await user.type(field, "main");
  expect(await screen.findByText("A branch named main already exists.")).toBeVisible();
  await expectAccessible();
  await user.clear(field);
  await user.type(field, name);
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  await user.click(screen.getByRole("button", { name: "From: main" }));
  await user.type(await screen.findByRole("combobox", { name: "Branch, tag or commit" }), "main");
  const [first] = await screen.findAllByRole("option", { name: /^main/ });
  await user.click(first as HTMLElement);
  await user.click(screen.getByRole("button", { name: "Create branch" }));
  expect(await screen.findByRole("button", { name: "New merge request" })).toBeVisible();

  await user.type(screen.getByRole("searchbox", { name: "Search branches" }), name);
  const link = await screen.findByRole("link", { name });
  const list = within(screen.getByRole("list", { name: "Branches" }));
  const choose = async (action: string) => {
    await user.click(screen.getByRole("button", { name: `Actions for ${name}` }));
    await user.click(await screen.findByRole("menuitem", { name: action }));
  };
  await choose("Protect");
  expect(await list.findByText("Protected")).toBeVisible();
  await choose("Unprotect");
  await waitFor(() => expect(list.queryByText("Protected")).toBeNull());
  await user.click(screen.getByRole("button", { name: `Actions for ${name}` }));
  (await screen.findByRole("menuitem", { name: "Delete" })).focus();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(screen.getByRole("main")).toHaveFocus());
  await waitFor(() => expect(link).not.toBeInTheDocument());
  await user.click(screen.getByRole("button", { name: "Undo" }));
  expect(await screen.findByRole("link", { name })).toBeVisible();
  // By keyboard, past the heading of its group.
  screen.getByRole("list", { name: "Branches" }).focus();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(app.address).toMatch(new RegExp(`files\\?ref=${encodeURIComponent(name)}$`)));
});

it("creates a branch while the default branch is still read", async () => {
  const { user } = app;
  const name = `early-${unique()}`;
  const { promise: read, resolve } = Promise.withResolvers<void>();
  interceptRequests(/^GET \S*\/repository\/branches\?/, async (send) => {
    await read;
    return send();
  });
  await app.open(projectPath(project, "branches"));
  await user.click(await screen.findByRole("button", { name: "New branch" }));
  await user.type(await screen.findByRole("textbox", { name: "Name" }), name);
  await user.click(screen.getByRole("button", { name: "Create branch" }));
  expect(await screen.findByRole("button", { name: "New merge request" })).toBeVisible();
  resolve();
  expect(await app.callProject(project, "GET", `/repository/branches/${name}`)).toMatchObject({ name });
});

it("begins a new branch and a new merge request from the palette, each time", async () => {
  const { user } = app;
  await app.open(projectPath(project, "files"));
  const run = async (title: string) => {
    await user.keyboard("{Control>}k{/Control}");
    const palette = within(await screen.findByRole("dialog", { name: "Search and commands" }));
    await fill(user, palette.getByRole("combobox"), `>${title}`);
    const [first] = await palette.findAllByRole("option", { name: new RegExp(title) });
    await user.click(first as HTMLElement);
  };
  for (const title of ["New branch", "New branch", "New merge request"]) {
    await run(title);
    const form = await screen.findByRole("dialog", { name: title });
    expect(form).toBeVisible();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(form).not.toBeInTheDocument());
  }
  // The branch of the address is the source, unless it is the one to merge into.
  for (const ref of ["main", "no-such-branch"]) {
    await app.open(projectPath(project, `files?ref=${ref}`));
    await run("New merge request");
    expect(await screen.findByRole("button", { name: "Source branch: none" })).toBeVisible();
    await user.keyboard("{Escape}");
  }
});

it("starts a merge request of a new branch", async () => {
  const { user } = app;
  const name = `start/${unique()}`;
  await app.open(projectPath(project, "branches"));
  await user.click(screen.getByRole("button", { name: "New branch" }));
  await fill(user, await screen.findByRole("textbox", { name: "Name" }), name);
  expect(await screen.findByRole("button", { name: "From: main" })).toBeVisible();
  await user.click(screen.getByRole("checkbox", { name: "Start a merge request" }));
  await user.click(screen.getByRole("button", { name: "Create branch" }));
  const dialog = await screen.findByRole("dialog", { name: "New merge request" });
  expect(await within(dialog).findByRole("button", { name: `Source branch: ${name}` })).toBeVisible();
  expect(within(dialog).getByRole("button", { name: "Target branch: main" })).toBeVisible();
  await waitFor(() =>
    expect(dialog).toHaveTextContent(`There is nothing to merge: main has all commits of ${name}.`),
  );
});

it("shows ahead and behind, and lists merged branches before they are deleted", async () => {
  const { user } = app;
  // A project whose branches no other test uses.
  const handbook = "fjord/handbook";
  const call = (method: "POST" | "PUT", path: string, body: object) =>
    app.callProject<{ iid: number }>(handbook, method, path, body);
  const commitTo = (branch: string) =>
    call("POST", "/repository/commits", {
      branch,
      start_branch: "main",
      commit_message: "Go ahead",
      actions: [{ action: "create", file_path: `shaping/${unique()}.txt`, content: "x" }],
    });
  const merged = `merged-${unique()}`;
  await commitTo(merged);
  // Made before the merge, and waiting for its first commit: git calls it merged from then on.
  const waiting = `waiting-${unique()}`;
  const hotfix = `hotfix-${unique()}`;
  await call("POST", "/repository/branches", { branch: waiting, ref: "main" });
  await call("POST", "/repository/branches", { branch: hotfix, ref: "main~3" });
  const request = { source_branch: merged, target_branch: "main", title: merged };
  const { iid } = await call("POST", "/merge_requests", request);
  await call("PUT", `/merge_requests/${iid}/merge`, {});
  const fresh = `fresh-${unique()}`;
  const ahead = `ahead-${unique()}`;
  await commitTo(ahead);

  await app.open(projectPath(handbook, "branches"));
  await user.click(screen.getByRole("button", { name: "New branch" }));
  await fill(user, await screen.findByRole("textbox", { name: "Name" }), fresh);
  expect(await screen.findByRole("button", { name: "From: main" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Create branch" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const search = (text: string) =>
    fill(user, screen.getByRole("searchbox", { name: "Search branches" }), text);
  await search(ahead);
  expect(await screen.findByText("1 branch found")).toBeVisible();
  const list = within(screen.getByRole("list", { name: "Branches" }));
  const row = await list.findByRole("link", { name: ahead });
  const item = within(row.closest<HTMLElement>("[role=listitem], li") ?? row);
  expect(await item.findByTitle("Commits behind and ahead of main")).toHaveTextContent(/0.*1/);
  // Whatever is searched: all branches are checked.
  const deleteMerged = screen.getByRole("button", { name: "Delete merged" });
  await waitFor(() => expect(deleteMerged).not.toHaveAttribute("aria-disabled", "true"));
  await search(merged);
  expect(await list.findByText("Merged")).toBeVisible();
  await user.click(deleteMerged);
  const dialog = within(await screen.findByRole("dialog", { name: "Delete merged branches" }));
  const deleted = within(await dialog.findByRole("list", { name: "Branches to delete" }));
  expect(await deleted.findByText(merged)).toBeVisible();
  // The branch is new, so it is not merged, and the search does not restrict the branches that are checked.
  for (const name of [fresh, waiting, hotfix]) expect(deleted.queryByText(name)).toBeNull();
  const kept = within(dialog.getByRole("list", { name: "Branches to keep" }));
  // The second was made just now at an old commit.
  for (const name of [waiting, hotfix])
    expect(kept.getByRole("checkbox", { name: new RegExp(name) })).not.toBeChecked();
  expect(dialog.queryByText(ahead)).toBeNull();
  await expectAccessible();
  await user.click(dialog.getByRole("button", { name: /^Delete \d+ branch/ }));
  expect(await screen.findByRole("heading", { name: "No matching branches" })).toBeVisible();
  for (const name of [ahead, fresh]) {
    await search(name);
    expect(await screen.findByRole("link", { name })).toBeVisible();
  }
});

it("finds a branch by its name, in any script, and lists tags", async () => {
  await app.open(`${projectPath("fjord/lantern", "branches")}?search=${encodeURIComponent("海図")}`);
  expect(await screen.findByRole("link", { name: "experiment/海図" })).toBeVisible();
  await expectAccessible();
  await app.open(projectPath("fjord/lantern", "tags"));
  expect(await screen.findByRole("link", { name: "v0.1.0" })).toBeVisible();
});
