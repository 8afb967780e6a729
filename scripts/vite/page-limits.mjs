/** Limits of the built page on the disk. */
export const limitsOfPage = { files: 250, bytes: 16_000_000 };

/**
 * Limits of what is loaded until a view is usable: kilobytes of script, kilobytes of style, requests. Slightly more than it is today
 * (`node scripts/vite/page-size.mjs --views`): raise a limit only for what the first sight of the view needs.
 */
export const limitsOfViews = {
  admin: [637, 141, 15],
  artifacts: [794, 145, 30],
  branches: [696, 142, 21],
  commits: [840, 144, 30],
  compare: [771, 141, 24],
  contributors: [667, 142, 18],
  edit: [853, 143, 31],
  environments: [705, 144, 22],
  groups: [746, 141, 24],
  home: [666, 141, 18],
  issue: [755, 141, 24],
  issues: [734, 141, 25],
  job: [747, 150, 23],
  manage: [773, 144, 27],
  me: [716, 146, 21],
  "merge-queue": [638, 141, 15],
  "merge-requests": [767, 141, 29],
  outbox: [635, 142, 16],
  pipelines: [784, 155, 28],
  projects: [746, 144, 26],
  reference: [954, 144, 24],
  releases: [657, 143, 17],
  repository: [858, 146, 32],
  review: [1039, 146, 41],
  runners: [784, 150, 26],
  search: [728, 141, 19],
  settings: [704, 146, 20],
  snippets: [834, 146, 31],
  tags: [690, 141, 19],
  users: [655, 141, 16],
  wiki: [867, 147, 32],
};
