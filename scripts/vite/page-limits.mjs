/** Limits of the built page on the disk. */
export const limitsOfPage = { files: 250, bytes: 16_000_000 };

/**
 * Limits of what is loaded until a view is usable: kilobytes of script, kilobytes of style, requests. Slightly more than it is today
 * (`node scripts/vite/page-size.mjs --views`): raise a limit only for what the first sight of the view needs.
 */
export const limitsOfViews = {
  admin: [612, 120, 14],
  artifacts: [778, 124, 29],
  branches: [689, 121, 21],
  commits: [816, 123, 30],
  compare: [748, 121, 25],
  contributors: [654, 121, 18],
  edit: [832, 122, 31],
  environments: [676, 123, 19],
  groups: [723, 120, 23],
  home: [668, 123, 19],
  job: [730, 130, 22],
  me: [703, 125, 21],
  "merge-queue": [619, 121, 16],
  "merge-requests": [740, 120, 25],
  notes: [672, 120, 22],
  outbox: [622, 121, 16],
  pipelines: [754, 133, 26],
  projects: [718, 123, 24],
  reference: [884, 123, 21],
  releases: [638, 121, 17],
  repository: [826, 125, 31],
  review: [980, 128, 38],
  runners: [746, 131, 22],
  search: [703, 121, 19],
  settings: [694, 126, 21],
  snippets: [816, 125, 31],
  tags: [674, 120, 19],
  users: [639, 120, 16],
  wiki: [815, 126, 27],
};
