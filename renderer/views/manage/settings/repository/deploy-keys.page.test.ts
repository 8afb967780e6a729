import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { expectAccessible } from "../../../../testing/page/expect-accessible.ts";
import { appForTests } from "../../../../testing/page/opened-app.ts";
import { fill } from "../../../../testing/page/press-keys.ts";
import { projectPath } from "../../../../testing/page/project-path.ts";

const app = appForTests();
const project = "atlas/tides";
const key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIFCRm0oHFgKYXpRYCSGPHR1hSu9r0Cn5OzUDLR1hTq0G robot@crane";
const dialogOf = async (name: string) => within(await screen.findByRole("dialog", { name }));
const choose = async (of: string, action: string) => {
  await app.user.click(await screen.findByRole("button", { name: `Actions for ${of}` }));
  await app.user.click(await screen.findByRole("menuitem", { name: action }));
};

it("a deploy key is added, may push, is enabled elsewhere and removed; a private one is dropped", async () => {
  const { user } = app;
  await app.open(projectPath(project, "settings?tab=repository"));
  await user.click(await screen.findByRole("button", { name: "Add deploy key" }));
  const form = await dialogOf("Add deploy key");
  const field = () => form.getByRole("textbox", { name: "Public key" });
  await fill(user, field(), "-----BEGIN OPENSSH PRIVATE KEY-----");
  expect(form.getByText(/^This is a private key/)).toBeVisible();
  expect(field()).toHaveValue("");
  await fill(user, field(), key);
  await expectAccessible();
  await user.click(form.getByRole("button", { name: "Add deploy key" }));
  const list = within(await screen.findByRole("list", { name: "Deploy keys" }));
  expect(await list.findByText("robot@crane")).toBeVisible();
  expect(list.getByText("Read only")).toBeVisible();
  expect(screen.getByText(/This service has no SSH of its own/)).toBeVisible();
  await choose("robot@crane", "Edit…");
  const edit = await dialogOf("Edit robot@crane");
  await fill(user, edit.getByRole("textbox", { name: "Title" }), "Crane");
  await user.click(edit.getByRole("checkbox", { name: "Allow push" }));
  await user.click(edit.getByRole("button", { name: "Save" }));
  expect(await list.findByText("Read and push")).toBeVisible();
  await expectAccessible();

  await app.open(projectPath("fjord/handbook", "settings?tab=repository"));
  await user.click(await screen.findByRole("button", { name: "Enable existing…" }));
  const enable = await dialogOf("Enable a deploy key");
  // By the project that has it, as who is no administrator finds it.
  await user.click(enable.getByRole("button", { name: "Project: none" }));
  await user.click(await screen.findByRole("option", { name: project }));
  await user.click(await enable.findByRole("combobox", { name: "Deploy key" }));
  await user.click(await screen.findByRole("option", { name: "Crane" }));
  await user.click(enable.getByRole("button", { name: "Enable key" }));
  const other = within(await screen.findByRole("list", { name: "Deploy keys" }));
  expect(await other.findByText("Read only")).toBeVisible();
  for (const path of ["fjord/handbook", project]) {
    await app.open(projectPath(path, "settings?tab=repository"));
    await choose("Crane", "Remove…");
    const question = within(await screen.findByRole("alertdialog", { name: "Remove Crane?" }));
    await user.click(question.getByRole("button", { name: "Remove key" }));
    expect(await screen.findByText("No deploy keys")).toBeVisible();
  }
  await waitFor(async () => expect(await app.callProject(project, "GET", "/deploy_keys")).toEqual([]));
});
