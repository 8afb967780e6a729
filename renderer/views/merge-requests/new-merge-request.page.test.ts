import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { expectAccessible } from "../../testing/page/expect-accessible.ts";
import { appForTests } from "../../testing/page/opened-app.ts";
import { projectPath } from "../../testing/page/project-path.ts";
import { beacon } from "../../testing/page/sample-jobs.ts";

const app = appForTests();
const commit = (branch: string, files: Readonly<Record<string, string>>, start?: string) =>
  app.callProject(beacon, "POST", "/repository/commits", {
    branch,
    start_branch: start,
    commit_message: `Change ${branch} [skip ci]`,
    actions: Object.entries(files).map(([file_path, content]) => ({ action: "create", file_path, content })),
  });

it("begins with the project's template, takes another one below it, formats and previews", async () => {
  const { user } = app;
  const branch = `described-${Date.now()}`;
  const folder = ".gitlab/merge_request_templates";
  await commit("main", {
    [`${folder}/Default.md`]: "## Why\n",
    [`${folder}/Release.md`]: "## Notes of the release\n",
  });
  await commit(branch, { [`${branch}.txt`]: "x" }, "main");
  await app.open(`${projectPath(beacon, "compare")}?from=main&to=${branch}`);
  await user.click(await screen.findByRole("link", { name: "Create merge request" }));
  const dialog = within(await screen.findByRole("dialog", { name: "New merge request" }));
  const name = "Description (Markdown supported)";
  await waitFor(() => expect(dialog.getByRole("textbox", { name })).toHaveValue("## Why"));
  await expectAccessible();
  const box = dialog.getByRole<HTMLTextAreaElement>("textbox", { name });
  await user.type(box, "{Enter}because");
  box.setSelectionRange(box.value.length - "because".length, box.value.length);
  await user.click(
    within(dialog.getByRole("toolbar", { name: `${name}: format` })).getByRole("button", { name: /^Bold/ }),
  );
  expect(box).toHaveValue("## Why\n**because**");
  await user.click(dialog.getByRole("button", { name: "Template" }));
  await user.click(await screen.findByRole("menuitem", { name: "Release" }));
  await waitFor(() => expect(box).toHaveValue("## Why\n**because**\n\n## Notes of the release"));
  await user.click(dialog.getByRole("radio", { name: "Preview" }));
  expect(await dialog.findByRole("heading", { name: "Notes of the release" })).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Create merge request" }));
  await waitFor(() => expect(app.address).toMatch(/merge_requests\/\d+$/));
  expect(await screen.findByRole("heading", { name: "Notes of the release" })).toBeVisible();
});
