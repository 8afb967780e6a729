import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it, onTestFinished, vi } from "vitest";
import { chooseFiles } from "../../../testing/page/choose-files.ts";
import { expectAccessible } from "../../../testing/page/expect-accessible.ts";
import { interceptRequests } from "../../../testing/page/intercept-requests.ts";
import { fill } from "../../../testing/page/keys.ts";
import { appForTests } from "../../../testing/page/opened-app.ts";
import { undoDiscard } from "../../../testing/page/undo-discard.ts";

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
