import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { expectAccessible } from "../../testing/page/expect-accessible.ts";
import { appForTests, projectPath } from "../../testing/page/opened-app.ts";

const app = appForTests();
const project = "fjord/platform/harbor";

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
