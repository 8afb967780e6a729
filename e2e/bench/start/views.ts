import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type APIRequestContext, request } from "@playwright/test";
import { z } from "zod";
import { startApp } from "../../fixtures/running-app.ts";
import { buildEmpty, serveEmpty } from "./serve-empty.ts";

/** A page that is opened by its address. */
export interface View {
  readonly name: string;
  readonly url: string;
  /** A script that returns true once the page can be used. */
  readonly usable: string;
  /** Storage state of a signed-in browser. */
  readonly session: Awaited<ReturnType<APIRequestContext["storageState"]>>;
}

const project = "fjord/lantern";

/** Calls `use` with the empty page and the views of an app over the sample projects; both are closed afterwards. */
export async function withViews<T>(cache: string, use: (views: readonly View[]) => Promise<T>): Promise<T> {
  const built = join(cache, "empty");
  await buildEmpty(built);
  const empty = await serveEmpty(built);
  const data = mkdtempSync(join(tmpdir(), "helve-bench-"));
  const app = await startApp(data);
  const kill = () => void app.kill();
  process.once("exit", kill);
  const asking = await request.newContext();
  try {
    await asking.get(empty.mintLinks().link);
    await asking.get(app.link);
    const session = await asking.storageState();
    const projectPath = `/a/local/p/${encodeURIComponent(project)}`;
    const operations = `${app.origin}/-/accounts/local/operations`;
    const listed = await asking.get(`${operations}/projects/${encodeURIComponent(project)}/merge_requests`);
    const [first] = z.array(z.object({ iid: z.number() })).parse(await listed.json());
    const review = `${app.origin}${projectPath}/merge_requests/${first?.iid}`;
    return await use([
      { name: "empty page", url: empty.url, usable: there("main"), session },
      {
        name: "projects",
        url: `${app.origin}/a/local/projects`,
        usable: there('main a[href*="/p/"]'),
        session,
      },
      {
        name: "files",
        url: `${app.origin}${projectPath}/files`,
        usable: there('[role="treeitem"]'),
        session,
      },
      { name: "review", url: review, usable: there('[aria-label="Merge request"]'), session },
      { name: "changes", url: `${review}?tab=changes`, usable: there("[data-kind=added]"), session },
    ]);
  } finally {
    await asking.dispose();
    await app.stop();
    await empty.close();
    process.off("exit", kill);
    rmSync(data, { recursive: true, force: true });
  }
}

const there = (selector: string): string =>
  `document.querySelector('${selector.replaceAll("'", "\\'")}') !== null`;
