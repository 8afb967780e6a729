import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { untilStored } from "../../../testing/page/drafts.ts";
import { expectAccessible } from "../../../testing/page/expect-accessible.ts";
import { openMergeRequest } from "../../../testing/page/open-merge-request.ts";
import { appForTests } from "../../../testing/page/opened-app.ts";
import { fill } from "../../../testing/page/press-keys.ts";
import { projectPath } from "../../../testing/page/project-path.ts";

const app = appForTests();
const handbook = "fjord/handbook";

it("a conflict is shown before the merge", async () => {
  await openMergeRequest(app, "Make the wall as wide as it is");
  expect(await screen.findByText(/This merge request conflicts with main/)).toBeVisible();
  expect(await screen.findByRole("button", { name: "Merge" })).toBeDisabled();
});

it("conflicts with the target are resolved, and the merge is committed to the source branch", async () => {
  const { user } = app;
  const name = Math.random().toString(36).slice(2, 8);
  const path = `conflicts/${name}.md`;
  const commit = (branch: string, action: string, content: string, more: object = {}) =>
    app.callProject(handbook, "POST", "/repository/commits", {
      branch,
      commit_message: `Write ${content.length} characters`,
      actions: [{ action, file_path: path, content }],
      ...more,
    });
  await commit("main", "create", "one\ntwo\nthree\n");
  await commit(`conflict-${name}`, "update", "one\nours\nthree\n", { start_branch: "main" });
  await commit("main", "update", "one\ntheirs\nthree\n");
  const headsOf = (branch: string) =>
    app.callProject<{ id: string; parent_ids: string[] }[]>(
      handbook,
      "GET",
      `/repository/commits?ref_name=${branch}&per_page=2`,
    );
  const [before] = await headsOf(`conflict-${name}`);
  const [target] = await headsOf("main");
  const made = await app.callProject<{ iid: number }>(handbook, "POST", "/merge_requests", {
    source_branch: `conflict-${name}`,
    target_branch: "main",
    title: `Conflict ${name}`,
  });
  await app.open(projectPath(handbook, `merge_requests/${made.iid}`));
  expect(await screen.findByRole("button", { name: "Merge" })).toBeDisabled();
  /** The dialog is another one while the conflicts are read. */
  const open = async () => {
    await user.click(await screen.findByRole("button", { name: "Resolve conflicts" }));
    const file = await screen.findByRole("region", { name: `Conflict in ${path}` });
    const dialog = screen.getByRole("dialog", { name: `Merge main into conflict-${name}` });
    return { dialog: within(dialog), file: within(file) };
  };
  let { dialog, file } = await open();
  const press = async (button: string) => user.click(await file.findByRole("button", { name: button }));
  const result = () => file.findByRole("textbox", { name: `Result for ${path}` });
  expect(await file.findByText("theirs")).toBeVisible();
  await expectAccessible();
  expect(dialog.getByRole("button", { name: `Commit to conflict-${name}` })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  await user.click(file.getByRole("radio", { name: "Both" }));
  // Choices and what was edited by hand are kept, whatever closes them.
  await press("Edit result");
  expect(await result()).toHaveValue("one\nours\ntheirs\nthree\n");
  await fill(app.user, await result(), "one\nours\ntheirs\nby hand\nthree\n");
  await press("Back to choices");
  await user.keyboard("{Escape}");
  ({ dialog, file } = await open());
  expect(await file.findByRole("radio", { name: "Both" })).toBeChecked();
  await press("Edit result");
  await result();
  await press("Use result");
  await press("Change");
  await waitFor(async () => expect(await result()).toHaveDisplayValue(/by hand/));
  await press("Discard");
  expect(await file.findByRole("radio", { name: "Both" })).toBeChecked();
  await press("Use result");
  expect(await dialog.findByText("1 of 1 file resolved")).toBeVisible();
  // The choice is stored until the merge is committed.
  await untilStored(app, "ours\\ntheirs\\nthree");
  await app.reload();
  ({ dialog, file } = await open());
  expect(await dialog.findByText("1 of 1 file resolved")).toBeVisible();
  await user.click(dialog.getByRole("button", { name: `Commit to conflict-${name}` }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(screen.getByRole("button", { name: "Merge" })).toBeEnabled());
  // One commit: the merge, with what was chosen in it.
  const [merge] = await headsOf(`conflict-${name}`);
  expect(merge?.parent_ids).toEqual([before?.id, target?.id]);
  const file_path = encodeURIComponent(path);
  const merged = await app.host.request(
    `/accounts/local/operations/projects/${encodeURIComponent(handbook)}/repository/files/${file_path}/raw?ref=conflict-${name}`,
  );
  expect(await merged.text()).toBe("one\nours\ntheirs\nthree\n");
});
