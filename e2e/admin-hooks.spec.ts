import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Locator, Page } from "@playwright/test";
import { type Receiver, startReceiver } from "../electron/service/domain/system-hooks/testing/receiver.ts";
import { expect, expectAccessible, test } from "./fixtures/test.ts";
import { undoDiscard } from "./fixtures/undo-discard.ts";

const hooks = "/a/local/admin/hooks";

let receiver: Receiver;
test.beforeAll(async () => {
  receiver = await startReceiver();
});
test.afterAll(() => receiver.close());

const card = (page: Page, path: string): Locator =>
  page.getByRole("article", { name: `${receiver.url}${path}` });

async function addHook(page: Page, path: string): Promise<void> {
  await page.getByRole("button", { name: "Add hook" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Add system hook" });
  await dialog.getByRole("textbox", { name: "URL" }).fill(`${receiver.url}${path}`);
  await dialog.getByRole("button", { name: "Add hook" }).click();
  await expect(card(page, path)).toBeVisible();
}

test("a hook is added, tested, its deliveries are read and sent again, and it is deleted", async ({
  page,
}) => {
  await page.goto(hooks);
  await expect(page.getByRole("heading", { name: "No system hooks yet" })).toBeVisible();
  await page.getByRole("button", { name: "Add hook" }).click();
  const dialog = page.getByRole("dialog", { name: "Add system hook" });
  const url = dialog.getByRole("textbox", { name: "URL" });
  await url.fill("http://169.254.169.254/");
  await expect(dialog.getByText("are never delivered to")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Add hook" })).toBeDisabled();
  await url.fill(`${receiver.url}/ok`);
  await expect(dialog.getByText("Not encrypted")).toBeVisible();
  await dialog.getByRole("checkbox", { name: "Pushes" }).click();
  // What was typed is still there after a reload.
  await page.reload();
  await page.getByRole("button", { name: "Add hook" }).click();
  await expect(url).toHaveValue(`${receiver.url}/ok`);
  await dialog.getByRole("button", { name: "Discard" }).click();
  await undoDiscard(page, "hook draft");
  await page.getByRole("button", { name: "Add hook" }).click();
  await expect(url).toHaveValue(`${receiver.url}/ok`);
  await expect(dialog.getByRole("checkbox", { name: "Pushes" })).toBeChecked();
  await dialog.getByRole("button", { name: "Generate token" }).click();
  const token = await dialog.getByLabel("Secret token").inputValue();
  expect(token).toMatch(/^[0-9a-f]{64}$/);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Add hook" }).click();

  const first = card(page, "/ok");
  await expect(first.getByText("Nothing delivered yet")).toBeVisible();
  await first.getByRole("button", { name: "Test" }).click();
  await expect(first.getByRole("status")).toContainText(/Test delivered: HTTP 200 in [\d.]+ m?s/);
  expect(receiver.received.at(-1)?.headers["x-gitlab-token"]).toBe(token);
  await first.getByRole("button", { name: "Deliveries" }).click();
  await expect(page).toHaveURL(/hook=\d+/);
  const deliveries = first.getByRole("list", { name: "Deliveries" });
  await deliveries.getByRole("button", { name: /Test: project_create/ }).click();
  await expect(deliveries.getByText("[hidden]")).toBeVisible();
  await expect(deliveries.getByRole("region", { name: "Body of the response" })).toHaveText("thanks");
  await expect(page.getByText(token)).toHaveCount(0);
  await expectAccessible(page);
  await deliveries.getByRole("button", { name: "Resend" }).click();
  await expect(deliveries.getByText("Delivered, 200")).toHaveCount(2);

  // One that fails at first is tried again.
  await addHook(page, "/stumbles");
  const second = card(page, "/stumbles");
  await second.getByRole("button", { name: "Test" }).click();
  await expect(second.getByRole("status")).toContainText("Test failed");
  await expect(second.getByRole("status")).toContainText("Test delivered: HTTP 200");
  await second.getByRole("button", { name: "Deliveries" }).click();
  await expect(second.getByText("2 attempts")).toBeVisible();

  for (const path of ["/ok", "/stumbles"]) {
    await card(page, path).getByRole("button", { name: "Delete hook" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete hook" }).click();
    await expect(card(page, path)).toHaveCount(0);
  }
});

test("a hook is added, tested and deleted with the keyboard alone", async ({ page }) => {
  await page.goto("/a/local/projects");
  await expect(page.getByRole("heading", { level: 1, name: "Projects" })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByRole("dialog").getByRole("combobox")).toBeFocused();
  await page.keyboard.type(">administration hooks");
  await expect(page.getByRole("option", { name: /Administration: Hooks/ })).toBeVisible();
  await page.keyboard.press("Enter");
  const add = page.getByRole("button", { name: "Add hook" });
  await expect(add).toBeVisible();
  await add.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Add system hook" });
  await expect(dialog.getByRole("textbox", { name: "URL" })).toBeFocused();
  await page.keyboard.type(`${receiver.url}/ok`);
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  const made = card(page, "/ok");
  await made.getByRole("button", { name: "Test" }).focus();
  await page.keyboard.press("Enter");
  await expect(made.getByRole("status")).toContainText("Test delivered");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(made.getByRole("list", { name: "Deliveries" })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(made.getByRole("button", { name: "Delete hook" })).toBeFocused();
  await page.keyboard.press("Enter");
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: "Delete hook" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "No system hooks yet" })).toBeVisible();
});

test("the origin of a snippet is looked up by number, reference and web address", async ({ page }) => {
  await page.goto("/a/local/admin/snippets");
  const field = page.getByRole("textbox", { name: "Snippet" });
  await field.fill("nothing");
  await field.press("Enter");
  await expect(page.getByText("Enter a number, group/project$12 or a web address")).toBeVisible();
  const made = await page.evaluate(async () => {
    const body = JSON.stringify({
      title: "Odd offer",
      file_name: "a.txt",
      content: "x",
      visibility: "private",
    });
    const init = { method: "POST", headers: { "content-type": "application/json" }, body };
    const response = await fetch("/-/accounts/local/operations/snippets", init);
    return ((await response.json()) as { id: number }).id;
  });
  await field.fill(String(made));
  await field.press("Enter");
  const result = page.getByRole("region", { name: "Snippet", exact: true });
  await expect(result.getByText("Odd offer")).toBeVisible();
  await expect(result.getByText("Helve", { exact: true })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`snippet=${made}`));
  await expectAccessible(page);
  await field.fill("fjord/lantern$999");
  await field.press("Enter");
  await expect(page.getByText("Snippet not found, or the service did not record its origin.")).toBeVisible();
  await page.evaluate(
    (id) => fetch(`/-/accounts/local/operations/snippets/${id}`, { method: "DELETE" }).then(({ ok }) => ok),
    made,
  );
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
    const id = await page.evaluate(async (url) => {
      const account = { url, token: "a-token-of-ada", keep: "memory" };
      const headers = { "content-type": "application/json" };
      const response = await fetch("/-/accounts", { method: "POST", headers, body: JSON.stringify(account) });
      return ((await response.json()) as { id: string }).id;
    }, `http://127.0.0.1:${port}`);
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
