/** Limits of the built page on the disk. */
export const limitsOfPage = { files: 250, bytes: 16_000_000 };

/**
 * Limits of what is loaded until a view is usable: kilobytes of script, kilobytes of style, requests. Slightly more than it is today
 * (`node scripts/vite/page-size.mjs --views`): raise a limit only for what the first sight of the view needs.
 */
export const limitsOfViews = {
  admin: [593, 56, 14],
  artifacts: [784, 92, 28],
  branches: [680, 75, 21],
  commits: [791, 89, 28],
  compare: [739, 83, 24],
  contributors: [661, 72, 19],
  edit: [843, 92, 31],
  environments: [649, 71, 16],
  groups: [730, 77, 23],
  home: [612, 59, 17],
  job: [740, 85, 20],
  me: [724, 81, 23],
  "merge-requests": [759, 85, 26],
  notes: [665, 70, 20],
  outbox: [592, 57, 14],
  pipelines: [741, 92, 23],
  projects: [707, 76, 21],
  reference: [894, 75, 21],
  releases: [644, 69, 17],
  repository: [859, 99, 33],
  review: [932, 104, 33],
  runners: [752, 89, 21],
  search: [698, 71, 19],
  settings: [689, 77, 19],
  snippets: [797, 88, 30],
  tags: [662, 71, 19],
  users: [661, 72, 18],
  wiki: [845, 92, 29],
};
