// Longer than other files: it is one list of states of CI, each of a few lines.
import { expect, type Page } from "@playwright/test";
import { hrefs } from "../../../renderer/features/addresses/hrefs.ts";
import { callProject } from "../../fixtures/call-project.ts";
import { pushAddress } from "../../fixtures/go-to.ts";
import type { View } from "../../fixtures/view.ts";

import { change, goToHref, respond, steps } from "./steps.ts";

const local = "local";
const beacon = "fjord/beacon";
/** Jobs of the sample: a failed test, a deployment with times and a link, and one that never ran. */
const failedUnit = 267;
const deploy = 275;

const job = (id: number, search?: Record<string, string>) => hrefs.job(local, beacon, id, search);
const project = (part: Parameters<typeof hrefs.project>[2], search?: Record<string, string>) =>
  hrefs.project(local, beacon, part, search);
const click = (
  page: Page,
  role: "button" | "menuitem" | "radio" | "treeitem" | "option",
  name: string | RegExp,
) => page.getByRole(role, { name }).first().click();

async function clearSelection(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await click(page, "button", "Clear selection");
}

/** Calls an operation on a job of the sample; returns the id of the job in the response. */
const write = (page: Page, id: number, action: "retry" | "erase"): Promise<number> =>
  page.evaluate(
    async ([number, name, path]) => {
      const url = `/-/accounts/local/operations/projects/${encodeURIComponent(path)}/jobs/${number}/${name}`;
      const response = await fetch(url, { method: "POST" });
      return ((await response.json()) as { id: number }).id;
    },
    [id, action, beacon] as const,
  );

const emptySummary = {
  ...{ generation: "mocked", lines: 0, bytes: 0, size: 0, complete: true, problem: null },
  ...{ analysed: 0, sections: 0, errors: 0, warnings: 0, timestamps: false },
};

/** Replaces the log by a response of the host with this summary and these last lines. */
const mockLog =
  (summary: object, tail: readonly object[] = []) =>
  async (page: Page) => {
    await page.route(/\/follow\?/, (route) =>
      route.fulfill({ body: `${JSON.stringify({ summary: { ...emptySummary, ...summary }, tail })}\n` }),
    );
    await pushAddress(page, job(failedUnit));
  };

/** States of the CI views that a person makes first. */
export const ciStates: readonly View[] = [
  {
    name: "ci-job-running",
    href: hrefs.home,
    open: async (page) => {
      await pushAddress(page, job(await write(page, 268, "retry")));
      await page.getByText("lumen").first().waitFor();
    },
    close: async (page) => {
      await click(page, "button", "Cancel");
      await page.getByRole("alertdialog").getByRole("button", { name: "Cancel job" }).click();
    },
  },
  { name: "ci-job-problems", href: job(failedUnit), open: (page) => page.keyboard.press("i") },
  {
    name: "ci-job-search",
    href: job(failedUnit),
    open: async (page) => {
      await page.keyboard.press("/");
      await page.keyboard.type("beam 1");
      await click(page, "button", "Matches only");
    },
  },
  {
    name: "ci-job-pipeline-search",
    href: job(failedUnit),
    open: async (page) => {
      await page.keyboard.press("s");
      await page.keyboard.type("Checking out");
    },
  },
  {
    name: "ci-job-compare",
    href: job(failedUnit, { view: "compare" }),
    open: (page) => page.getByRole("region", { name: "Differences from the last success" }).waitFor(),
  },
  {
    name: "ci-job-link",
    href: job(deploy),
    open: (page) => click(page, "button", "release notes"),
  },
  {
    name: "ci-job-manual",
    href: project("jobs", { status: "manual" }),
    open: (page) =>
      page.getByRole("list", { name: "Jobs" }).getByRole("link", { name: "deploy" }).first().click(),
  },
  {
    name: "ci-job-erased",
    href: hrefs.home,
    open: async (page) => {
      await write(page, 6, "erase");
      await pushAddress(page, job(6));
    },
  },
  { name: "ci-job-empty", href: hrefs.home, open: mockLog({}) },
  {
    name: "ci-job-offline",
    href: hrefs.home,
    open: mockLog(
      {
        ...{ lines: 2, bytes: 60, size: 5_000_000, complete: false },
        problem: { code: "offline", message: "Can't reach 127.0.0.1:22101" },
      },
      [
        { number: 0, spans: [{ text: "Running with helve-shell on pier-1" }] },
        { number: 1, spans: [{ text: "Checking out 1a2b3c4d" }] },
      ],
    ),
  },
  { name: "ci-all-running", href: hrefs.ci({ show: "running", of: "everyone" }) },
  { name: "ci-all-failed", href: hrefs.ci({ of: "everyone" }) },
  {
    name: "ci-watches",
    href: hrefs.pipeline(local, beacon, 60),
    open: async (page) => {
      await click(page, "button", /^Watch(ing)?|Watched/);
      await page
        .getByRole("contentinfo")
        .getByRole("button", { name: /^Watch/ })
        .click();
    },
  },
  {
    name: "ci-jobs-selected",
    href: project("jobs", { status: "failed" }),
    open: async (page) => {
      await page.getByRole("list", { name: "Jobs" }).focus();
      await page.keyboard.press("Control+a");
    },
  },
  { name: "ci-tests-failed", href: hrefs.jobTab(local, beacon, failedUnit, "tests") },
  {
    name: "ci-tests-history",
    href: hrefs.jobTab(local, beacon, failedUnit, "tests"),
    open: (page) => click(page, "button", /^Show the last/),
  },
  {
    name: "ci-artifact-report",
    href: `${hrefs.jobTab(local, beacon, failedUnit, "artifacts")}?path=report/coverage/index.html`,
  },
  {
    name: "ci-artifact-table",
    href: `${hrefs.jobTab(local, beacon, failedUnit, "artifacts")}?path=report/durations.csv`,
  },
  { name: "ci-artifacts-none", href: hrefs.jobTab(local, beacon, 266, "artifacts") },
  { name: "ci-runners-charts", href: `${hrefs.runners(local)}?view=charts` },
  {
    name: "ci-runners-pause",
    href: hrefs.runners(local),
    open: async (page) => {
      await page.getByRole("checkbox", { name: "Select all loaded rows" }).click();
      await click(page, "button", "Pause…");
    },
    close: clearSelection,
  },
  {
    name: "ci-runner-edit",
    href: `${hrefs.runners(local)}?runner=1`,
    open: (page) => click(page, "button", "Edit"),
    close: (page) => click(page, "button", /^(Cancel|Discard)$/),
  },
  {
    name: "ci-runner-jobs",
    href: `${hrefs.runners(local)}?runner=1`,
    open: (page) => click(page, "radio", "Jobs"),
  },
  {
    name: "ci-runners-delete",
    href: hrefs.runners(local),
    open: async (page) => {
      await page.getByRole("checkbox", { name: "Select all loaded rows" }).click();
      await click(page, "button", "Delete…");
    },
    close: clearSelection,
  },
  {
    name: "ci-runner-register",
    href: hrefs.project(local, beacon, "runners"),
    open: (page) => click(page, "button", "Register runner"),
  },
  {
    name: "ci-runner-token",
    href: hrefs.runners(local),
    open: async (page) => {
      await click(page, "button", "Register runner");
      await click(page, "radio", "Create as yourself");
      await page.getByRole("dialog").getByRole("button", { name: "Register runner" }).click();
      await click(page, "button", "Show token");
    },
    close: async (page) => {
      await click(page, "button", "Done");
      await page.getByRole("alertdialog").getByRole("button", { name: "Close" }).click();
    },
  },
  { name: "ci-runners-no-match", href: `${hrefs.runners(local)}?q=nothing-like-it` },
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
      await click(page, "button", /^Actions for/);
      await click(page, "menuitem", /^Stop/);
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
      change(/\/pipelines\/\d+\/jobs/, (jobs) => {
        const [job] = Array.isArray(jobs) ? jobs : [];
        return Array.from({ length: 40 }, (_, at) => ({
          ...{ ...job, id: at + 1, name: `job ${at}`, stage: `stage ${at}` },
          status: at === 20 ? "failed" : "success",
        }));
      }),
      goToHref(project("pipelines")),
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
    name: "ci-variables",
    href: project("pipelines"),
    open: (page) => click(page, "button", "Variables"),
  },
  {
    name: "ci-variable-typed",
    href: project("pipelines"),
    open: async (page) => {
      await click(page, "button", "Variables");
      await click(page, "button", "Add variable");
      await page.getByRole("textbox", { name: "Key" }).fill("DEPLOY_TOKEN");
      await page.getByRole("textbox", { name: "Value" }).fill("short");
      await page.getByText("A masked value is one word of at least 8 characters.").waitFor();
    },
  },
  {
    name: "ci-job-long-name",
    href: hrefs.home,
    open: steps(
      change(/\/jobs\/267$/, (job) => ({ ...Object(job), name: "a long name of a job ".repeat(12).trim() })),
      goToHref(job(failedUnit)),
    ),
  },
  {
    name: "ci-job-unread",
    href: hrefs.home,
    open: steps(
      respond(
        /\/-\/.*\/jobs\/999266$/,
        500,
        "unavailable",
        "The service failed.",
        "HTTP 500: Internal Server Error",
      ),
      goToHref(job(999_266)),
      (page) => page.getByRole("alert").first().waitFor(),
    ),
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
    name: "ci-job-wrapped",
    href: job(deploy),
    open: (page) => click(page, "button", "Wrap lines"),
    close: (page) => click(page, "button", "Wrap lines"),
  },
  {
    name: "ci-environment-taken",
    href: project("environments"),
    open: async (page) => {
      await click(page, "button", "New environment");
      const dialog = page.getByRole("dialog", { name: "New environment" });
      await dialog.getByRole("textbox", { name: "Name" }).fill("production");
      await dialog.getByRole("button", { name: "Create environment" }).click();
      await dialog.getByText("has already been taken").waitFor();
    },
  },
  {
    name: "ci-roll-back",
    href: project("environments"),
    open: async (page) => {
      await page.getByRole("link", { name: "production", exact: true }).click();
      await click(page, "button", /^Roll back to/);
      await page.getByRole("alertdialog").waitFor();
    },
  },
  { name: "ci-commits", href: project("commits") },
  { name: "ci-branches", href: project("branches") },
  {
    name: "ci-commit-failed",
    href: project("commits"),
    open: async (page) => {
      const failed = page
        .getByRole("listitem")
        .filter({ has: page.getByRole("link", { name: /: Failed$/ }) });
      await failed.first().getByRole("link").first().click();
      await page.getByRole("link", { name: /^Pipeline #\d+ failed$/ }).waitFor();
    },
  },
  {
    name: "ci-artifact-picture",
    href: hrefs.jobTab(local, beacon, failedUnit, "artifacts"),
    open: async (page) => {
      await page.getByRole("searchbox", { name: "Filter files" }).fill("beam.png");
      await click(page, "treeitem", "beam.png");
      await page.getByRole("img", { name: "beam.png" }).waitFor();
    },
    close: (page) => page.getByRole("searchbox", { name: "Filter files" }).fill(""),
  },
  {
    name: "ci-job-colours",
    href: hrefs.home,
    open: mockLog({ lines: 2, bytes: 20_200, size: 20_200 }, [
      { number: 0, spans: [{ text: "x".repeat(20_000) }, { text: "good", link: "https://example.com/a" }] },
      {
        number: 1,
        spans: [
          { text: "cube ", style: { fg: 196 } },
          { text: "true ", style: { fg: "#0080ff" } },
          { text: "strong ", style: { bold: true, italic: true, underline: true } },
          { text: "back ", style: { bg: 21 } },
          { text: "green", style: { fg: 2 } },
        ],
      },
    ]),
  },
];
