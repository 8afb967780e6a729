/** Limits of the built page on the disk. */
export const limitsOfPage = { files: 250, bytes: 16_000_000 };

/**
 * Limits of what is loaded until a view is usable: kilobytes of script, kilobytes of style, requests. Slightly more than it is today
 * (`node scripts/vite/page-size.mjs --views`): raise a limit only for what the first sight of the view needs.
 */
export const limitsOfViews = {
  admin: [630, 138, 15],
  artifacts: [790, 142, 29],
  branches: [694, 139, 21],
  commits: [842, 141, 30],
  compare: [769, 138, 24],
  contributors: [670, 139, 19],
  edit: [853, 140, 31],
  environments: [689, 141, 20],
  groups: [742, 138, 24],
  home: [657, 138, 17],
  issue: [765, 138, 26],
  issues: [742, 138, 25],
  job: [747, 147, 23],
  manage: [788, 140, 28],
  me: [736, 143, 24],
  "merge-queue": [629, 138, 15],
  "merge-requests": [762, 138, 27],
  outbox: [637, 139, 17],
  pipelines: [770, 151, 26],
  projects: [753, 141, 26],
  reference: [933, 141, 23],
  releases: [656, 139, 18],
  repository: [853, 142, 32],
  review: [1036, 142, 40],
  runners: [773, 147, 24],
  search: [722, 138, 19],
  settings: [715, 143, 22],
  snippets: [853, 142, 33],
  tags: [701, 138, 21],
  users: [669, 138, 18],
  wiki: [850, 144, 30],
};
