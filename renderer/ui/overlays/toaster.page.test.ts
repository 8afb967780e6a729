import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { expectAccessible } from "../../testing/page/expect-accessible.ts";
import { interceptRequests } from "../../testing/page/intercept-requests.ts";
import { appForTests } from "../../testing/page/opened-app.ts";
import { projectPath } from "../../testing/page/project-path.ts";

const app = appForTests();

const refusal = {
  code: "refused",
  message: "The harbour is closed.",
  detail: "403 from the harbour master, and no reason why",
  status: 403,
};

/** Refuses the deletion of tags once the returned function is called. */
function holdDeletion(): () => void {
  const released = Promise.withResolvers<void>();
  interceptRequests(/^DELETE .*\/repository\/tags\//, async () => {
    await released.promise;
    return Response.json(refusal, { status: refusal.status });
  });
  return released.resolve;
}

const findToasts = async () => within(await screen.findByRole("region", { name: /^Notifications/ }));

/** Clicks the deletion of the first tag. */
async function deleteTag(): Promise<void> {
  const [remove] = await screen.findAllByRole("button", { name: /^Delete the tag / });
  await app.user.click(remove as HTMLElement);
}

it("a write that fails while a dialog is open leaves the dialog and what was typed", async () => {
  const { user } = app;
  const release = holdDeletion();
  await app.open(projectPath("fjord/lantern", "tags"));
  await deleteTag();
  await user.click(screen.getByRole("button", { name: "New tag" }));
  let dialog = await screen.findByRole("dialog", { name: "New tag" });
  const name = within(dialog).getByRole("textbox", { name: "Name" });
  await user.type(name, "typed-so-far");
  release();
  const toasts = await findToasts();
  const failed = await toasts.findByRole("listitem");
  expect(failed).toHaveTextContent("was not deleted");
  expect(failed).toHaveTextContent(refusal.message);
  await user.click(within(failed).getByRole("button", { name: "Copy details" }));
  expect(dialog).toBeVisible();
  await user.click(within(failed).getByText(refusal.message));
  expect(dialog).toBeVisible();
  expect(name).toHaveValue("typed-so-far");
  // Escape belongs to the dialog; the toast stays.
  name.focus();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(failed).toBeVisible();

  // Dismiss closes the toast alone.
  await user.click(screen.getByRole("button", { name: "New tag" }));
  dialog = await screen.findByRole("dialog", { name: "New tag" });
  await user.click(within(failed).getByRole("button", { name: "Dismiss" }));
  await waitFor(() => expect(failed).not.toBeInTheDocument());
  expect(dialog).toBeVisible();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
});

it("Escape closes what is open before a toast: a menu, the palette", async () => {
  const { user } = app;
  holdDeletion()();
  await app.open(projectPath("fjord/lantern", "tags"));
  await deleteTag();
  const toasts = await findToasts();
  const failed = await toasts.findByRole("listitem");
  await user.pointer({ keys: "[MouseRight]", target: screen.getByRole("tab", { selected: true }) });
  const item = await screen.findByRole("menuitem", { name: "Duplicate tab" });
  expect(item).toBeVisible();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(item).not.toBeInTheDocument());
  expect(failed).toBeVisible();

  await user.keyboard("{Control>}k{/Control}");
  const palette = await screen.findByRole("dialog", { name: "Search and commands" });
  await user.keyboard("har");
  await user.click(within(failed).getByText(refusal.message));
  const query = within(palette).getByRole("combobox");
  expect(query).toHaveValue("har");
  query.focus();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(palette).not.toBeInTheDocument());
  expect(failed).toBeVisible();
});

it("equal toasts are merged into one with a count, whose Undo reverts each", async () => {
  const { user } = app;
  await app.open(projectPath("fjord/lantern", "issues/1"));
  const comment = await screen.findByRole("textbox", { name: "Comment" });
  for (const text of ["First words", "Second words"]) {
    await user.click(comment);
    await user.paste(text);
    await user.click(await screen.findByRole("button", { name: "Discard" }));
    await waitFor(() => expect(comment).toHaveValue(""));
  }
  const toasts = await findToasts();
  await waitFor(() => expect(toasts.getByRole("listitem")).toHaveTextContent("Discarded comment · 2 times"));
  await expectAccessible();
  await user.click(toasts.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(comment).toHaveValue("Second words"));
  await waitFor(() => expect(toasts.getByRole("listitem")).toHaveTextContent(/^Discarded comment\s*Undo$/));
  await user.click(toasts.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(comment).toHaveDisplayValue(/First words/));
  await waitFor(() => expect(toasts.queryByRole("listitem")).toBeNull());
});
