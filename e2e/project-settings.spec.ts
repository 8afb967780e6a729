import { type Receiver, startReceiver } from "../electron/service/testing/hook-receiver.ts";
import { callProject } from "./fixtures/call-project.ts";
import { expect, test } from "./fixtures/test.ts";

let receiver: Receiver;
test.beforeAll(async () => {
  receiver = await startReceiver();
});
test.afterAll(() => receiver.close());

const project = "atlas/tides";
const settings = `/a/local/p/${encodeURIComponent(project)}/settings`;

test("a maintainer protects a branch, declares a variable, adds a webhook and a token", async ({ page }) => {
  await page.goto(settings);
  const tabs = page.getByRole("navigation", { name: "Project settings" });
  await tabs.getByRole("link", { name: "Repository" }).click();
  await page.getByRole("button", { name: "Protect branch" }).click();
  const rule = page.getByRole("dialog", { name: "Protect branches" });
  await rule.getByRole("textbox", { name: "Branch or pattern" }).fill("release/*");
  await page.keyboard.press("Enter");
  await expect(rule).toBeHidden();
  await expect(page.getByRole("list", { name: "Protected branches" })).toContainText("release/*");

  await tabs.getByRole("link", { name: "CI/CD" }).click();
  await page.getByRole("button", { name: "Add variable" }).click();
  const variable = page.getByRole("dialog", { name: "Add variable" });
  await variable.getByRole("textbox", { name: "Key" }).fill("TIDE_TOKEN");
  await variable.getByRole("textbox", { name: "Value" }).fill("high-water-mark");
  await variable.getByRole("button", { name: "Add variable" }).click();
  await expect(page.getByRole("list", { name: "CI/CD variables" })).toContainText("TIDE_TOKEN");
  // What was typed is in no draft: the form is empty again.
  await page.reload();
  await expect(page.getByRole("list", { name: "CI/CD variables" })).toContainText("Hidden for good");
  await expect(page.getByText("high-water-mark")).toHaveCount(0);

  await tabs.getByRole("link", { name: "Webhooks" }).click();
  await page.getByRole("button", { name: "Add webhook" }).click();
  const hook = page.getByRole("dialog", { name: "Add webhook" });
  await hook.getByRole("textbox", { name: "URL" }).fill(`${receiver.url}/ok`);
  await hook.getByRole("button", { name: "Add webhook" }).click();
  const card = page.getByRole("article", { name: `${receiver.url}/ok` });
  await card.getByRole("button", { name: "Test" }).click();
  await page.getByRole("menuitem", { name: "Pushes" }).click();
  await expect(card.getByRole("status")).toContainText("Test delivered");
  expect(receiver.received[0]?.headers["x-gitlab-event"]).toBe("Push Hook");

  await tabs.getByRole("link", { name: "Access tokens" }).click();
  await page.getByRole("button", { name: "Add token" }).click();
  const token = page.getByRole("dialog", { name: "Add access token" });
  await token.getByRole("textbox", { name: "Name" }).fill("Tide script");
  await token.getByRole("checkbox", { name: "read_repository", exact: true }).click();
  await token.getByRole("button", { name: "Add token" }).click();
  const shown = page.getByRole("dialog", { name: "Copy Tide script now" });
  await shown.getByRole("button", { name: "Show token" }).click();
  await expect(shown.getByLabel("Token", { exact: true })).toHaveValue(/^hlv-/);
  await shown.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("list", { name: "Access tokens" })).toContainText("Tide script");

  // As the next spec found it.
  await callProject(page, project, "DELETE", "/protected_branches/release%2F%2A");
  await callProject(page, project, "DELETE", "/variables/TIDE_TOKEN");
  const hooks = await callProject<readonly { id: number }[]>(page, project, "GET", "/hooks");
  for (const { id } of hooks) await callProject(page, project, "DELETE", `/hooks/${id}`);
  const tokens = await callProject<readonly { id: number }[]>(page, project, "GET", "/access_tokens");
  for (const { id } of tokens) await callProject(page, project, "DELETE", `/access_tokens/${id}`);
});
