/** Limits of the built page on the disk. */
export const limitsOfPage = { files: 250, bytes: 16_000_000 };

/**
 * Limits of what is loaded until a view is usable: kilobytes of script, kilobytes of style, requests. Slightly more than it is today
 * (`node scripts/vite/page-size.mjs --views`): raise a limit only for what the first sight of the view needs.
 */
export const limitsOfViews = {
  admin: [629, 139, 14],
  artifacts: [796, 143, 30],
  branches: [701, 140, 21],
  commits: [836, 142, 29],
  compare: [770, 139, 24],
  contributors: [665, 140, 18],
  edit: [847, 141, 31],
  environments: [689, 142, 20],
  groups: [741, 139, 24],
  home: [663, 139, 17],
  issue: [754, 139, 24],
  issues: [736, 139, 25],
  job: [745, 148, 22],
  manage: [759, 141, 26],
  me: [736, 144, 23],
  "merge-queue": [634, 139, 15],
  "merge-requests": [771, 139, 29],
  outbox: [639, 140, 16],
  pipelines: [768, 151, 26],
  projects: [738, 141, 25],
  reference: [927, 141, 23],
  releases: [653, 140, 17],
  repository: [859, 143, 33],
  review: [1028, 143, 40],
  runners: [773, 148, 24],
  search: [723, 139, 19],
  settings: [701, 144, 20],
  snippets: [830, 143, 31],
  tags: [694, 139, 20],
  users: [649, 139, 16],
  wiki: [856, 144, 30],
};
