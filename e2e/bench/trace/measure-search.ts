import type { AppWithJobs } from "../../fixtures/app-with-jobs.ts";
import { closeBrowser, openBrowser, openMeasuredPage } from "../measuring/browser.ts";
import { navigateTo, runUntilIdle } from "../measuring/navigate.ts";
import { openShort } from "./helve-trace.ts";
import { lastLine, needle, pattern } from "./make-trace.ts";

/** Milliseconds from typing a query to its first matches, and to the end of the search. */
interface Searched {
  readonly first: number;
  readonly done: number;
  /** The view's text about its matches. */
  readonly found: string;
}

/** Searches in a log that is open. */
export interface Searches {
  readonly literal: Searched;
  readonly regex: Searched;
}

/** Searches the whole log of a trace for a word that is rare and for a pattern. Null where that takes over `limit`. */
export async function measureSearch(
  bench: AppWithJobs,
  trace: string,
  limit: number,
): Promise<Searches | null> {
  const browser = await openBrowser();
  try {
    const page = await openMeasuredPage(browser, bench.session);
    await openShort(browser, page, bench);
    const log = page.getByRole("region", { name: `Log of ${trace}`, exact: true });
    // All of it is read, and analysed, before somebody types.
    await runUntilIdle(page, async () => {
      await navigateTo(page, bench.urlOf(trace));
      await log.getByText(lastLine).waitFor({ timeout: limit });
    });
    const bar = page.getByRole("search", { name: "In the log" });
    const field = bar.getByRole("searchbox");
    const search = async (text: string): Promise<Searched> => {
      await field.fill("");
      await bar.getByRole("status").waitFor({ state: "detached" });
      const searched = page.evaluate(watchSearch, limit);
      await field.fill(text);
      return searched;
    };
    // As later searches are: the first one of a page also compiles what draws it.
    await search("a word that is nowhere");
    const literal = await search(needle);
    await bar.getByRole("button", { name: "Regular expression" }).click();
    const regex = await search(pattern);
    return { literal, regex };
  } catch (error) {
    if (error instanceof Error && /timeout|too long/i.test(error.message)) return null;
    throw error;
  } finally {
    await closeBrowser(browser, true);
  }
}

/** Runs in the page: waits for the next query and for its results. */
function watchSearch(limit: number): Promise<{ first: number; done: number; found: string }> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error("the search takes too long")), limit);
    const begin = () => {
      const began = performance.now();
      let first: number | null = null;
      const look = () => {
        const found = document.querySelector("search output")?.textContent ?? "";
        const now = performance.now() - began;
        if (first === null && /\d|No matches/.test(found)) first = now;
        if (first !== null && !/so far|…/.test(found)) resolve({ first, done: now, found });
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    };
    document.addEventListener("input", begin, { capture: true, once: true });
  });
}
