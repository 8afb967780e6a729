/** Limits of the built page on the disk. */
export const limitsOfPage = { files: 250, bytes: 16_000_000 };

/**
 * Limits of what is loaded until a view is usable: kilobytes of script, kilobytes of style, requests. Slightly more than it is today
 * (`node scripts/vite/page-size.mjs --views`): raise a limit only for what the first sight of the view needs.
 */
export const limitsOfViews = {
  admin: [638, 71, 14],
  artifacts: [814, 101, 27],
  branches: [703, 81, 19],
  commits: [839, 100, 27],
  compare: [796, 96, 25],
  contributors: [681, 78, 18],
  edit: [865, 100, 29],
  environments: [680, 77, 16],
  groups: [774, 90, 23],
  home: [715, 82, 21],
  job: [774, 98, 23],
  me: [719, 81, 19],
  "merge-queue": [651, 75, 16],
  "merge-requests": [748, 87, 23],
  notes: [655, 73, 16],
  outbox: [637, 72, 14],
  pipelines: [772, 99, 23],
  projects: [762, 90, 23],
  reference: [910, 79, 18],
  releases: [669, 75, 16],
  repository: [850, 101, 29],
  review: [988, 116, 33],
  runners: [773, 94, 21],
  search: [737, 77, 18],
  settings: [687, 80, 17],
  snippets: [823, 95, 27],
  tags: [695, 80, 19],
  users: [666, 73, 16],
  wiki: [865, 98, 27],
};
