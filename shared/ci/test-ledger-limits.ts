/** Bounds of what is stored. */
export const ledgerLimits = {
  /** Pipelines of a project: the newest ones. */
  pipelines: 200,
  /** Tests of a pipeline. */
  tests: 20_000,
  /** Runs of a test in a pipeline. */
  attempts: 10,
  /** Characters of the name of a job, group or test. */
  name: 500,
  /** Lines and characters of a failure. */
  lines: 20,
  text: 4_000,
  /** Tests that are listed. */
  listed: 20_000,
} as const;
