/** Limits of the built page on the disk. */
export const limitsOfPage = { files: 250, bytes: 16_000_000 };

/**
 * Limits of what is loaded until a view is usable: kilobytes of script, kilobytes of style, requests. Slightly more than it is today
 * (`node scripts/vite/page-size.mjs --views`): raise a limit only for what the first sight of the view needs.
 */
export const limitsOfViews = {
  admin: [595, 57, 14],
  artifacts: [825, 95, 31],
  branches: [668, 71, 19],
  commits: [814, 89, 29],
  compare: [766, 86, 27],
  contributors: [646, 72, 18],
  edit: [852, 94, 31],
  environments: [649, 71, 16],
  groups: [721, 77, 23],
  home: [598, 59, 14],
  job: [720, 85, 20],
  me: [703, 79, 21],
  "merge-requests": [743, 80, 27],
  notes: [659, 70, 18],
  outbox: [594, 59, 14],
  pipelines: [736, 92, 23],
  projects: [699, 78, 21],
  reference: [875, 72, 21],
  releases: [650, 71, 18],
  repository: [824, 90, 29],
  review: [932, 101, 33],
  runners: [734, 87, 21],
  search: [718, 75, 21],
  settings: [678, 77, 19],
  snippets: [846, 92, 31],
  tags: [658, 71, 19],
  users: [644, 72, 18],
  wiki: [845, 92, 29],
};
