import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { confirmFolders } from "../../fixtures/enter-codes.ts";
import { startBuiltApp } from "../../fixtures/running-app.ts";
import { openBrowser } from "./browser.ts";

/** Milliseconds after which the start of the app is over, which is not measured. */
const startMs = 1_500;

/** Milliseconds that what is not measured may take on a busy machine. */
const busyMs = 120_000;

/**
 * Opens a repository in an app and a browser of its own, so that nothing was read before. `measure` gets a page of the
 * app and the address of the project.
 */
export async function withRepository<T>(
  repository: string,
  measure: (page: Page, project: string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "helve-bench-"));
  confirmFolders(folder, [repository]);
  const app = await startBuiltApp(folder);
  const browser = await openBrowser();
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: "en-US" });
    const page = await context.newPage();
    page.setDefaultTimeout(busyMs);
    await page.goto(app.link);
    const project = await page.evaluate(async (path) => {
      const response = await fetch("/-/accounts/local/operations/local/repositories", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ path }),
      });
      return String((await response.json()).path_with_namespace);
    }, repository);
    await page.waitForTimeout(startMs);
    return await measure(page, `${app.origin}/a/local/p/${encodeURIComponent(project)}`);
  } finally {
    await browser.close();
    await app.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
