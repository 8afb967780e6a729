import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { expectAccessible } from "../../testing/page/expect-accessible.ts";
import { fill } from "../../testing/page/keys.ts";
import { appForTests, projectPath } from "../../testing/page/opened-app.ts";
import { undoDiscard } from "../../testing/page/undo-discard.ts";

const app = appForTests();
const handbook = "fjord/handbook";
const unique = () => Math.random().toString(36).slice(2, 8);

it("a merge request is created, edited, estimated, approved and merged", async () => {
  const { user } = app;
  const branch = `feature/created-${unique()}`;
  await app.callProject(handbook, "POST", "/repository/commits", {
    branch,
    start_branch: "main",
    commit_message: `Say more (${branch})`,
    actions: [{ action: "create", file_path: `${branch}.md`, content: "# More\n" }],
  });
  await app.open(projectPath(handbook, "merge_requests"));
  const open = async () => {
    const [button] = await screen.findAllByRole("button", { name: "New merge request" });
    await user.click(button as HTMLElement);
    return within(await screen.findByRole("dialog", { name: "New merge request" }));
  };
  const description = "Description (Markdown supported)";
  let dialog = await open();
  await user.click(await dialog.findByRole("button", { name: /^Source branch/ }));
  await fill(app.user, await screen.findByRole("combobox", { name: "Source branch" }), branch);
  await user.click(await screen.findByRole("option", { name: new RegExp(branch) }));
  await waitFor(() =>
    expect(dialog.getByRole("textbox", { name: "Title" })).toHaveValue(`Say more (${branch})`),
  );
  for (const label of ["Source branch", "Target branch"]) expect(dialog.getByText(label)).toBeVisible();
  await expectAccessible();
  await user.click(await dialog.findByRole("radio", { name: "1 changed file" }));
  await waitFor(() =>
    expect(dialog.getByRole("region", { name: `Changes from main to ${branch}` })).toHaveTextContent(
      "# More",
    ),
  );
  const label = `from the form ${unique()}`;
  await user.click(dialog.getByRole("button", { name: "Edit labels" }));
  await fill(app.user, await screen.findByRole("combobox", { name: "Labels of the merge request" }), label);
  await user.click(await screen.findByRole("option", { name: `Create "${label}"` }));
  await user.keyboard("{Escape}");
  expect(await dialog.findByText(label)).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Edit assignees" }));
  await fill(app.user, await screen.findByRole("combobox", { name: "People to assign" }), "Tomasz");
  await waitFor(() => expect(screen.getAllByRole("option", { name: /Tomasz/ })).toHaveLength(1));
  await user.keyboard("{Enter}");
  await user.keyboard("{Escape}");
  expect(await dialog.findByText(/Tomasz/)).toBeVisible();
  await fill(app.user, dialog.getByRole("textbox", { name: description }), "Because **more** is more.");
  await user.click(dialog.getByRole("button", { name: "Discard" }));
  await undoDiscard(user, "merge request draft");
  dialog = await open();
  expect(await dialog.findByRole("textbox", { name: description })).toHaveValue("Because **more** is more.");
  await user.click(dialog.getByRole("button", { name: "Create merge request" }));
  expect(
    await screen.findByRole("heading", { level: 1, name: new RegExp(`Say more \\(${branch}\\)`) }),
  ).toBeVisible();
  const details = within(await screen.findByRole("complementary", { name: "Details" }));
  const section = async (name: string) => within(await details.findByRole("region", { name }));
  expect(await (await section("Labels")).findByText(label)).toBeVisible();
  expect(await (await section("Assignees")).findByText(/Tomasz/)).toBeVisible();
  await user.click(await screen.findByRole("button", { name: "Estimate" }));
  const estimate = await screen.findByRole("textbox", { name: "Estimate" });
  await fill(app.user, estimate, "1x");
  expect(await screen.findByText(/Use a format like 1mo 2w 3d 4h 5m 6s/)).toBeVisible();
  await fill(app.user, estimate, "1d 2h");
  await user.keyboard("{Enter}");
  expect(await screen.findByText("Nothing spent of 1d 2h")).toBeVisible();
  await user.click(await screen.findByRole("button", { name: "Approve" }));
  expect(await screen.findByText(/^Approved by/)).toBeVisible();
  await expectAccessible();
  await user.click(await screen.findByRole("button", { name: "Merge" }));
  const state = within(await screen.findByRole("region", { name: "State" }));
  expect(await state.findByText(/Merged by/)).toBeVisible();
});
