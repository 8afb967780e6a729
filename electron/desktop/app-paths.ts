import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { app } from "electron";
import { restrictToOwner } from "../system/restrict-to-owner.ts";

/** Paths of the running app's own files and of its data. */
export interface AppPaths {
  /** Folder of the built page. */
  readonly page: string;
  /** Bundle of the local service. */
  readonly service: string;
  /** The module of the threads that read logs. */
  readonly traceThread: URL;
  /** The module that draws the page's first frame. */
  readonly frame: URL;
  /** Bundle of the page's preload script. */
  readonly preload: string;
  /** The packed package.json. */
  readonly manifest: string;
  /** Folder of the app's resources besides its bundles; empty in a run from sources. */
  readonly resources: string;
  /** Folder of the app's icons as PNG, such as `16x16.png`. */
  readonly icons: string;
  /** Folder for Chromium's own data. */
  readonly chromium: string;
  /** Folder of Helve's data. */
  readonly data: string;
}

/**
 * Finds the built files beside this bundle (`dist/desktop`) and sets where Chromium stores its own data. `--data DIR`
 * replaces the system's folder for app data. Must be called before anything reads a path from Electron.
 */
export function findAppPaths(argv: readonly string[], bundle: string): AppPaths {
  const { values } = parseArgs({
    args: [...argv],
    options: { data: { type: "string" } },
    // The arguments include Chromium's own switches and links.
    strict: false,
    allowPositionals: true,
  });
  if (typeof values.data === "string") {
    app.setPath("userData", resolve(values.data));
  }
  const data = app.getPath("userData");
  restrictToOwner(data, { contents: false });
  const chromium = join(data, "chromium");
  restrictToOwner(chromium, { contents: true });
  app.setPath("sessionData", chromium);
  const at = (path: string) => fileURLToPath(new URL(path, bundle));
  return {
    page: at("../renderer"),
    service: at("./service.cjs"),
    traceThread: new URL("./trace-worker.cjs", bundle),
    frame: new URL("./frame.cjs", bundle),
    preload: at("./preload.cjs"),
    manifest: at("../../package.json"),
    icons: at("../../assets/icons"),
    resources: app.isPackaged ? process.resourcesPath : join(data, "resources"),
    chromium,
    data,
  };
}
