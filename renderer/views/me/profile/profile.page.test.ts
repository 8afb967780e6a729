import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { expectAccessible } from "../../../testing/page/expect-accessible.ts";
import { interceptRequests } from "../../../testing/page/intercept-requests.ts";
import { fill } from "../../../testing/page/keys.ts";
import { appForTests } from "../../../testing/page/opened-app.ts";
import { undoDiscard } from "../../../testing/page/undo-discard.ts";

const app = appForTests();
/** A picture of one pixel. */
const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

it("the status is set with an emoji and Markdown, taken back when it fails, and cleared", async () => {
  const { user } = app;
  await app.open("/a/local/projects");
  await user.click(await screen.findByRole("button", { name: /Switch account/ }));
  await user.click(await screen.findByRole("menuitem", { name: /^Me/ }));
  expect(await screen.findByRole("heading", { level: 1, name: "Local Administrator" })).toBeVisible();
  expect(await screen.findByText("Two-factor authentication")).toHaveRole("term");
  for (const term of screen.getAllByRole("term")) expect(term).not.toHaveTextContent(/theme|scheme/i);
  const openedForm = async () => {
    const form = await screen.findByRole("form", { name: "Status" });
    return { form, field: within(form).getByRole("textbox", { name: "Message" }), ...within(form) };
  };
  let status = await openedForm();
  await user.click(status.getByRole("button", { name: "Choose the emoji of your status" }));
  const search = await screen.findByRole("combobox", { name: "Choose the emoji of your status" });
  await fill(user, search, "anchor");
  await user.keyboard("{Enter}");
  // It is chosen once the table of all emoji has loaded; the focus returns to the form then.
  await waitFor(() => expect(search).not.toBeInTheDocument());
  const text = "at the **quay** until noon :coffee:";
  await fill(user, status.field, text);
  expect(await status.findByText("quay")).toHaveRole("strong");
  await waitFor(() => expect(status.form).toHaveTextContent("☕"));
  await expectAccessible();

  const mend = interceptRequests(/^PUT .*\/operations\/user\/status/, () => Promise.reject(new TypeError()));
  await user.click(status.getByRole("button", { name: "Set status" }));
  expect(await screen.findByText("The status was not set")).toBeVisible();
  mend();
  await app.reload();
  status = await openedForm();
  await waitFor(() => expect(status.field).toHaveValue(text));
  expect(status.queryByRole("button", { name: "Clear status" })).toBeNull();
  await user.click(status.getByRole("button", { name: "Discard" }));
  await waitFor(() => expect(status.field).toHaveValue(""));
  await undoDiscard(user, "status");
  await waitFor(() => expect(status.field).toHaveValue(text));

  await user.click(status.getByRole("combobox", { name: "Clear after" }));
  await user.click(await screen.findByRole("option", { name: "Clear after 8 hours" }));
  await user.click(status.getByRole("button", { name: "Set status" }));
  await waitFor(() => expect(status.form).toHaveTextContent(/cleared in (7|8) hours/));
  await waitFor(() =>
    expect(screen.getByRole("button", { name: /Switch account/ })).toHaveAttribute(
      "title",
      expect.stringMatching(/⚓ at the/),
    ),
  );
  await user.click(status.getByRole("button", { name: "Clear status" }));
  await waitFor(() => expect(status.form).toHaveTextContent("No status."));
});

it("a profile is edited by an administrator, and what was typed outlives a reload", async () => {
  const { user } = app;
  await app.open("/a/local/me");
  const edit = async () => {
    await user.click(await screen.findByRole("button", { name: "Edit profile" }));
    return within(await screen.findByRole("form", { name: "Edit profile" }));
  };
  let form = await edit();
  await fill(user, form.getByRole("textbox", { name: "Location" }), "Pier 4");
  await app.reload();
  form = await edit();
  await user.click(await form.findByRole("button", { name: "Discard" }));
  await undoDiscard(user, "changes to your profile");
  form = await edit();
  await waitFor(() => expect(form.getByRole("textbox", { name: "Location" })).toHaveValue("Pier 4"));
  await expectAccessible();
  const picture = new File([Buffer.from(pixel, "base64")], "lamp.png", { type: "image/png" });
  await user.upload(form.getByLabelText("Picture"), picture);
  await user.click(form.getByRole("button", { name: "Save profile" }));
  expect(await screen.findByText("Profile saved")).toBeVisible();
  expect((await screen.findByText("Pier 4")).closest("dd")).toBeVisible();
  await waitFor(() =>
    expect(document.querySelector("main header img")).toHaveAttribute(
      "src",
      expect.stringMatching(/^data:image\/png;base64,/),
    ),
  );
});
