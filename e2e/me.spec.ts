import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./fixtures/test.ts";
import { undoDiscard } from "./fixtures/undo-discard.ts";

const line = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIPq+RYGJZbvrLD7JkT3fn644x/uVimV6G69V6Edi5aqP ada@laptop";
const fingerprint = "SHA256:lU4Eg9Q1QPeBbY4LSUrLqT2XevzYH4/aw3VFMjD2dUI";
const other =
  "ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABBBPzTEYfR8+FnbkcJyodZmfZ0xVbNjSRc4jgBB+32FO68uYseEyGkD/BGRvBE9kPzTMSIx+N5meRTexzoo44byiQ= ada@tablet";
/** A picture of one pixel. */
const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
const secret = [
  "-----BEGIN OPENSSH PRIVATE KEY-----",
  "b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMwAAAAtzc2gtZW",
  "-----END OPENSSH PRIVATE KEY-----",
].join("\n");

test("the status is set with an emoji and Markdown, taken back when it fails, and cleared", async ({
  page,
}) => {
  await page.goto("/a/local/projects");
  await page.getByRole("button", { name: /Switch account/ }).click();
  await page.getByRole("menuitem", { name: /^Me/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Local Administrator" })).toBeVisible();
  await expect(page.getByRole("term").filter({ hasText: "Two-factor authentication" })).toBeVisible();
  await expect(page.getByRole("term").filter({ hasText: /theme|scheme/i })).toHaveCount(0);
  const form = page.getByRole("form", { name: "Status" });
  await form.getByRole("button", { name: "Choose the emoji of your status" }).click();
  const search = page.getByRole("combobox", { name: "Choose the emoji of your status" });
  await search.fill("anchor");
  await page.keyboard.press("Enter");
  // It is chosen once the table of all emoji has loaded; the focus returns to the form then.
  await expect(search).toBeHidden();
  const message = form.getByRole("textbox", { name: "Message" });
  await message.fill("at the **quay** until noon :coffee:");
  await expect(form.getByText("quay", { exact: true })).toHaveRole("strong");
  await expect(form).toContainText("☕");
  await expectAccessible(page);

  const failing = "**/operations/user/status";
  await page.route(failing, (route) =>
    route.request().method() === "PUT" ? route.abort() : route.continue(),
  );
  await form.getByRole("button", { name: "Set status" }).click();
  await expect(page.getByText("The status was not set", { exact: true })).toBeVisible();
  await page.unroute(failing);
  await page.reload();
  await expect(message).toHaveValue("at the **quay** until noon :coffee:");
  await expect(form.getByRole("button", { name: "Clear status" })).toBeHidden();
  await form.getByRole("button", { name: "Discard" }).click();
  await expect(message).toHaveValue("");
  await undoDiscard(page, "status");
  await expect(message).toHaveValue("at the **quay** until noon :coffee:");

  await form.getByRole("combobox", { name: "Clear after" }).click();
  await page.getByRole("option", { name: "Clear after 8 hours" }).click();
  await form.getByRole("button", { name: "Set status" }).click();
  await expect(form.getByText(/cleared in (7|8) hours/)).toBeVisible();
  await expect(page.getByRole("button", { name: /Switch account/ })).toHaveAttribute("title", /⚓ at the/);
  await form.getByRole("button", { name: "Clear status" }).click();
  await expect(form.getByText("No status.")).toBeVisible();
});

test("a profile is edited by an administrator, and what was typed outlives a reload", async ({ page }) => {
  await page.goto("/a/local/me");
  await page.getByRole("button", { name: "Edit profile" }).click();
  const form = page.getByRole("form", { name: "Edit profile" });
  await form.getByRole("textbox", { name: "Location" }).fill("Pier 4");
  await page.reload();
  await page.getByRole("button", { name: "Edit profile" }).click();
  await form.getByRole("button", { name: "Discard" }).click();
  await undoDiscard(page, "changes to your profile");
  await page.getByRole("button", { name: "Edit profile" }).click();
  await expect(form.getByRole("textbox", { name: "Location" })).toHaveValue("Pier 4");
  await expectAccessible(page);
  await form.getByLabel("Picture").setInputFiles({
    name: "lamp.png",
    mimeType: "image/png",
    buffer: Buffer.from(pixel, "base64"),
  });
  await form.getByRole("button", { name: "Save profile" }).click();
  await expect(page.getByText("Profile saved", { exact: true })).toBeVisible();
  await expect(page.getByRole("definition").filter({ hasText: "Pier 4" })).toBeVisible();
  await expect(page.getByRole("main").locator("header img")).toHaveAttribute(
    "src",
    /^data:image\/png;base64,/,
  );
});

const chooseFile = async (page: Page, name: string, text: string) => {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose a file…" }).click();
  await (await chooser).setFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
};

test("keys are added by paste, from a file and from ~/.ssh; a private key is refused", async ({ page }) => {
  await page.goto("/a/local/me/keys");
  await page.getByRole("button", { name: "Add key" }).click();
  const form = page.getByRole("form", { name: "Add SSH key" });
  const text = form.getByRole("textbox", { name: "Public key" });
  const refusal = form.getByText("This is a private key. Helve dropped it");
  const sent: string[] = [];
  page.on("request", (request) => sent.push(request.postData() ?? ""));
  await text.fill(secret);
  await expect(refusal).toBeVisible();
  await expect(text).toHaveValue("");
  await text.fill("not a key");
  await expect(form.getByText("This is not a public SSH key.")).toBeVisible();
  await chooseFile(page, "id_ed25519", secret);
  await expect(refusal).toBeVisible();
  expect(sent.some((body) => body.includes("PRIVATE") || body.includes("b3BlbnNza"))).toBe(false);

  await text.fill(`${line}\n`);
  await expect(form.getByText("ssh-ed25519, 256 bits")).toBeVisible();
  await expect(form.getByText(fingerprint)).toBeVisible();
  await form.getByRole("textbox", { name: "Title" }).fill("Laptop");
  await expectAccessible(page);
  await page.reload();
  await expect(text).toHaveValue(`${line}\n`);
  await form.getByRole("button", { name: "Discard" }).click();
  await undoDiscard(page, "key draft");
  await expect(text).toHaveValue(`${line}\n`);
  await expect(form.getByRole("textbox", { name: "Title" })).toHaveValue("Laptop");
  await form.getByRole("button", { name: "Add key" }).click();
  const keys = page.getByRole("list", { name: "SSH keys" });
  await expect(keys.getByRole("listitem").filter({ hasText: "Laptop" })).toContainText(fingerprint);

  await page.getByRole("button", { name: "Add key" }).click();
  await chooseFile(page, "id_ed25519.pub", line);
  await expect(form.getByText("This key is on your account already, as Laptop.")).toBeVisible();
  await expect(form.getByRole("button", { name: "Add key" })).toBeDisabled();

  // The host's part is tested with real folders; here it is somebody's home.
  const found = [
    { name: "id_ed25519.pub", line },
    { name: "tablet.pub", line: other },
  ];
  await page.route("**/-/ssh-keys", (route) =>
    route.fulfill({ json: { folder: "/home/ada/.ssh", keys: found } }),
  );
  await form.getByRole("button", { name: "From ~/.ssh…" }).click();
  const dialog = page.getByRole("dialog", { name: "Public keys in ~/.ssh" });
  await dialog.getByRole("button", { name: "List public keys" }).click();
  await expect(dialog.getByRole("button", { name: /id_ed25519\.pub/ })).toBeDisabled();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: /tablet\.pub/ }).click();
  await form.getByRole("button", { name: "Add key" }).click();
  await expect(keys.getByRole("listitem")).toHaveCount(2);

  for (const title of ["ada@tablet", "Laptop"]) {
    await keys.getByRole("button", { name: `Delete ${title}` }).click();
    const question = page.getByRole("alertdialog", { name: `Delete ${title}?` });
    await expect(question).toContainText("SHA256:");
    await question.getByRole("button", { name: "Delete key" }).click();
    await expect(page.getByText(`Deleted ${title}`, { exact: true })).toBeVisible();
  }
  await expect(page.getByRole("heading", { name: "No SSH keys yet" })).toBeVisible();
});

test("a group's level reaches its projects, by keyboard alone", async ({ page }) => {
  await page.goto("/a/local/me/notifications");
  const list = page.getByRole("list", { name: "Notification levels" });
  const row = (name: string) =>
    list
      .getByRole("listitem")
      .filter({ has: page.getByRole("combobox", { name: `Level of ${name}`, exact: true }) });
  await expect(row("fjord/lantern")).toContainText("Participate, from your global setting");
  const choose = async (level: string) => {
    await page.keyboard.press("Enter");
    await expect(page.getByRole("combobox", { name: "Level of fjord", exact: true })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("option", { name: "Inherit" })).toBeVisible();
    await page.keyboard.type(level);
    await expect(page.getByRole("option", { name: level })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("combobox", { name: "Level of fjord", exact: true })).toHaveText(level);
  };
  await list.focus();
  const position = await row("fjord").getAttribute("aria-posinset");
  for (let step = 1; step < Number(position); step++) await page.keyboard.press("ArrowDown");
  await choose("Watch");
  await expect(row("fjord/lantern")).toContainText("Watch, from group Fjord");
  await list.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await expect(row("fjord/platform/harbor")).toContainText("Watch, from group Fjord");
  await page.reload();
  await expect(row("fjord/lantern")).toContainText("Watch, from group Fjord");

  await row("fjord/lantern").getByRole("combobox").click();
  await page.getByRole("option", { name: "Custom" }).click();
  const failed = row("fjord/lantern")
    .getByRole("group", { name: /^Pipelines/ })
    .getByRole("checkbox", { name: "Failed" });
  await expect(failed).toBeChecked();
  await row("fjord/lantern").getByRole("checkbox", { name: "New issue" }).click();
  await expectAccessible(page);

  await page.getByRole("checkbox", { name: "Only changed levels" }).click();
  await expect(list.getByRole("listitem")).toHaveCount(3);
  await expect(row("fjord/lantern").getByRole("checkbox", { name: "New issue" })).toBeChecked();
  await page.getByRole("checkbox", { name: "Only changed levels" }).click();
  await page.getByRole("searchbox", { name: "Filter groups and projects" }).fill("harb");
  await expect(row("fjord/platform/harbor")).toBeVisible();
  await expect(row("fjord/lantern")).toBeHidden();
  await page.getByRole("searchbox", { name: "Filter groups and projects" }).fill("");

  const failing = "**/operations/groups/*/notification_settings";
  await page.route(failing, (route) =>
    route.request().method() === "PUT" ? route.abort() : route.continue(),
  );
  await row("fjord").getByRole("combobox").click();
  await page.getByRole("option", { name: "Disabled" }).click();
  await expect(row("fjord").getByRole("alert")).toContainText("Not changed.");
  await expect(row("fjord").getByRole("combobox")).toHaveText("Watch");
  await page.unroute(failing);
  await row("fjord").getByRole("button", { name: "Retry" }).click();
  await expect(row("fjord").getByRole("combobox")).toHaveText("Disabled");
  for (const name of ["fjord", "fjord/lantern"]) {
    await row(name).getByRole("combobox").click();
    await page.getByRole("option", { name: "Inherit" }).click();
  }
  await expect(row("fjord/lantern")).toContainText("Participate, from your global setting");
});
