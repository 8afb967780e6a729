import { z } from "zod";
import type { Optional } from "../optional.ts";
import { hostRoute } from "./host-route.ts";

/** Kind and abilities of the shell. */
export const shellInfo = z.object({
  kind: z.enum(["desktop", "browser"]),
  platform: z.enum(["linux", "macos", "windows", "other"]),
  version: z.string(),
  /** Whether this machine has a keychain. */
  keychain: z.boolean(),
  can: z.object({
    chooseFolder: z.boolean(),
    showInFolder: z.boolean(),
    notify: z.boolean(),
  }),
});
export type ShellInfo = z.output<typeof shellInfo>;

/** Keys of the page's commands, by id, as the keymap writes them. */
const menuKeys = z.record(z.string(), z.array(z.string()).readonly());
export type MenuKeys = z.output<typeof menuKeys>;

/** A place in the desktop's menu bar. */
export interface MenuPlace
  extends Optional<{
    /** Items of a section are sorted by it; those without one are the last. */
    order: number;
    /** Text of the item; the command's title by default. */
    label: string;
  }> {
  /** `Settings` is where the system has the settings of an app. */
  readonly menu: "File" | "Go" | "Repository" | "Branch" | "Help" | "Settings";
  /** Number of the section; there are lines between sections. */
  readonly section: number;
}

/** A command of the page with its place in the desktop's menu bar. */
export interface MenuEntry extends MenuPlace {
  readonly id: string;
  readonly label: string;
}

/** Entries of the inbox that the tray shows, and characters of their titles. */
export const maxTrayEntries = 5;
export const maxTrayTitle = 200;

/** The unread entries of the inbox: how many, and the first ones with paths of the app. */
export interface ShellInbox {
  readonly count: number;
  readonly entries: readonly { readonly title: string; readonly path: string }[];
}

/** Most entries of the inbox that are counted outside of the page. */
export const maxInboxEntries = 500;

/** An entry of the inbox, whatever its state is. */
const inboxEntry = z.strictObject({
  account: z.string().max(100),
  /** Key of its mark. */
  key: z.string().max(600),
  title: z.string().max(maxTrayTitle),
  /** Path of the app. */
  path: z
    .string()
    .max(2_000)
    .regex(/^\/(?!\/)/),
  /** Time of its last change, ISO 8601. */
  stamp: z.string().max(40),
  /** Pending to-dos of the service. */
  todos: z.array(z.int()).max(100).readonly(),
  /** Whether its to-dos are all that it is about, so that it ends with them. */
  endsWithTodos: z.boolean(),
});
export type CountedEntry = z.output<typeof inboxEntry>;
export const countedEntries = z.array(inboxEntry).max(maxInboxEntries);

export const shellRoutes = {
  get: hostRoute("GET /shell", { response: shellInfo }),
  /** Opens an http(s) URL in the system's browser. */
  openExternal: hostRoute("POST /shell/open-external", {
    body: z.strictObject({ url: z.url({ protocol: /^https?$/ }) }),
  }),
  /** Opens the system's dialog for a folder; null when it was closed. The problem `not_implemented` in the browser shell. */
  chooseFolder: hostRoute("POST /shell/choose-folder", {
    response: z.object({ path: z.string().nullable() }),
  }),
  /** The menu shows these keys. */
  showKeys: hostRoute("PUT /shell/menu", { body: menuKeys }),
  /** Stores the inbox, the last changed first, whose unread entries the icon of the app and its tray show. */
  storeInbox: hostRoute("PUT /shell/inbox", { body: z.strictObject({ entries: countedEntries }) }),
  /** Shows the finished file of a download in its folder. */
  showDownload: hostRoute("POST /shell/show-download", { body: z.strictObject({ id: z.string() }) }),
};

/** Request of the page that the user is to confirm outside of it: one imperative line for each part. */
export interface Question {
  readonly details: readonly string[];
}

/**
 * Header with the code that the shell showed outside of the page, on any route that the shell confirms
 * (`electron/host/confirmation/who-confirms.ts`).
 */
export const confirmationHeader = "helve-confirmation";

/**
 * Decision of the user. `asked`: the shell has shown a code outside of the page (the problem `unconfirmed` with the
 * field `confirmation`), and the call is to be repeated with it.
 */
export type Confirmation = "confirmed" | "declined" | "asked";

/** A notification of the system. */
export interface Notice {
  readonly title: string;
  readonly body: string;
  /** Path of the app, or empty. */
  readonly path: string;
  /** Without the system's sound. */
  readonly silent: boolean;
}

/**
 * Functions that each shell implements. Called by the host, never by the page.
 * A browser shell throws ProblemError `not_implemented` where it cannot.
 */
export interface Shell {
  readonly kind: "desktop" | "browser";
  readonly can: ShellInfo["can"];
  openExternal(url: string): Promise<void>;
  chooseFolder(): Promise<string | null>;
  /**
   * Asks the user outside of the page: in a dialog of the system, or with a code in the terminal. `code` is what was
   * typed, null the first time.
   */
  confirm(question: Question, code: string | null): Promise<Confirmation>;
  showInFolder(path: string): Promise<void>;
  /** Shows the keys of commands in the menu; does nothing where there is none. */
  showKeys(keys: MenuKeys): Promise<void>;
  /** Shows the number of unread entries on the icon of the app where the system has one; 0 removes it. */
  showBadge(count: number): Promise<void>;
  /** Shows the unread entries in the system's tray; null removes it. Does nothing where there is none. */
  showTray(inbox: ShellInbox | null): Promise<void>;
  /** Unless the window is in front. A click focuses it, at `path` of the app where that is not empty. */
  notify(notice: Notice): Promise<void>;
  /** Proxy for a URL as the system is set up: `http://host:port`, or null for none. */
  resolveProxy(url: string): Promise<string | null>;
  /** Folder for finished downloads. */
  downloadsFolder(): string;
}
