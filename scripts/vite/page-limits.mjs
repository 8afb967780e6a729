/** Limits of the built page on the disk. */
export const limitsOfPage = { files: 250, bytes: 16_000_000 };

/**
 * Limits of what is loaded until a view is usable: kilobytes of script, kilobytes of style, requests. Slightly more than it is today
 * (`node scripts/vite/page-size.mjs --views`): raise a limit only for what the first sight of the view needs.
 */
export const limitsOfViews = {
  admin: [623, 136, 15],
  artifacts: [782, 140, 32],
  branches: [681, 137, 22],
  commits: [818, 139, 32],
  compare: [754, 136, 25],
  contributors: [653, 136, 19],
  edit: [830, 138, 32],
  environments: [669, 139, 20],
  groups: [731, 136, 25],
  home: [649, 136, 19],
  issue: [780, 140, 30],
  issues: [749, 140, 30],
  job: [732, 145, 24],
  manage: [790, 140, 30],
  me: [713, 141, 24],
  "merge-queue": [620, 136, 15],
  "merge-requests": [742, 136, 29],
  outbox: [622, 137, 17],
  pipelines: [748, 148, 27],
  projects: [725, 138, 26],
  reference: [883, 138, 23],
  releases: [642, 137, 18],
  repository: [834, 140, 35],
  review: [1000, 143, 42],
  runners: [747, 144, 24],
  search: [709, 136, 20],
  settings: [695, 140, 23],
  snippets: [819, 140, 34],
  tags: [675, 136, 21],
  users: [632, 136, 16],
  wiki: [834, 141, 32],
};
