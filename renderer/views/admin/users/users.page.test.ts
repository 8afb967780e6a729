import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { expectAccessible } from "../../../testing/page/expect-accessible.ts";
import { fill } from "../../../testing/page/keys.ts";
import { appForTests } from "../../../testing/page/opened-app.ts";
import { undoDiscard } from "../../../testing/page/undo-discard.ts";

const app = appForTests();
const line = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIFCRm0oHFgKYXpRYCSGPHR1hSu9r0Cn5OzUDLR1hTq0G grace@bridge";

const table = () => screen.getByRole("grid", { name: "Users" });
const panelName = (name: string) => ({ name: new RegExp(`^User ${name}`) });
const panel = (name: string) => screen.findByRole("region", panelName(name));

it("a user is created, found, edited, given a key and deleted", async () => {
  const { user } = app;
  await app.open("/a/local/admin/users");
  expect(await screen.findByRole("row", { name: /Åsa Lindqvist/ })).toBeVisible();
  await expectAccessible();

  await user.click(screen.getByRole("button", { name: "New user" }));
  const openedForm = async () => within(await screen.findByRole("form", { name: "New user" }));
  let form = await openedForm();
  await user.click(form.getByRole("button", { name: "Create user" }));
  expect(await form.findByText("Enter an email address.")).toBeVisible();
  await fill(user, form.getByRole("textbox", { name: "Name" }), "Grace Högberg");
  await fill(user, form.getByRole("textbox", { name: "User name" }), "grace");
  await fill(user, form.getByRole("textbox", { name: "Email" }), "grace@fjord.example");
  await user.click(form.getByRole("checkbox", { name: /^External/ }));
  // What was typed outlives a reload.
  await app.reload();
  form = await openedForm();
  await waitFor(() => expect(form.getByRole("textbox", { name: "User name" })).toHaveValue("grace"));
  await expectAccessible();
  await user.click(form.getByRole("button", { name: "Discard" }));
  await undoDiscard(user, "user draft");
  await user.click(screen.getByRole("button", { name: "New user" }));
  form = await openedForm();
  await waitFor(() => expect(form.getByRole("textbox", { name: "User name" })).toHaveValue("grace"));
  await user.click(form.getByRole("button", { name: "Create user" }));
  const shown = within(await panel("Grace Högberg"));
  expect(await shown.findByText("External")).toBeVisible();

  const filter = screen.getByRole("searchbox", { name: "Filter users" });
  await fill(user, filter, "sate:blocked");
  await waitFor(() =>
    expect(screen.getByRole("main")).toHaveTextContent(
      "sate: is not a filter, so it is searched as text. Did you mean state:?",
    ),
  );
  await fill(user, filter, "HÖGBERG external:yes");
  await waitFor(() => expect(within(table()).getAllByRole("row")).toHaveLength(2));
  await waitFor(() => expect(app.address).toMatch(/q=/));

  await user.click(shown.getByRole("button", { name: "Edit" }));
  let edit = within(await screen.findByRole("form", { name: "Edit user" }));
  await fill(user, edit.getByRole("textbox", { name: "Location" }), "Pier 7");
  await user.click(edit.getByRole("button", { name: "Discard" }));
  await undoDiscard(user, "changes to Grace Högberg");
  await user.click(await shown.findByRole("button", { name: "Edit" }));
  edit = within(await screen.findByRole("form", { name: "Edit user" }));
  expect(edit.getByRole("textbox", { name: "Location" })).toHaveValue("Pier 7");
  await user.click(edit.getByRole("button", { name: "Save changes" }));
  expect((await shown.findByText("Pier 7")).closest("dd")).toBeVisible();

  await user.click(shown.getByRole("radio", { name: "SSH keys" }));
  await fill(user, await shown.findByRole("textbox", { name: "New public key" }), line);
  await user.click(shown.getByRole("button", { name: "Add key" }));
  expect(await shown.findByText(/^SHA256:/)).toBeVisible();
  await expectAccessible();

  await user.click(shown.getByRole("button", { name: "More actions" }));
  await user.click(await screen.findByRole("menuitem", { name: "Delete…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Delete Grace Högberg?" }));
  expect(dialog.getByText(/their author becomes the ghost user/)).toBeVisible();
  await user.click(dialog.getByRole("checkbox", { name: /Delete contributions/ }));
  expect(await dialog.findByText(/Groups that nobody else owns, with all their projects/)).toBeVisible();
  await expectAccessible();
  const remove = dialog.getByRole("button", { name: "Delete user and contributions" });
  expect(remove).toHaveAttribute("aria-disabled", "true");
  await fill(user, dialog.getByRole("textbox", { name: /Type “grace”/ }), "grace");
  await user.click(remove);
  expect(await screen.findByText(/No user matches/)).toBeVisible();
});

it("keys and profiles are reached with the keyboard alone", async () => {
  const { user } = app;
  await app.open("/a/local/admin/keys");
  (await screen.findByRole("textbox", { name: "Key number" })).focus();
  await user.keyboard("1{Enter}");
  const found = within(await screen.findByRole("region", { name: "Key 1" }));
  expect(await found.findByText("Åsa Lindqvist")).toBeVisible();
  expect(await found.findByText(/^SHA256:/)).toBeVisible();
  await expectAccessible();
  found.getByRole("link", { name: "Open user" }).focus();
  await user.keyboard("{Enter}");
  const shown = await panel("Åsa Lindqvist");
  await waitFor(() => expect(shown).toHaveFocus());
  await user.keyboard("{Escape}");
  await waitFor(() => expect(shown).not.toBeInTheDocument());
  await user.keyboard("/mateo");
  await waitFor(() => expect(within(table()).getAllByRole("row")).toHaveLength(2));
  table().focus();
  await user.keyboard("{Enter}");
  const mateo = await panel("Mateo Fuentes");
  await waitFor(() => expect(mateo).toHaveFocus());
  within(mateo).getByRole("link", { name: "Public profile" }).focus();
  await user.keyboard("{Enter}");
  expect(await screen.findByRole("heading", { level: 1, name: "Mateo Fuentes" })).toBeVisible();
  expect((await screen.findAllByText(/Boats first, then boards/))[0]).toBeVisible();
  await expectAccessible();
});
