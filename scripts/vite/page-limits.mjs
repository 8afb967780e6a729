/** Limits of the built page on the disk. */
export const limitsOfPage = { files: 250, bytes: 16_000_000 };

/**
 * Limits of what is loaded until a view is usable: kilobytes of script, kilobytes of style, requests. Slightly more than it is today
 * (`node scripts/vite/page-size.mjs --views`): raise a limit only for what the first sight of the view needs.
 */
export const limitsOfViews = {
  admin: [629, 140, 14],
  artifacts: [797, 144, 30],
  branches: [701, 141, 21],
  commits: [837, 143, 29],
  compare: [770, 140, 24],
  contributors: [665, 141, 18],
  edit: [847, 142, 31],
  environments: [689, 143, 20],
  groups: [741, 140, 24],
  home: [663, 140, 17],
  issue: [754, 140, 24],
  issues: [736, 140, 25],
  job: [745, 149, 22],
  manage: [760, 142, 26],
  me: [737, 145, 23],
  "merge-queue": [634, 140, 15],
  "merge-requests": [771, 140, 29],
  outbox: [639, 141, 16],
  pipelines: [769, 153, 26],
  projects: [739, 142, 25],
  reference: [927, 143, 23],
  releases: [654, 141, 17],
  repository: [860, 144, 33],
  review: [1029, 144, 40],
  runners: [773, 149, 24],
  search: [724, 140, 19],
  settings: [701, 145, 20],
  snippets: [831, 144, 31],
  tags: [695, 140, 20],
  users: [649, 140, 16],
  wiki: [856, 146, 30],
};
