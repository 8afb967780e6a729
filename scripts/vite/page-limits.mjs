/** Limits of the built page on the disk. */
export const limitsOfPage = { files: 250, bytes: 16_000_000 };

/**
 * Limits of what is loaded until a view is usable: kilobytes of script, kilobytes of style, requests. Slightly more than it is today
 * (`node scripts/vite/page-size.mjs --views`): raise a limit only for what the first sight of the view needs.
 */
export const limitsOfViews = {
  admin: [613, 120, 14],
  artifacts: [774, 124, 28],
  branches: [689, 121, 21],
  commits: [826, 123, 31],
  compare: [760, 121, 26],
  contributors: [655, 121, 18],
  edit: [834, 122, 31],
  environments: [678, 123, 20],
  groups: [725, 120, 23],
  home: [669, 123, 20],
  job: [730, 130, 22],
  me: [705, 125, 22],
  "merge-queue": [618, 121, 16],
  "merge-requests": [748, 120, 27],
  notes: [669, 120, 22],
  outbox: [624, 121, 17],
  pipelines: [758, 133, 27],
  projects: [719, 123, 24],
  reference: [884, 123, 21],
  releases: [650, 122, 17],
  repository: [823, 125, 31],
  review: [990, 129, 39],
  runners: [753, 131, 23],
  search: [706, 121, 19],
  settings: [684, 126, 20],
  snippets: [820, 125, 32],
  tags: [678, 120, 20],
  users: [635, 120, 16],
  wiki: [812, 126, 27],
};
