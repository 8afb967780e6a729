import type { Page } from "@playwright/test";
import { hrefs } from "../../../renderer/features/addresses/hrefs.ts";
import { beacon } from "../../../renderer/testing/page/sample-jobs.ts";
import { pushAddress } from "../../fixtures/go-to.ts";
import type { SweptView } from "../../fixtures/swept-view.ts";
import { inBeacon, local } from "../sample-addresses.ts";
import { clickFirst } from "./ci-states.ts";
import { changeResponses, goToHref, respond, steps } from "./steps.ts";

/** Jobs of the sample: a failed test, a deployment with times and a link. */
const failedUnit = 267;
const deploy = 275;

const job = (id: number, search?: Record<string, string>) => hrefs.job(local, beacon, id, search);

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

/** States of jobs, their logs, tests and artifacts that a person makes first. */
export const jobStates: readonly SweptView[] = [
  {
    name: "ci-job-running",
    href: hrefs.home,
    open: async (page) => {
      await pushAddress(page, job(await write(page, 268, "retry")));
      await page.getByText("lumen").first().waitFor();
    },
    close: async (page) => {
      await clickFirst(page, "button", "Cancel");
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
      await clickFirst(page, "button", "Matches only");
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
    open: (page) => clickFirst(page, "button", "release notes"),
  },
  {
    name: "ci-job-manual",
    href: inBeacon("jobs", { status: "manual" }),
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
  {
    name: "ci-jobs-selected",
    href: inBeacon("jobs", { status: "failed" }),
    open: async (page) => {
      await page.getByRole("list", { name: "Jobs" }).focus();
      await page.keyboard.press("Control+a");
    },
  },
  { name: "ci-tests-failed", href: hrefs.jobTab(local, beacon, failedUnit, "tests") },
  {
    name: "ci-tests-history",
    href: hrefs.jobTab(local, beacon, failedUnit, "tests"),
    open: (page) => clickFirst(page, "button", /^Show the last/),
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
  {
    name: "ci-job-long-name",
    href: hrefs.home,
    open: steps(
      changeResponses(/\/jobs\/267$/, (job) => ({
        ...Object(job),
        name: "a long name of a job ".repeat(12).trim(),
      })),
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
    name: "ci-job-wrapped",
    href: job(deploy),
    // The button is an item of a menu where the pane is narrow.
    open: (page) => page.getByRole("region", { name: /^Log of/ }).press("w"),
    close: (page) => page.getByRole("region", { name: /^Log of/ }).press("w"),
  },
  {
    name: "ci-artifact-picture",
    href: hrefs.jobTab(local, beacon, failedUnit, "artifacts"),
    open: async (page) => {
      await page.getByRole("searchbox", { name: "Filter files" }).fill("beam.png");
      await clickFirst(page, "treeitem", "beam.png");
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
