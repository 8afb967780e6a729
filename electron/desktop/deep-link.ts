import { resolve } from "node:path";
import { app } from "electron";

const scheme = "helve";

/** Asks the system to send `helve://` links here. A run from sources says how it was started, and over which data. */
export function claimLinks(argv: readonly string[]): void {
  const [, script, ...flags] = argv;
  if (app.isPackaged || !script) app.setAsDefaultProtocolClient(scheme);
  else {
    const data = flags.filter((flag) => flag.startsWith("--data="));
    app.setAsDefaultProtocolClient(scheme, process.execPath, [resolve(script), ...data]);
  }
}
