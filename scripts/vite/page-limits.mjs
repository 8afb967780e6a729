/** Limits of the built page on the disk. */
export const limitsOfPage = { files: 250, bytes: 16_000_000 };

/**
 * Limits of what is loaded until a view is usable: kilobytes of script, kilobytes of style, requests. Slightly more than it is today
 * (`node scripts/vite/page-size.mjs --views`): raise a limit only for what the first sight of the view needs.
 */
export const limitsOfViews = {
  admin: [638, 140, 14],
  artifacts: [813, 144, 30],
  branches: [711, 141, 21],
  commits: [856, 143, 30],
  compare: [799, 140, 26],
  contributors: [687, 141, 19],
  edit: [867, 143, 31],
  environments: [710, 143, 20],
  groups: [752, 140, 24],
  home: [682, 140, 18],
  issue: [778, 140, 25],
  issues: [747, 140, 24],
  job: [763, 150, 23],
  manage: [795, 143, 27],
  me: [733, 145, 21],
  "merge-queue": [652, 140, 16],
  "merge-requests": [781, 140, 28],
  outbox: [651, 141, 16],
  pipelines: [809, 156, 27],
  publishes: [679, 140, 18],
  projects: [752, 143, 25],
  reference: [967, 143, 22],
  releases: [700, 142, 20],
  repository: [886, 145, 33],
  review: [1076, 146, 42],
  runners: [765, 150, 21],
  search: [764, 140, 21],
  settings: [721, 145, 21],
  snippets: [849, 145, 30],
  tags: [721, 140, 22],
  users: [661, 140, 16],
  wiki: [878, 146, 30],
};
