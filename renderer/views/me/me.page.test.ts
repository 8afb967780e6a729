import { screen, waitFor, within } from "@testing-library/dom";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { undoDiscard } from "../../testing/page/drafts.ts";
import { expectAccessible } from "../../testing/page/expect-accessible.ts";
import { chooseFiles } from "../../testing/page/files.ts";
import { interceptRequests } from "../../testing/page/intercept-requests.ts";
import { appForTests } from "../../testing/page/opened-app.ts";
import { fill } from "../../testing/page/press-keys.ts";

describe("profile", () => {
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

    const mend = interceptRequests(/^PUT .*\/operations\/user\/status/, () =>
      Promise.reject(new TypeError()),
    );
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
});

describe("keys", () => {
  const app = appForTests();
  const line = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIPq+RYGJZbvrLD7JkT3fn644x/uVimV6G69V6Edi5aqP ada@laptop";
  const fingerprint = "SHA256:lU4Eg9Q1QPeBbY4LSUrLqT2XevzYH4/aw3VFMjD2dUI";
  const other =
    "ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABBBPzTEYfR8+FnbkcJyodZmfZ0xVbNjSRc4jgBB+32FO68uYseEyGkD/BGRvBE9kPzTMSIx+N5meRTexzoo44byiQ= ada@tablet";
  const secret = [
    "-----BEGIN OPENSSH PRIVATE KEY-----",
    "b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMwAAAAtzc2gtZW",
    "-----END OPENSSH PRIVATE KEY-----",
  ].join("\n");

  it("keys are added by paste, from a file and from ~/.ssh; a private key is refused", async () => {
    const { user } = app;
    await app.open("/a/local/me/keys");
    await user.click(await screen.findByRole("button", { name: "Add key" }));
    const openedForm = async () => within(await screen.findByRole("form", { name: "Add SSH key" }));
    let form = await openedForm();
    const text = () => form.getByRole("textbox", { name: "Public key" });
    const chooseFile = (name: string, content: string) =>
      chooseFiles([new File([content], name, { type: "text/plain" })], () =>
        user.click(form.getByRole("button", { name: "Choose a file…" })),
      );
    const expectRefusal = async () =>
      expect(await form.findByText(/This is a private key. Helve dropped it/)).toBeVisible();
    const sent = vi.spyOn(globalThis, "fetch");
    onTestFinished(() => sent.mockRestore());
    await fill(user, text(), secret);
    await expectRefusal();
    expect(text()).toHaveValue("");
    await fill(user, text(), "not a key");
    expect(await form.findByText("This is not a public SSH key.")).toBeVisible();
    await chooseFile("id_ed25519", secret);
    await expectRefusal();
    for (const [, init] of sent.mock.calls) expect(String(init?.body)).not.toMatch(/PRIVATE|b3BlbnNza/);

    await fill(user, text(), `${line}\n`);
    expect(await form.findByText("ssh-ed25519, 256 bits")).toBeVisible();
    expect(await form.findByText(fingerprint)).toBeVisible();
    await fill(user, form.getByRole("textbox", { name: "Title" }), "Laptop");
    await expectAccessible();
    await app.reload();
    form = await openedForm();
    await waitFor(() => expect(text()).toHaveValue(`${line}\n`));
    await user.click(form.getByRole("button", { name: "Discard" }));
    await undoDiscard(user, "key draft");
    form = await openedForm();
    await waitFor(() => expect(text()).toHaveValue(`${line}\n`));
    expect(form.getByRole("textbox", { name: "Title" })).toHaveValue("Laptop");
    await user.click(form.getByRole("button", { name: "Add key" }));
    const keys = async () => within(await screen.findByRole("list", { name: "SSH keys" }));
    expect((await (await keys()).findByText("Laptop")).closest("li")).toHaveTextContent(fingerprint);

    await user.click(screen.getByRole("button", { name: "Add key" }));
    form = await openedForm();
    await chooseFile("id_ed25519.pub", line);
    expect(await form.findByText("This key is on your account already, as Laptop.")).toBeVisible();
    expect(form.getByRole("button", { name: "Add key" })).toBeDisabled();

    // The host's part is tested with real folders; here it is somebody's home.
    const found = [
      { name: "id_ed25519.pub", line },
      { name: "tablet.pub", line: other },
    ];
    interceptRequests(/\/-\/ssh-keys$/, () => Response.json({ folder: "/home/ada/.ssh", keys: found }));
    await user.click(form.getByRole("button", { name: "From ~/.ssh…" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Public keys in ~/.ssh" }));
    await user.click(dialog.getByRole("button", { name: "List public keys" }));
    expect(await dialog.findByRole("button", { name: /id_ed25519\.pub/ })).toBeDisabled();
    await expectAccessible();
    await user.click(dialog.getByRole("button", { name: /tablet\.pub/ }));
    await user.click(await form.findByRole("button", { name: "Add key" }));
    await waitFor(async () => expect((await keys()).getAllByRole("listitem")).toHaveLength(2));

    for (const title of ["ada@tablet", "Laptop"]) {
      await user.click(await screen.findByRole("button", { name: `Delete ${title}` }));
      const question = await screen.findByRole("alertdialog", { name: `Delete ${title}?` });
      expect(question).toHaveTextContent("SHA256:");
      await user.click(within(question).getByRole("button", { name: "Delete key" }));
      expect(await screen.findByText(`Deleted ${title}`)).toBeVisible();
    }
    expect(await screen.findByRole("heading", { name: "No SSH keys yet" })).toBeVisible();
  });
});

describe("notifications", () => {
  const app = appForTests();

  it("a group's level reaches its projects, by keyboard alone", async () => {
    const { user } = app;
    await app.open("/a/local/me/notifications");
    await screen.findByRole("list", { name: "Notification levels" });
    const list = () => screen.getByRole("list", { name: "Notification levels" });
    const level = (name: string) => within(list()).queryByRole("combobox", { name: `Level of ${name}` });
    const row = (name: string) => {
      const found = level(name)?.closest<HTMLElement>("[role=listitem]");
      if (!found) throw new Error(`no row of ${name}`);
      return found;
    };
    const expectText = (name: string, text: string) =>
      waitFor(() => expect(row(name)).toHaveTextContent(text));
    await expectText("fjord/lantern", "Participate, from your global setting");
    list().focus();
    const position = Number(row("fjord").getAttribute("aria-posinset"));
    for (let step = 1; step < position; step++) await user.keyboard("{ArrowDown}");
    await user.keyboard("{Enter}");
    await waitFor(() => expect(level("fjord")).toHaveFocus());
    await user.keyboard("{Enter}");
    expect(await screen.findByRole("option", { name: "Inherit" })).toBeVisible();
    await user.keyboard("Watch");
    await waitFor(() => expect(screen.getByRole("option", { name: "Watch" })).toHaveFocus());
    await user.keyboard("{Enter}");
    await waitFor(() => expect(level("fjord")).toHaveTextContent(/^Watch$/));
    await expectText("fjord/lantern", "Watch, from group Fjord");
    list().focus();
    await user.keyboard("{ArrowDown}{ArrowRight}");
    await expectText("fjord/platform/harbor", "Watch, from group Fjord");
    await app.reload();
    await screen.findByRole("list", { name: "Notification levels" });
    await expectText("fjord/lantern", "Watch, from group Fjord");

    const choose = async (name: string, option: string) => {
      await user.click(await waitFor(() => within(row(name)).getByRole("combobox")));
      await user.click(await screen.findByRole("option", { name: option }));
    };
    await choose("fjord/lantern", "Custom");
    const lantern = () => within(row("fjord/lantern"));
    const pipelines = within(await lantern().findByRole("group", { name: /^Pipelines/ }));
    expect(pipelines.getByRole("checkbox", { name: "Failed" })).toBeChecked();
    await user.click(lantern().getByRole("checkbox", { name: "New issue" }));
    await expectAccessible();

    const onlyChanged = screen.getByRole("checkbox", { name: "Only changed levels" });
    await user.click(onlyChanged);
    await waitFor(() => expect(within(list()).getAllByRole("listitem")).toHaveLength(3));
    expect(lantern().getByRole("checkbox", { name: "New issue" })).toBeChecked();
    await user.click(onlyChanged);
    const filter = screen.getByRole("searchbox", { name: "Filter groups and projects" });
    await fill(user, filter, "harb");
    await waitFor(() => expect(row("fjord/platform/harbor")).toBeVisible());
    await waitFor(() => expect(level("fjord/lantern")).toBeNull());
    await fill(user, filter, "");
    await waitFor(() => expect(level("fjord/lantern")).not.toBeNull());

    const mend = interceptRequests(/^PUT .*\/operations\/groups\/[^/]*\/notification_settings/, () =>
      Promise.reject(new TypeError()),
    );
    await choose("fjord", "Disabled");
    expect(await within(row("fjord")).findByRole("alert")).toHaveTextContent("Not changed.");
    expect(level("fjord")).toHaveTextContent(/^Watch$/);
    mend();
    await user.click(within(row("fjord")).getByRole("button", { name: "Retry" }));
    await waitFor(() => expect(level("fjord")).toHaveTextContent(/^Disabled$/));
    for (const name of ["fjord", "fjord/lantern"]) await choose(name, "Inherit");
    await expectText("fjord/lantern", "Participate, from your global setting");
  });
});
