import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "@playwright/test";

const installed = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const executablePath = process.env.HELVE_CHROMIUM ?? installed.find((path) => existsSync(path));
const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  // A spare process for the next page would be mistaken for the measured one.
  "--disable-features=SpareRendererForSitePerProcess",
];

/** Opens a browser for one measurement, so that a hang or a cache affects no other one. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ ...(executablePath ? { executablePath } : {}), args });

/** Opens a page of the size that all measurements of the app have, signed in by the browser's storage `session`. */
export async function openMeasuredPage(
  browser: Browser,
  session: Exclude<BrowserContextOptions["storageState"], undefined>,
): Promise<Page> {
  const viewport = { width: 1280, height: 800 };
  const context = await browser.newContext({ viewport, locale: "en-US", storageState: session });
  return context.newPage();
}

/** A browser with a profile on disk, as the one of a person, with the caches that such a profile has. */
export const openProfile = (folder: string, options: BrowserContextOptions): Promise<BrowserContext> =>
  chromium.launchPersistentContext(folder, {
    ...(executablePath ? { executablePath } : {}),
    args,
    ...options,
  });

async function renderersOf(browser: Browser): Promise<number[]> {
  const client = await browser.newBrowserCDPSession();
  try {
    const { processInfo } = await client.send("SystemInfo.getProcessInfo");
    return processInfo.filter(({ type }) => type === "renderer").map(({ id }) => id);
  } finally {
    await client.detach();
  }
}

/** Resident bytes of each renderer process by its id; null where the system does not report them. */
export type Resident = ReadonlyMap<number, number> | null;

/** Reads the resident memory of the pages' processes. */
export async function residentBytes(browser: Browser): Promise<Resident> {
  if (process.platform !== "linux") return null;
  const sizes = new Map<number, number>();
  for (const id of await renderersOf(browser)) {
    try {
      const status = readFileSync(`/proc/${id}/status`, "utf8");
      sizes.set(id, Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1024);
    } catch {
      // It ended meanwhile.
    }
  }
  return sizes.size > 0 ? sizes : null;
}

/** Returns the growth of the process that grew most, the page's; a new one is compared with the smallest before. */
export function gained(before: Resident, after: Resident): number | null {
  if (!before || !after) return null;
  const blank = Math.min(...before.values());
  return Math.max(0, ...[...after].map(([id, size]) => size - (before.get(id) ?? blank)));
}

/** Ends a browser, and first pages that may hang. */
export async function closeBrowser(browser: Browser, hanging: boolean): Promise<void> {
  if (hanging) {
    for (const id of await renderersOf(browser)) {
      try {
        process.kill(id, "SIGKILL");
      } catch {
        // It ended by itself.
      }
    }
  }
  await browser.close();
}

/** Returns the resident memory of a process in megabytes. Linux only. */
export async function residentMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024);
}
