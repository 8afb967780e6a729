/** Limits of the built page on the disk. */
export const limitsOfPage = { files: 250, bytes: 16_000_000 };

/**
 * Limits of what is loaded until a view is usable: kilobytes of script, kilobytes of style, requests. Slightly more than it is today
 * (`node scripts/vite/page-size.mjs --views`): raise a limit only for what the first sight of the view needs.
 */
export const limitsOfViews = {
  admin: [650, 140, 15],
  artifacts: [806, 144, 30],
  branches: [697, 141, 21],
  commits: [841, 143, 30],
  compare: [781, 140, 25],
  contributors: [669, 141, 18],
  edit: [853, 143, 31],
  environments: [697, 144, 19],
  groups: [738, 140, 23],
  home: [658, 140, 17],
  issue: [763, 140, 26],
  issues: [748, 140, 26],
  job: [751, 150, 22],
  manage: [793, 143, 29],
  me: [723, 145, 22],
  "merge-queue": [641, 140, 16],
  "merge-requests": [777, 140, 29],
  outbox: [634, 142, 16],
  pipelines: [793, 155, 27],
  projects: [744, 143, 25],
  reference: [929, 143, 21],
  releases: [659, 142, 17],
  repository: [858, 145, 32],
  review: [1033, 145, 39],
  runners: [771, 149, 23],
  search: [737, 140, 20],
  settings: [706, 145, 21],
  snippets: [843, 145, 31],
  tags: [697, 140, 21],
  users: [657, 140, 16],
  wiki: [865, 146, 31],
};
