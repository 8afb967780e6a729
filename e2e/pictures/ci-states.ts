import type { Page } from "@playwright/test";
import { hrefs } from "../../renderer/features/addresses/hrefs.ts";
import { pushAddress } from "../fixtures/go-to.ts";
import type { View } from "../fixtures/view.ts";

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

/** States of the CI views that a person makes first, for pictures only. */
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
    name: "ci-runner-jobs",
    href: `${hrefs.runners(local)}?runner=1`,
    open: (page) => click(page, "radio", "Jobs"),
  },
  {
    name: "ci-runner-edit",
    href: `${hrefs.runners(local)}?runner=1`,
    open: (page) => click(page, "button", "Edit"),
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
];
