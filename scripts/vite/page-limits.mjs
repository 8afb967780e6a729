/** Limits of the built page on the disk. */
export const limitsOfPage = { files: 250, bytes: 16_000_000 };

/**
 * Limits of what is loaded until a view is usable: kilobytes of script, kilobytes of style, requests. Slightly more than it is today
 * (`node scripts/vite/page-size.mjs --views`): raise a limit only for what the first sight of the view needs.
 */
export const limitsOfViews = {
  admin: [596, 59, 14],
  artifacts: [825, 96, 31],
  branches: [668, 72, 19],
  commits: [814, 89, 29],
  compare: [766, 86, 27],
  contributors: [646, 73, 18],
  edit: [852, 94, 31],
  environments: [649, 72, 16],
  groups: [721, 78, 23],
  home: [599, 60, 14],
  job: [720, 85, 20],
  me: [703, 80, 21],
  "merge-requests": [743, 81, 27],
  notes: [659, 71, 18],
  outbox: [595, 60, 14],
  pipelines: [736, 92, 23],
  projects: [699, 78, 21],
  reference: [875, 73, 21],
  releases: [650, 72, 18],
  repository: [824, 90, 29],
  review: [932, 101, 33],
  runners: [734, 87, 21],
  search: [718, 76, 21],
  settings: [678, 77, 19],
  snippets: [846, 92, 31],
  tags: [658, 72, 19],
  users: [644, 73, 18],
  wiki: [845, 92, 29],
};
