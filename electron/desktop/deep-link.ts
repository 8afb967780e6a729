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

/**
 * A `helve://` link in its normal form, null for anything else. A link is a web URL of a service with another scheme:
 * it has a host, and no user, password or port trickery reaches the page.
 */
export function readLink(text: string): string | null {
  if (!text.startsWith(`${scheme}://`) || text.length > 4_096 || !URL.canParse(text)) return null;
  const link = new URL(text);
  return link.host && !link.username && !link.password ? link.href : null;
}
