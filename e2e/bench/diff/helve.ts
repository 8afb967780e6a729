import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type APIRequestContext, type Page, request } from "@playwright/test";
import { z } from "zod";
import { confirmFolders } from "../../fixtures/enter-codes.ts";
import { startBuiltApp } from "../../fixtures/running-app.ts";
import {
  closeBrowser,
  openBrowser,
  openMeasuredPage,
  type Resident,
  residentBytes,
} from "../measuring/browser.ts";
import {
  type Measured,
  type MeasuredView,
  measure,
  type TimedOut,
  watchScript,
} from "../measuring/measure.ts";
import { navigateTo, runUntilIdle } from "../measuring/navigate.ts";
import { type DiffWorkload, workloads } from "./workload.ts";

/**
 * Ways of opening the changes. `cold`: by their address, including the app's start. `at once`: from the project's merge
 * requests. `in-app`: with Changes in the Overview, once it is quiet.
 */
export const diffOpenModes = ["cold", "at once", "in-app"] as const;
type DiffOpenMode = (typeof diffOpenModes)[number];

/** A review that an app which was just started shows for the first time. */
interface Review {
  readonly url: string;
  /** Storage state of a signed-in browser. */
  readonly session: Awaited<ReturnType<APIRequestContext["storageState"]>>;
}

const made = z.object({ id: z.number(), path_with_namespace: z.string() });

/** Opens the workload's repository from disk and a merge request over it, in an app with a new data folder. */
async function withReview<T>(
  repository: string,
  name: DiffWorkload,
  use: (review: Review) => Promise<T>,
): Promise<T> {
  const data = mkdtempSync(join(tmpdir(), "helve-bench-"));
  confirmFolders(data, [repository]);
  const app = await startBuiltApp(data);
  const kill = () => void app.kill();
  process.once("exit", kill);
  const requests = await request.newContext({ extraHTTPHeaders: { origin: app.origin } });
  try {
    await requests.get(app.link);
    const post = async (path: string, body: object): Promise<unknown> => {
      const response = await requests.post(`${app.origin}/-/accounts/local/operations${path}`, {
        data: body,
        timeout: 120_000,
      });
      if (!response.ok()) throw new Error(await response.text());
      return response.json();
    };
    const project = made.parse(
      await post("/local/repositories", { path: repository, name: `bench-${name}` }),
    );
    const { iid } = z.object({ iid: z.number() }).parse(
      await post(`/projects/${project.id}/merge_requests`, {
        source_branch: "topic",
        target_branch: "main",
        title: name,
      }),
    );
    const projectId = encodeURIComponent(project.path_with_namespace);
    const url = `${app.origin}/a/local/p/${projectId}/merge_requests/${iid}`;
    return await use({ url, session: await requests.storageState() });
  } finally {
    await requests.dispose();
    await app.stop();
    process.off("exit", kill);
    rmSync(data, { recursive: true, force: true });
  }
}

/** Measures the app: the workload as a merge request of a repository that was opened from disk. */
export const measureHelveDiff = (
  repository: string,
  name: DiffWorkload,
  way: DiffOpenMode,
  limit: number,
): Promise<Measured | TimedOut> =>
  withReview(repository, name, async ({ url, session }) => {
    const view: MeasuredView = {
      // A hidden row does not count.
      first: `document.querySelector('[data-kind="added"]')?.checkVisibility({ visibilityProperty: true }) === true`,
      // Its greatest value is the number of changed lines in the files that were read.
      all: `document.querySelector('[aria-label="Changed lines read"][aria-valuemax="${workloads[name].lines}"]') !== null`,
      scroller: '[aria-label="Changes"]',
      limit,
    };
    const browser = await openBrowser();
    let hanging = true;
    try {
      const page = await openMeasuredPage(browser, session);
      await page.addInitScript(watchScript(view));
      const address = `${url}?tab=changes`;
      const open = (go: () => Promise<unknown>, before?: Resident) =>
        measure(browser, page, view, go, before);
      let found: Measured | TimedOut;
      if (way === "cold") found = await open(() => page.goto(address, { waitUntil: "commit" }));
      else {
        await runUntilIdle(page, () => page.goto(url.slice(0, url.lastIndexOf("/"))));
        const before = await residentBytes(browser);
        // Prefetched data counts as memory of the changes.
        if (way === "in-app") await runUntilIdle(page, () => navigateTo(page, url));
        found = await open(
          way === "in-app" ? await clickChanges(page) : () => navigateTo(page, address, true),
          before,
        );
      }
      hanging = "over" in found;
      return found;
    } finally {
      await closeBrowser(browser, hanging);
    }
  });

/** Returns a function that clicks Changes; the time begins with the click. */
async function clickChanges(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const begin = () => Object.assign(globalThis.bench, { began: performance.now(), longest: 0 });
    document.addEventListener("pointerdown", begin, { capture: true, once: true });
  });
  const tabs = page.getByRole("navigation", { name: "Merge request" });
  return () => tabs.getByRole("link", { name: /Changes/ }).click();
}
