import { z } from "zod";
import { appearance } from "../host/start-data.ts";
import { layoutDefaults, preferenceDefaults } from "./interface-defaults.ts";

/** The layout of the window. */
export const layout = z.object({
  /** Pixels. */
  sidebarWidth: z.int().min(160).max(640).default(layoutDefaults.sidebarWidth),
  sidebarHidden: z.boolean().default(layoutDefaults.sidebarHidden),
  /** Groups of a project's links that the user opened (true) or closed; of the others that of the page is open. */
  sidebarGroups: z.record(z.string(), z.boolean()).default(layoutDefaults.sidebarGroups),
  /** Account that was used last. */
  account: z.string().nullable().default(layoutDefaults.account),
  /** Whether lists show all accounts rather than one; null until the user has chosen. */
  allAccounts: z.boolean().nullable().default(layoutDefaults.allAccounts),
  /** Rows that the inbox had last: their room is kept while it is read. */
  inboxRows: z.int().min(0).max(8).default(layoutDefaults.inboxRows),
});

/** Look and behaviour of the page. */
export const preferences = appearance.extend({
  wordWrap: z.boolean().default(preferenceDefaults.wordWrap),
  /** Wraps the lines of job logs. */
  logWrap: z.boolean().default(preferenceDefaults.logWrap),
  /** Shows when each line of a job log was printed, where the log has the times. */
  logTimes: z.boolean().default(preferenceDefaults.logTimes),
  minimap: z.boolean().default(preferenceDefaults.minimap),
  showWhitespace: z.boolean().default(preferenceDefaults.showWhitespace),
  diff: z.enum(["unified", "split"]).default(preferenceDefaults.diff),
  /** Wraps the lines of diffs. */
  diffWrap: z.boolean().default(preferenceDefaults.diffWrap),
  /** Shows coverage and code quality in the changes of a merge request. */
  diffReports: z.boolean().default(preferenceDefaults.diffReports),
  /** Single letters as shortcuts; off for speech input (WCAG 2.1.4). */
  singleKeys: z.boolean().default(preferenceDefaults.singleKeys),
  /** Keys that the user gave to commands, by id, instead of the defaults; none where the list is empty. */
  keys: z.record(z.string(), z.array(z.string())).default(preferenceDefaults.keys),
});

const tab = z.object({
  id: z.string(),
  /** Address within the app, search and hash included. */
  href: z.string().startsWith("/"),
  /** Name of the address's target, where the view has named it. */
  name: z.string().optional(),
  /** Whether it was only looked at: the next page that is opened takes its place. */
  isPreview: z.boolean().optional(),
});

/** Open tabs in the user's order; there is always at least one, and one of them is active. */
export const tabList = z
  .object({ tabs: z.array(tab).min(1).max(200), activeId: z.string() })
  .refine(({ tabs, activeId }) => tabs.some(({ id }) => id === activeId));

/** A project that was visited or pinned, with the fields that a list shows, so that no request is needed. */
const recentProject = z.object({
  account: z.string(),
  /** Full path of the project. */
  path: z.string(),
  name: z.string(),
  /** Path of its group or user. */
  namespace: z.string(),
  /** Parts that are switched off in it, such as `wiki`. */
  lacks: z.array(z.string()).optional(),
});
export const projectList = z.array(recentProject);

/** A file, merge request, issue or commit that was opened, with what the palette shows of it. */
const recentEntry = z.object({
  kind: z.enum(["file", "merge_request", "issue", "commit"]),
  account: z.string(),
  /** Full path of the project. */
  project: z.string(),
  /** Address within the app. */
  href: z.string().startsWith("/"),
  /** Path of the file, or the title. */
  name: z.string(),
});
export const recentWork = z.array(recentEntry);

/** Labels of the columns of a project's board, from left to right; null until they were chosen. */
export const boardColumns = z.array(z.string()).nullable();

/** Groups whose deletion was requested and is not confirmed yet. */
export const groupDeletions = z.array(
  z.object({
    account: z.string(),
    id: z.int(),
    path: z.string(),
    /** Projects in the group and below it when its deletion was requested; null where the service does not count. */
    projects: z.int().nullable(),
  }),
);
