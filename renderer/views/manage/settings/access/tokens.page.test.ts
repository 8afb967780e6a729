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
/** Returns the status that the service gives a token. */
const statusOf = async (token: string) =>
  (
    await fetch(`${app.service.url}/api/v4/projects/${encodeURIComponent(project)}`, {
      headers: { "private-token": token },
    })
  ).status;

it("a token is added, shown once, works, is rotated and revoked", async () => {
  const { user } = app;
  await app.open(projectPath(project, "settings?tab=access"));
  expect(await screen.findByText("No access tokens")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Add token" }));
  const form = await dialogOf("Add access token");
  await fill(user, form.getByRole("textbox", { name: "Name" }), "Release script");
  expect(form.getByRole("button", { name: "Add token" })).toHaveAttribute("aria-disabled", "true");
  await user.click(form.getByRole("checkbox", { name: "api" }));
  await expectAccessible();
  await user.click(form.getByRole("button", { name: "Add token" }));
  let shown = await dialogOf("Copy Release script now");
  const field = shown.getByLabelText<HTMLInputElement>("Token");
  expect(field).toHaveAttribute("type", "password");
  const first = field.value;
  await expectAccessible();
  await user.click(shown.getByRole("button", { name: "Done" }));
  await waitFor(() => expect(document.documentElement.outerHTML).not.toContain(first));
  const list = within(await screen.findByRole("list", { name: "Access tokens" }));
  expect(await list.findByText("Release script")).toBeVisible();
  expect(list.getByText("Developer")).toBeVisible();
  expect(list.getByText(/Never used/)).toBeVisible();
  expect(await statusOf(first)).toBe(200);
  await expectAccessible();

  await choose("Release script", "Rotate…");
  await user.click((await dialogOf("Rotate Release script")).getByRole("button", { name: "Rotate token" }));
  shown = await dialogOf("Copy Release script now");
  const second = shown.getByLabelText<HTMLInputElement>("Token").value;
  await user.click(shown.getByRole("button", { name: "Done" }));
  expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200]);

  await choose("Release script", "Revoke…");
  const question = within(await screen.findByRole("alertdialog", { name: "Revoke Release script?" }));
  await user.click(question.getByRole("button", { name: "Revoke token" }));
  expect(await screen.findByText("No access tokens")).toBeVisible();
  expect(await statusOf(second)).toBe(401);
  const documents = await app.host.request("/documents/drafts").then((each) => each.text());
  expect(documents).not.toContain(second);
});
