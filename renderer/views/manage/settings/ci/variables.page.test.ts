import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { expectAccessible } from "../../../../testing/page/expect-accessible.ts";
import { appForTests } from "../../../../testing/page/opened-app.ts";
import { fill } from "../../../../testing/page/press-keys.ts";
import { projectPath } from "../../../../testing/page/project-path.ts";

const app = appForTests();
const project = "atlas/tides";
const dialogOf = async (name: string) => within(await screen.findByRole("dialog", { name }));
const choose = async (of: string, action: string) => {
  await app.user.click(await screen.findByRole("button", { name: `Actions for ${of}` }));
  await app.user.click(await screen.findByRole("menuitem", { name: action }));
};
const rows = async () => within(await screen.findByRole("list", { name: "CI/CD variables" }));

it("a variable is added, shown on request, changed and deleted; its value is in no draft", async () => {
  const { user } = app;
  await app.open(projectPath(project, "pipelines"));
  await user.click(await screen.findByRole("link", { name: "Variables" }));
  expect(await screen.findByText("No variables yet")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Add variable" }));
  const form = await dialogOf("Add variable");
  await fill(user, form.getByRole("textbox", { name: "Key" }), "not-a-key");
  expect(form.getByText("A key has only letters, digits and _.")).toBeVisible();
  await fill(user, form.getByRole("textbox", { name: "Key" }), "DEPLOY_TOKEN");
  await fill(user, form.getByRole("textbox", { name: "Value" }), "two words");
  expect(form.getByText(/^A masked value is one line/)).toBeVisible();
  await user.click(form.getByRole("checkbox", { name: "Masked" }));
  await user.click(form.getByRole("checkbox", { name: "Protected" }));
  await fill(user, form.getByRole("textbox", { name: "Environments" }), "review/*");
  await expectAccessible();
  const drafts = JSON.stringify(await app.host.request("/documents/drafts").then((each) => each.json()));
  expect(drafts).toContain("DEPLOY_TOKEN");
  expect(drafts).not.toContain("two words");
  await user.click(form.getByRole("button", { name: "Add variable" }));
  const row = await rows();
  expect(await row.findByText("Environment review/*")).toBeVisible();
  expect(row.getByText("Protected")).toBeVisible();
  expect(screen.queryByText("two words")).toBeNull();
  await user.click(row.getByRole("button", { name: "Show value of DEPLOY_TOKEN" }));
  expect(row.getByText("two words")).toBeVisible();
  await expectAccessible();
  expect(await app.callProject(project, "GET", "/variables")).toMatchObject([
    { key: "DEPLOY_TOKEN", value: "two words", environment_scope: "review/*", protected: true },
  ]);

  await choose("DEPLOY_TOKEN of review/*", "Edit…");
  const edit = await dialogOf("Edit DEPLOY_TOKEN");
  await fill(user, edit.getByRole("textbox", { name: "Value" }), "one-long-word");
  await user.click(edit.getByRole("checkbox", { name: "Masked" }));
  await user.click(edit.getByRole("button", { name: "Save" }));
  expect(await row.findByText("Hidden for good")).toBeVisible();
  // What is hidden is kept where it is not typed anew, and is not shown by being unmasked.
  await choose("DEPLOY_TOKEN of review/*", "Edit…");
  const hidden = await dialogOf("Edit DEPLOY_TOKEN");
  expect(hidden.getByRole("textbox", { name: "Value" })).toHaveValue("");
  await fill(user, hidden.getByRole("textbox", { name: "Description" }), "For reviews");
  await user.click(hidden.getByRole("button", { name: "Save" }));
  expect(await row.findByText("Environment review/* · For reviews")).toBeVisible();

  await choose("DEPLOY_TOKEN of review/*", "Delete…");
  const question = within(await screen.findByRole("alertdialog", { name: "Delete DEPLOY_TOKEN?" }));
  await user.click(question.getByRole("button", { name: "Delete variable" }));
  expect(await screen.findByText("No variables yet")).toBeVisible();
  await waitFor(async () => expect(await app.callProject(project, "GET", "/variables")).toEqual([]));
});
