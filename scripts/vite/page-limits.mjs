/** Limits of the built page on the disk. */
export const limitsOfPage = { files: 250, bytes: 16_000_000 };

/**
 * Limits of what is loaded until a view is usable: kilobytes of script, kilobytes of style, requests. Slightly more than it is today
 * (`node scripts/vite/page-size.mjs --views`): raise a limit only for what the first sight of the view needs.
 */
export const limitsOfViews = {
  admin: [605, 59, 14],
  artifacts: [841, 99, 31],
  branches: [683, 75, 19],
  commits: [840, 96, 29],
  compare: [795, 93, 27],
  contributors: [663, 76, 18],
  edit: [881, 101, 31],
  environments: [665, 75, 16],
  groups: [725, 79, 21],
  home: [632, 64, 17],
  job: [764, 89, 23],
  me: [716, 83, 21],
  "merge-requests": [741, 84, 25],
  notes: [672, 74, 18],
  outbox: [604, 60, 14],
  pipelines: [763, 97, 25],
  projects: [740, 84, 23],
  reference: [875, 74, 18],
  releases: [656, 73, 16],
  repository: [842, 95, 29],
  review: [954, 108, 33],
  runners: [788, 92, 25],
  search: [748, 78, 21],
  settings: [695, 80, 19],
  snippets: [871, 99, 33],
  tags: [673, 74, 19],
  users: [661, 75, 18],
  wiki: [871, 98, 29],
};
