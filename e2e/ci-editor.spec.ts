import type { Page } from "@playwright/test";
import { projectPath } from "../renderer/testing/page/project-path.ts";
import { callProject } from "./fixtures/call-project.ts";
import { expect, test } from "./fixtures/test.ts";

const project = "fjord/beacon";
const path = ".gitlab-ci.yml";

/** Opens the file of a branch of its own, in which a text can be typed instead. */
async function openEditor(page: Page, beside = ""): Promise<void> {
  const branch = `spec/${Math.random().toString(36).slice(2, 8)}`;
  await callProject(page, project, "POST", "/repository/branches", { branch, ref: "main" });
  const query = new URLSearchParams({ ref: branch, path, ...(beside && { beside }) });
  await page.goto(`${projectPath(project, "edit")}?${query}`);
  const editor = page.getByRole("textbox", { name: `Content of ${path}` });
  await expect(editor).toBeAttached();
  await editor.focus();
}

test("a CI file has completion, hovers and errors of GitLab's schema", { tag: "@smoke" }, async ({
  page,
}) => {
  await openEditor(page);
  const keyboard = page.keyboard;
  const errors = page.locator(".squiggly-error");
  const warnings = page.locator(".squiggly-warning");
  await expect(page.locator(".view-line").filter({ hasText: "stages" })).toBeVisible();
  await page.locator(".view-line").getByText("coverage", { exact: true }).hover();
  await expect(page.locator(".monaco-hover").filter({ hasText: "regular expression" })).toBeVisible();
  await expect(errors).toHaveCount(0);

  await keyboard.press("ControlOrMeta+a");
  await keyboard.type("test:\nscript: make\nallow_f");
  const suggestions = page.locator(".suggest-widget");
  await expect(suggestions.getByText("allow_failure")).toBeVisible();
  await keyboard.press("Escape");
  await keyboard.press("ControlOrMeta+a");
  await keyboard.type("test:\nscript: make\nwhen: ");
  await keyboard.press("ControlOrMeta+Space");
  await expect(suggestions.getByText("on_failure")).toBeVisible();
  await keyboard.press("Escape");
  await keyboard.type("sometimes");
  await expect(errors).toHaveCount(1);

  // References and inputs are known only later.
  await keyboard.press("ControlOrMeta+a");
  await keyboard.type(
    "test:\nscript: make\nvariables: !reference [.a, variables]\nparallel: $[[ inputs.n ]]\nscripts: a",
  );
  // It may be newer than the schema.
  await expect(warnings).toHaveCount(1);
  await expect(errors).toHaveCount(0);
  await keyboard.press("ControlOrMeta+a");
  await keyboard.type(
    "test:\nscript: make\nvariables: !reference [.a, variables]\nparallel: $[[ inputs.n ]]\n",
  );
  await expect(warnings).toHaveCount(0);
  await expect(errors).toHaveCount(0);
});

test("an error of the check leads to its line", async ({ page }) => {
  await openEditor(page, "validate");
  const check = page.getByRole("region", { name: `Check of ${path}` });
  await expect(check.getByText("Valid", { exact: true })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("test:\nscript: make\nwhen: sometimes\n");
  await check.getByRole("button", { name: /^test: when: .*Line 3/ }).click();
  await page.keyboard.type("# here ");
  await expect(page.locator(".view-line").nth(2)).toContainText("# here");
});

test("the merged file is shown in colours, and a job of the pipeline leads to its line", async ({ page }) => {
  await openEditor(page, "merged");
  const check = page.getByRole("region", { name: `Check of ${path}` });
  await expect(check.locator(".view-line").filter({ hasText: "timeout: 1 hour" })).toBeVisible();
  await check.getByRole("link", { name: "Pipeline" }).click();
  await check.getByRole("button", { name: /^unit: runs by itself/ }).click();
  await page.keyboard.type("# here ");
  await expect(page.locator(".view-line").filter({ hasText: "# here unit:" })).toBeVisible();
});
