import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type BrowserWindow, dialog, type MessageBoxOptions, Notification } from "electron";
import type { AppUpdater, UpdateInfo } from "electron-updater";
import { z } from "zod";
import { parseJson } from "../../../shared/text/parse-json.ts";
import { openOutside, outsideUrl } from "../guard.ts";

/** The part of electron-updater that is used. */
export type Updater = Pick<
  AppUpdater,
  | "autoDownload"
  | "autoInstallOnAppQuit"
  | "allowDowngrade"
  | "checkForUpdates"
  | "downloadUpdate"
  | "quitAndInstall"
>;

interface UpdateOptions {
  readonly policy: UpdatePolicy;
  /** Page of the releases, null where the build names none. */
  readonly homepage: string | null;
  readonly version: string;
  readonly builtAt: string | null;
  readonly window: () => BrowserWindow | null;
  readonly report: (text: string) => void;
  /** Loads electron-updater, which only an app with a feed needs. */
  readonly load: () => Promise<Updater>;
}

/** Milliseconds between two checks of the feed. */
const checkIntervalMs = 24 * 60 * 60 * 1_000;

/**
 * Checks for newer versions where a feed is configured: at the start, once a day and on request. Downloads and
 * installs only after a click, and only where electron-updater checks the signature; it follows the feed's staged
 * roll-out. Elsewhere a newer version is announced once, with the page of the releases. Without a feed an old version
 * reports its age.
 */
export function createUpdates({ policy, homepage, version, builtAt, window, report, load }: UpdateOptions) {
  const off = policy.kind === "off" ? policy.reason : null;
  const installs = policy.kind === "install";
  const announced = new Set<string>();
  const state = { isChecking: false, timer: undefined as NodeJS.Timeout | undefined };

  async function showDialog(options: MessageBoxOptions): Promise<number> {
    const parent = window();
    const { response } = await (parent
      ? dialog.showMessageBox(parent, options)
      : dialog.showMessageBox(options));
    return response;
  }

  /** Checks for an update and offers it. With `byUser`, the result is shown also where there is none. */
  async function check(byUser: boolean): Promise<void> {
    if (off !== null) {
      if (byUser) await showDialog({ message: `Helve ${version}`, detail: off, buttons: ["OK"] });
      return;
    }
    if (state.isChecking) return;
    state.isChecking = true;
    try {
      const updater = await load();
      Object.assign(updater, { autoDownload: false, autoInstallOnAppQuit: installs, allowDowngrade: false });
      const found = await updater.checkForUpdates();
      if (found?.isUpdateAvailable)
        await (installs ? offer(updater, found.updateInfo) : announce(found.updateInfo, byUser));
      else if (byUser)
        await showDialog({ message: "Helve is up to date", detail: `Version ${version}`, buttons: ["OK"] });
    } catch (error) {
      report(`Updates could not be read: ${String(error)}`);
      if (byUser)
        await showDialog({
          type: "warning",
          message: "Updates could not be read",
          detail: String(error),
          buttons: ["OK"],
        });
    } finally {
      state.isChecking = false;
    }
  }

  async function offer(updater: Updater, info: UpdateInfo): Promise<void> {
    const message = `Helve ${info.version} is available`;
    const detail = `What's new\n\n${plainNotes(info)}`;
    if ((await showDialog({ message, detail, buttons: ["Download", "Later"], cancelId: 1 })) !== 0) return;
    await updater.downloadUpdate();
    const ready = {
      message: `Helve ${info.version} is ready`,
      detail: "It is installed when you quit Helve.",
      cancelId: 1,
    };
    if ((await showDialog({ ...ready, buttons: ["Restart Now", "Later"] })) === 0) updater.quitAndInstall();
  }

  /** Says that there is a newer version, which the user gets from its page. */
  async function announce(info: UpdateInfo, byUser: boolean): Promise<void> {
    if (announced.has(info.version) && !byUser) return;
    announced.add(info.version);
    const url = homepage === null ? null : outsideUrl(homepage);
    const where = url === null ? "Get it where you got Helve." : `Get it from ${url}.`;
    const options = {
      message: `Helve ${info.version} is available`,
      detail: `${cannotCheck} ${where}\n\nWhat's new\n\n${plainNotes(info)}`,
      cancelId: 1,
    };
    if (url === null) await showDialog({ ...options, buttons: ["OK"], cancelId: 0 });
    else if ((await showDialog({ ...options, buttons: ["Open Page", "Later"] })) === 0) openOutside(url);
  }

  return {
    check,
    start(): void {
      const age = off === null ? null : ageToReport(builtAt);
      if (age !== null && Notification.isSupported()) {
        const body = `This version is ${age} days old. Look for a newer one where you got it.`;
        new Notification({ title: `Helve ${version}`, body }).show();
      }
      if (off !== null) return;
      void check(false);
      state.timer = setInterval(() => void check(false), checkIntervalMs);
    },
    stop: () => clearInterval(state.timer),
  };
}

const cannotCheck =
  "Helve does not install it: an AppImage has no signature that could be checked before it runs.";

/** Returns the notes of a release as text; feeds have them as HTML or Markdown, for one version or several. */
function plainNotes({ releaseNotes }: UpdateInfo): string {
  const notes = Array.isArray(releaseNotes)
    ? releaseNotes.map(({ version, note }) => `${version}\n${note ?? ""}`).join("\n\n")
    : (releaseNotes ?? "");
  const text = notes
    .replace(/<li[^>]*>/gi, "- ")
    .replace(/<[^>]*>/g, "")
    .trim();
  return text.slice(0, 2_000) || "No notes were published.";
}

/**
 * Policy for newer versions. `off`: nothing is done, for the reason. `announce`: the app says that there is one, and leads
 * to the page of its releases. `install`: it downloads and installs one after a click.
 */
export type UpdatePolicy =
  | { readonly kind: "off"; readonly reason: string }
  | { readonly kind: "announce" }
  | { readonly kind: "install" };

const off = (reason: string): UpdatePolicy => ({ kind: "off", reason });

/**
 * Returns the policy for newer versions of this app: a release has a feed only when one was configured while it was packed,
 * and installs from it only where the system checks the signature of what is installed. electron-updater checks none of an
 * AppImage: whoever writes the feed would run as the user.
 */
export function updatePolicy(
  resources: string,
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): UpdatePolicy {
  const feed = join(resources, "app-update.yml");
  if (!existsSync(feed)) return off("This build has no update feed.");
  if (platform === "darwin") return { kind: "install" };
  if (platform === "win32") {
    return /^publisherName:/m.test(readFileSync(feed, "utf8"))
      ? { kind: "install" }
      : off("This build is not signed, so that the signature of an update could not be checked.");
  }
  if (platform === "linux" && env.APPIMAGE) return { kind: "announce" };
  return off("Updates come with the system's packages.");
}

const manifestSchema = z.object({ homepage: z.url({ protocol: /^https$/ }) });

/** Returns the page that a release job has written into the packed package.json, null where there is none. */
export function homepageOf(manifest: string): string | null {
  if (!existsSync(manifest)) return null;
  const read = manifestSchema.safeParse(parseJson(readFileSync(manifest, "utf8")));
  return read.success ? read.data.homepage : null;
}

/** Set by the build (vite.desktop.config.ts). */
declare const __BUILT_AT__: string | undefined;

/** Time of this app's build, ISO 8601; null in a run that was not built. */
export const builtAt: string | null = typeof __BUILT_AT__ === "string" ? __BUILT_AT__ : null;

const dayMs = 24 * 60 * 60 * 1_000;
/** Days after which a version that cannot update itself shows its age. */
const oldDays = 90;

/** Returns the age in days of a build that should be replaced; null while it is recent or its date is unknown. */
export function ageToReport(built: string | null, now = Date.now()): number | null {
  const days = Math.floor((now - Date.parse(built ?? "")) / dayMs);
  return days > oldDays ? days : null;
}
