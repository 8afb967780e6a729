import { expect, type Page } from "@playwright/test";
import { hrefs } from "../../../renderer/features/addresses/hrefs.ts";
import { beacon } from "../../../renderer/testing/page/sample-jobs.ts";
import { callProject } from "../../fixtures/call-project.ts";
import { pushAddress } from "../../fixtures/go-to.ts";
import type { SweptView } from "../../fixtures/swept-view.ts";
import { inBeacon, local } from "../sample-addresses.ts";

import { changeResponses, goToHref, respond, steps } from "./steps.ts";

export const clickFirst = (
  page: Page,
  role: "button" | "menuitem" | "radio" | "treeitem" | "option",
  name: string | RegExp,
) => page.getByRole(role, { name }).first().click();

async function clearSelection(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await clickFirst(page, "button", "Clear selection");
}

/** States of pipelines, runners and environments that a person makes first. */
export const ciStates: readonly SweptView[] = [
  { name: "ci-all-running", href: hrefs.ci({ show: "running", of: "everyone" }) },
  { name: "ci-all-failed", href: hrefs.ci({ of: "everyone" }) },
  {
    name: "ci-watches",
    href: hrefs.pipeline(local, beacon, 60),
    open: async (page) => {
      await clickFirst(page, "button", /^Watch(ing)?|Watched/);
      await page
        .getByRole("contentinfo")
        .getByRole("button", { name: /^Watch/ })
        .click();
    },
  },
  ...["validate", "merged", "pipeline"].map((beside) => ({
    name: `ci-file-${beside}`,
    href: inBeacon("edit", { ref: "main", path: ".gitlab-ci.yml", beside }),
  })),
  { name: "ci-runners-charts", href: `${hrefs.runners(local)}?view=charts` },
  {
    name: "ci-runners-pause",
    href: hrefs.runners(local),
    open: async (page) => {
      await page.getByRole("checkbox", { name: "Select all loaded rows" }).click();
      await clickFirst(page, "button", "Pause…");
    },
    close: clearSelection,
  },
  {
    name: "ci-runner-edit",
    href: `${hrefs.runners(local)}?runner=1`,
    open: (page) => clickFirst(page, "button", "Edit"),
    close: (page) => clickFirst(page, "button", /^(Cancel|Discard)$/),
  },
  {
    name: "ci-runner-jobs",
    href: `${hrefs.runners(local)}?runner=1`,
    open: (page) => clickFirst(page, "radio", "Jobs"),
  },
  {
    name: "ci-runners-delete",
    href: hrefs.runners(local),
    open: async (page) => {
      await page.getByRole("checkbox", { name: "Select all loaded rows" }).click();
      await clickFirst(page, "button", "Delete…");
    },
    close: clearSelection,
  },
  {
    name: "ci-runner-register",
    href: hrefs.project(local, beacon, "runners"),
    open: (page) => clickFirst(page, "button", "Register runner"),
  },
  {
    name: "ci-runner-token",
    href: hrefs.runners(local),
    open: async (page) => {
      await clickFirst(page, "button", "Register runner");
      await clickFirst(page, "radio", "Create as yourself");
      await page.getByRole("dialog").getByRole("button", { name: "Register runner" }).click();
      await clickFirst(page, "button", "Show token");
    },
    close: async (page) => {
      await clickFirst(page, "button", "Done");
      await page.getByRole("alertdialog").getByRole("button", { name: "Close" }).click();
    },
  },
  { name: "ci-runners-no-match", href: `${hrefs.runners(local)}?q=nothing-like-it` },
  { name: "ci-environments-stale", href: inBeacon("environments", { state: "stale", stale: "7" }) },
  {
    name: "ci-environments-selected",
    href: inBeacon("environments"),
    open: (page) => page.getByRole("checkbox", { name: "Select staging" }).click(),
  },
  { name: "ci-environments-empty", href: hrefs.project(local, "atlas/tides", "environments") },
  {
    name: "ci-deployments-selected",
    href: hrefs.environment(local, beacon, 1),
    open: async (page) => {
      const boxes = page.getByRole("list", { name: "Deployments" }).getByRole("checkbox");
      await boxes.nth(0).click();
      await boxes.nth(1).click();
    },
  },
  {
    name: "ci-deployments-compared",
    href: hrefs.environment(local, beacon, 1),
    open: (page) =>
      page
        .getByRole("list", { name: "Deployments" })
        .getByRole("link", { name: /^Changes of deployment/ })
        .first()
        .click(),
  },
  {
    name: "ci-environment-stop",
    href: hrefs.environment(local, beacon, 1),
    open: async (page) => {
      await clickFirst(page, "button", /^Actions for/);
      await clickFirst(page, "menuitem", /^Stop/);
    },
  },
  { name: "ci-pipeline-stages", href: hrefs.pipeline(local, beacon, 55) },
  {
    name: "ci-pipelines-off",
    href: hrefs.project(local, "fjord/lantern", "pipelines"),
    open: (page) => page.getByRole("switch", { name: "Run jobs on this computer" }).waitFor(),
  },
  {
    name: "ci-pipelines-many-stages",
    href: hrefs.home,
    open: steps(
      changeResponses(/\/pipelines\/\d+\/jobs/, (jobs) => {
        const [job] = Array.isArray(jobs) ? jobs : [];
        return Array.from({ length: 40 }, (_, at) => ({
          ...{ ...job, id: at + 1, name: `job ${at}`, stage: `stage ${at}` },
          status: at === 20 ? "failed" : "success",
        }));
      }),
      goToHref(inBeacon("pipelines")),
      (page) =>
        page
          .getByRole("link", { name: /more stages: Failed$/ })
          .first()
          .waitFor(),
    ),
  },
  {
    name: "ci-pipeline-invalid",
    href: hrefs.home,
    open: async (page) => {
      const actions = [
        {
          action: "update",
          file_path: ".gitlab-ci.yml",
          content: "greet: { script: echo hello, stage: none }\n",
        },
      ];
      await callProject(page, beacon, "POST", "/repository/commits", {
        ...{ branch: "invalid", start_branch: "main", force: true },
        ...{ commit_message: "Describe the jobs of invalid", actions },
      });
      const list = () => callProject<{ id: number }[]>(page, beacon, "GET", "/pipelines?ref=invalid");
      await expect.poll(async () => (await list()).length).toBeGreaterThan(0);
      const [made] = await list();
      await pushAddress(page, hrefs.pipeline(local, beacon, made?.id ?? 0));
      await page.getByRole("region", { name: "Configuration errors" }).waitFor();
    },
  },
  {
    name: "ci-variable-typed",
    href: inBeacon("settings", { tab: "ci" }),
    open: async (page) => {
      await clickFirst(page, "button", "Add variable");
      await page.getByRole("textbox", { name: "Key" }).fill("DEPLOY_TOKEN");
      await page.getByRole("textbox", { name: "Value" }).fill("short");
      await page.getByText("A masked value is one line of at least 8 characters without spaces.").waitFor();
    },
    close: (page) => clickFirst(page, "button", "Discard"),
  },
  {
    name: "ci-environment-unread",
    href: hrefs.home,
    open: steps(
      respond(
        /\/-\/.*\/environments\/9991$/,
        ...([500, "unavailable", "The service failed.", "HTTP 500: Internal Server Error"] as const),
      ),
      goToHref(hrefs.environment(local, beacon, 9991)),
      (page) => page.getByRole("alert").first().waitFor(),
    ),
  },
  {
    name: "ci-environment-taken",
    href: inBeacon("environments"),
    open: async (page) => {
      await clickFirst(page, "button", "New environment");
      const dialog = page.getByRole("dialog", { name: "New environment" });
      await dialog.getByRole("textbox", { name: "Name" }).fill("production");
      await dialog.getByRole("button", { name: "Create environment" }).click();
      await dialog.getByText("has already been taken").waitFor();
    },
  },
  {
    name: "ci-roll-back",
    href: inBeacon("environments"),
    open: async (page) => {
      await page.getByRole("link", { name: "production", exact: true }).click();
      await clickFirst(page, "button", /^Roll back to/);
      await page.getByRole("alertdialog").waitFor();
    },
  },
  { name: "ci-commits", href: inBeacon("commits") },
  { name: "ci-branches", href: inBeacon("branches") },
  {
    name: "ci-commit-failed",
    href: inBeacon("commits"),
    open: async (page) => {
      const failed = page
        .getByRole("listitem")
        .filter({ has: page.getByRole("link", { name: /: Failed$/ }) });
      await failed.first().getByRole("link").first().click();
      await page.getByRole("link", { name: /^Pipeline #\d+ failed$/ }).waitFor();
    },
  },
];
