import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type APIRequestContext, type APIResponse, request } from "@playwright/test";
import { build } from "vite";
import { z } from "zod";
import { type ShellServer, startShellServer } from "../../../electron/browser/server.ts";
import { createPageFiles } from "../../../electron/host/page/page-files.ts";
import { startBuiltApp } from "../../fixtures/running-app.ts";

/** A page that is opened by its address. */
export interface StartView {
  readonly name: string;
  readonly url: string;
  /** A script that returns true once the page can be used. */
  readonly usable: string;
  /** Largest ratios of its time to be usable to the empty page's. */
  readonly target: { readonly cold: number; readonly warm: number };
  /** Closes the tabs of the last run. */
  reset(): Promise<void>;
  /** Storage state of a signed-in browser. */
  readonly session: Awaited<ReturnType<APIRequestContext["storageState"]>>;
}

const project = "fjord/lantern";
/** The sample project whose jobs run. */
const built = "fjord/beacon";

/**
 * Calls `use` with the empty page and the views of an app over the sample projects; all is closed afterwards. `limits`: with
 * what no view can be faster than, instead of the views: React, router and query client alone, and the window without a view.
 */
export async function withViews<T>(
  { cache, limits = false }: { readonly cache: string; readonly limits?: boolean },
  use: (views: readonly StartView[]) => Promise<T>,
): Promise<T> {
  const empty = await servePage("empty", cache);
  const router = await servePage("router", cache);
  const data = mkdtempSync(join(tmpdir(), "helve-bench-"));
  const app = await startBuiltApp(data);
  const kill = () => void app.kill();
  process.once("exit", kill);
  const asking = await request.newContext();
  try {
    await asking.get(empty.mintLinks().link);
    await asking.get(router.mintLinks().link);
    await asking.get(app.link);
    const session = await asking.storageState();
    const projectPath = `/a/local/p/${encodeURIComponent(project)}`;
    const operations = `${app.origin}/-/accounts/local/operations`;
    const listed = await asking.get(`${operations}/projects/${encodeURIComponent(project)}/merge_requests`);
    const [first] = z.array(z.object({ iid: z.number() })).parse(await listed.json());
    const job = await findJob(() =>
      asking.get(`${operations}/projects/${encodeURIComponent(built)}/jobs?scope[]=success`),
    );
    const review = `${projectPath}/merge_requests/${first?.iid}`;
    // What other views have left open is no part of this one.
    const reset = async () => {
      await asking.delete(`${app.origin}/-/documents/layout/tabs`, { headers: { origin: app.origin } });
    };
    const at = (name: string, url: string, target: StartView["target"], selector: string): StartView => ({
      name,
      url: url.startsWith("/") ? app.origin + url : url,
      target,
      usable: there(selector),
      session,
      reset,
    });
    const [short, long] = [
      { cold: 1.8, warm: 1.5 },
      { cold: 2.2, warm: 1.8 },
    ];
    return await use([
      at("empty page", empty.url, { cold: 1, warm: 1 }, "main"),
      ...(limits
        ? [at("router", router.url, short, "main"), at("window", "/no-such-page", short, "main :is(h1, h2)")]
        : []),
      at("home", "/", short, "main section li"),
      at("projects", "/a/local/projects", short, 'main a[href*="/p/"]'),
      at("files", `${projectPath}/files`, short, '[role="treeitem"]'),
      at("review", review, long, '[aria-label="Merge request"]'),
      at("changes", `${review}?tab=changes`, long, "[data-kind=added]"),
      at("log", `/a/local/p/${encodeURIComponent(built)}/jobs/${job}`, long, "[data-line] [data-text]"),
    ]);
  } finally {
    await asking.dispose();
    await app.stop();
    await empty.close();
    await router.close();
    process.off("exit", kill);
    rmSync(data, { recursive: true, force: true });
  }
}

/** Milliseconds within which a job of the sample projects has ended, and after which it is looked at again. */
const jobMs = { within: 60_000, again: 500 };

/** Returns the id of a job that has ended, once there is one. Throws where none does. */
async function findJob(read: () => Promise<APIResponse>): Promise<number> {
  for (let waited = 0; waited < jobMs.within; waited += jobMs.again) {
    const [job] = z.array(z.object({ id: z.number() })).parse(await (await read()).json());
    if (job) return job.id;
    await new Promise((resolve) => setTimeout(resolve, jobMs.again));
  }
  throw new Error("no job of the sample projects has ended");
}

/** Returns a script that finds an element with text that is in view: what a person sees, not only what is in the page. */
const there = (selector: string): string =>
  `[...document.querySelectorAll(${JSON.stringify(selector)})].some((found) => {
    const { x, y, width, height } = found.getBoundingClientRect();
    return width > 0 && height > 0 && y < innerHeight && found.textContent.trim() !== "" &&
      found.contains(document.elementFromPoint(x + Math.min(width, 40) / 2, y + height / 2));
  })`;

/** Builds a page of this folder as Helve's own is built, and serves it as the browser shell does, with no host behind it. */
async function servePage(name: "empty" | "router", cache: string): Promise<ShellServer> {
  const out = join(cache, name);
  await build({
    root: join(import.meta.dirname, name),
    configFile: false,
    logLevel: "error",
    build: { outDir: out, emptyOutDir: true, target: "chrome140" },
  });
  return startShellServer({
    page: createPageFiles(out, () => ({ documents: {} })),
    handle: () => Promise.resolve(new Response(null, { status: 404 })),
    port: 0,
  });
}
