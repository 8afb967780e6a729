/** Limits of the built page on the disk. */
export const limitsOfPage = { files: 250, bytes: 16_000_000 };

/**
 * Limits of what is loaded until a view is usable: kilobytes of script, kilobytes of style, requests. Slightly more than it is today
 * (`node scripts/vite/page-size.mjs --views`): raise a limit only for what the first sight of the view needs.
 */
export const limitsOfViews = {
  admin: [636, 141, 15],
  artifacts: [798, 145, 30],
  branches: [707, 142, 22],
  commits: [841, 144, 30],
  compare: [769, 141, 24],
  contributors: [669, 142, 18],
  edit: [851, 143, 31],
  environments: [697, 144, 20],
  groups: [743, 141, 24],
  home: [666, 141, 17],
  issue: [755, 141, 23],
  issues: [736, 141, 25],
  job: [751, 150, 23],
  manage: [765, 144, 27],
  me: [744, 146, 23],
  "merge-queue": [637, 141, 15],
  "merge-requests": [773, 141, 29],
  outbox: [642, 142, 16],
  pipelines: [776, 155, 26],
  projects: [739, 144, 25],
  reference: [933, 144, 22],
  releases: [656, 143, 17],
  repository: [858, 146, 31],
  review: [1038, 146, 40],
  runners: [775, 150, 25],
  search: [730, 141, 19],
  settings: [705, 146, 20],
  snippets: [828, 146, 29],
  tags: [693, 141, 19],
  users: [654, 141, 16],
  wiki: [860, 147, 30],
};
