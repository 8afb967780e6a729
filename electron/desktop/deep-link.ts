import { resolve } from "node:path";
import { app } from "electron";

const scheme = "helve";

/** Registers the app for `helve://` links. A run from sources registers its command line and data folder. */
export function registerDeepLinks(argv: readonly string[]): void {
  const [, script, ...flags] = argv;
  if (app.isPackaged || !script) app.setAsDefaultProtocolClient(scheme);
  else {
    const data = flags.filter((flag) => flag.startsWith("--data="));
    app.setAsDefaultProtocolClient(scheme, process.execPath, [resolve(script), ...data]);
  }
}
