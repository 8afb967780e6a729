/** The layout of a window that nobody has changed. */
export const layoutDefaults = {
  sidebarWidth: 208,
  sidebarHidden: false,
  sidebarGroups: {},
  account: null,
  allAccounts: null,
  inboxRows: 5,
} as const;

/** The part of the preferences that the root element shows, as nobody has changed it. */
export const appearanceDefaults = {
  theme: "system",
  density: "comfortable",
  font: "inter",
  fontSize: 13,
  codeSize: 13,
  motion: "system",
} as const;

/** The other preferences, as nobody has changed them. */
export const preferenceDefaults = {
  wordWrap: false,
  logWrap: false,
  logTimes: true,
  minimap: false,
  showWhitespace: false,
  diff: "unified",
  diffWrap: false,
  diffReports: false,
  singleKeys: true,
  keys: {},
} as const;
