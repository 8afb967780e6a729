import { app } from "electron";

/**
 * Returns why a packed app does not run without Chromium's sandbox, null where it has one. The launcher of an AppImage
 * passes `--no-sandbox` where the system allows no user namespaces; a page with untrusted content needs one.
 */
export function sandboxRefusal(): string | null {
  if (!app.isPackaged || !app.commandLine.hasSwitch("no-sandbox")) return null;
  return [
    "This system does not let Helve run its pages in a sandbox, and Helve does not run without one.",
    "Allow unprivileged user namespaces: sudo sysctl --write kernel.apparmor_restrict_unprivileged_userns=0",
    "(on other systems kernel.unprivileged_userns_clone=1), or install the deb or rpm package, which need neither.",
  ].join("\n");
}
