import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { fetchConfirmed } from "./fixtures/answer-codes.ts";
import { expect, expectAccessible, test } from "./fixtures/test.ts";
import { undoDiscard } from "./fixtures/undo-discard.ts";

const users = "/a/local/admin/users";
const line = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIFCRm0oHFgKYXpRYCSGPHR1hSu9r0Cn5OzUDLR1hTq0G grace@bridge";

const table = (page: Page) => page.getByRole("grid", { name: "Users" });
const panel = (page: Page, name: string) => page.getByRole("region", { name: `User ${name}` });

test("a user is created, found, edited, given a key and deleted", async ({ page }) => {
  await page.goto(users);
  await expect(table(page).getByRole("row", { name: /Åsa Lindqvist/ })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: "New user" }).click();
  const form = page.getByRole("form", { name: "New user" });
  await form.getByRole("button", { name: "Create user" }).click();
  await expect(form.getByText("Enter an email address.")).toBeVisible();
  await form.getByRole("textbox", { name: "Name", exact: true }).fill("Grace Högberg");
  await form.getByRole("textbox", { name: "User name" }).fill("grace");
  await form.getByRole("textbox", { name: "Email", exact: true }).fill("grace@fjord.example");
  await form.getByRole("checkbox", { name: "External" }).click();
  // What was typed outlives a reload.
  await page.reload();
  await expect(form.getByRole("textbox", { name: "User name" })).toHaveValue("grace");
  await expectAccessible(page);
  await form.getByRole("button", { name: "Discard" }).click();
  await undoDiscard(page, "user draft");
  await page.getByRole("button", { name: "New user" }).click();
  await expect(form.getByRole("textbox", { name: "User name" })).toHaveValue("grace");
  await form.getByRole("button", { name: "Create user" }).click();
  await expect(panel(page, "Grace Högberg").getByText("External", { exact: true })).toBeVisible();

  await page.getByRole("searchbox", { name: "Filter users" }).fill("sate:blocked");
  await expect(
    page.getByText("sate: is not a filter, so it is searched as text. Did you mean state:?"),
  ).toBeVisible();
  await page.getByRole("searchbox", { name: "Filter users" }).fill("HÖGBERG external:yes");
  await expect(table(page).getByRole("row")).toHaveCount(2);
  await expect(page).toHaveURL(/q=/);

  const shown = panel(page, "Grace Högberg");
  await shown.getByRole("button", { name: "Edit" }).click();
  const edit = page.getByRole("form", { name: "Edit user" });
  const location = edit.getByRole("textbox", { name: "Location" });
  await location.fill("Pier 7");
  await edit.getByRole("button", { name: "Discard" }).click();
  await undoDiscard(page, "changes to Grace Högberg");
  await shown.getByRole("button", { name: "Edit" }).click();
  await expect(location).toHaveValue("Pier 7");
  await edit.getByRole("button", { name: "Save changes" }).click();
  await expect(shown.getByRole("definition").filter({ hasText: "Pier 7" })).toBeVisible();

  await shown.getByRole("radio", { name: "SSH keys" }).click();
  await shown.getByRole("textbox", { name: "New public key" }).fill(line);
  await shown.getByRole("button", { name: "Add key" }).click();
  await expect(shown.getByText(/^SHA256:/)).toBeVisible();
  await expectAccessible(page);

  await shown.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete Grace Högberg?" });
  await expect(dialog.getByText(/their author becomes the ghost user/)).toBeVisible();
  await dialog.getByRole("checkbox", { name: /Delete contributions/ }).click();
  await expect(dialog.getByText(/Groups that nobody else owns, with all their projects/)).toBeVisible();
  await expectAccessible(page);
  await expect(dialog.getByRole("button", { name: "Delete user and contributions" })).toBeDisabled();
  await dialog.getByRole("textbox", { name: /Type “grace”/ }).fill("grace");
  await dialog.getByRole("button", { name: "Delete user and contributions" }).click();
  await expect(page.getByText("No user matches")).toBeVisible();
});

test("keys and profiles are reached with the keyboard alone", async ({ page }) => {
  await page.goto("/a/local/admin/keys");
  await page.getByRole("textbox", { name: "Key number" }).focus();
  await page.keyboard.type("1");
  await page.keyboard.press("Enter");
  const found = page.getByRole("region", { name: "Key 1", exact: true });
  await expect(found.getByText("Åsa Lindqvist")).toBeVisible();
  await expect(found.getByText(/^SHA256:/)).toBeVisible();
  await expectAccessible(page);
  await found.getByRole("link", { name: "Open user" }).focus();
  await page.keyboard.press("Enter");
  const shown = panel(page, "Åsa Lindqvist");
  await expect(shown).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(shown).toBeHidden();
  await page.keyboard.press("/");
  await page.keyboard.type("mateo");
  await expect(table(page).getByRole("row")).toHaveCount(2);
  await table(page).focus();
  await page.keyboard.press("Enter");
  const mateo = panel(page, "Mateo Fuentes");
  await expect(mateo).toBeFocused();
  await mateo.getByRole("link", { name: "Public profile" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Mateo Fuentes" })).toBeVisible();
  await expect(page.getByText("Boats first, then boards").first()).toBeVisible();
  await expectAccessible(page);
});

test("a user who is not an administrator sees why the page is not available, and no link to it", async ({
  page,
}) => {
  const user = {
    id: 7,
    name: "Ada Example",
    username: "ada",
    avatar_url: null,
    web_url: null,
    is_admin: false,
  };
  const service = createServer((request, response) => {
    const path = request.url ?? "";
    const known = path.endsWith("/user") ? user : path.endsWith("/version") ? { version: "11.10.0" } : null;
    response.writeHead(known ? 200 : 404, { "content-type": "application/json" });
    response.end(JSON.stringify(known ?? { message: "404 Not found" }));
  });
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  const { port } = service.address() as AddressInfo;
  try {
    await page.goto("/a/local/admin");
    await expect(page.getByRole("heading", { level: 1, name: "Administration" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Admin", exact: true })).toBeVisible();
    const account = { url: `http://127.0.0.1:${port}`, token: "a-token-of-ada", keep: "memory" };
    const { id } = (await fetchConfirmed<{ id: string }>(page, "/-/accounts", "POST", account)).json;
    await page.goto(`/a/${id}/admin/hooks`);
    await expect(page.getByRole("heading", { level: 1, name: "Administrators only" })).toBeVisible();
    await expect(page.getByText("ada is not an administrator")).toBeVisible();
    await expect(page.getByRole("link", { name: "Admin", exact: true })).toHaveCount(0);
    await expectAccessible(page);
    await page.keyboard.press("ControlOrMeta+k");
    await page.getByRole("dialog").getByRole("combobox").fill(">administration");
    await expect(page.getByRole("option", { name: /Administration/ })).toHaveCount(0);
  } finally {
    service.closeAllConnections();
    service.close();
  }
});
