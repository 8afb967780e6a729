/** Limits of the built page on the disk. */
export const limitsOfPage = { files: 250, bytes: 16_000_000 };

/**
 * Limits of what is loaded until a view is usable: kilobytes of script, kilobytes of style, requests. Slightly more than it is today
 * (`node scripts/vite/page-size.mjs --views`): raise a limit only for what the first sight of the view needs.
 */
export const limitsOfViews = {
  admin: [614, 120, 14],
  artifacts: [778, 124, 29],
  branches: [688, 121, 22],
  commits: [825, 123, 31],
  compare: [765, 122, 26],
  contributors: [661, 121, 19],
  edit: [839, 122, 31],
  environments: [680, 124, 20],
  groups: [724, 120, 23],
  home: [645, 123, 18],
  job: [729, 130, 22],
  manage: [790, 124, 29],
  me: [711, 125, 22],
  "merge-queue": [629, 121, 17],
  "merge-requests": [749, 120, 27],
  notes: [669, 120, 22],
  outbox: [620, 121, 16],
  pipelines: [758, 133, 27],
  projects: [724, 123, 25],
  reference: [887, 123, 22],
  releases: [645, 122, 18],
  repository: [835, 125, 32],
  review: [1007, 129, 39],
  runners: [763, 132, 24],
  search: [710, 121, 20],
  settings: [690, 126, 20],
  snippets: [818, 125, 32],
  tags: [670, 120, 19],
  users: [645, 120, 17],
  wiki: [812, 127, 27],
};
