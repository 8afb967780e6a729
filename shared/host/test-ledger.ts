import { z } from "zod";
import { ledgerLimits } from "../ci/test-ledger-limits.ts";
import { hostRoute } from "./host-route.ts";

/** The result of one run: passed, failed, broke instead of failing, or skipped. */
const testResult = z.enum(["p", "f", "e", "s"]);
export type TestResult = z.output<typeof testResult>;

const jobId = z.int().positive().nullable();

/** A test of a pipeline that was read. */
const ledgerTest = z.strictObject({
  job: z.string().max(ledgerLimits.name),
  group: z.string().max(ledgerLimits.name),
  name: z.string().max(ledgerLimits.name),
  /** One for each attempt of its job, the latest last. */
  results: z.array(testResult).min(1).max(ledgerLimits.attempts),
  /** Last lines of its failure; empty where it did not fail. */
  lines: z.string().max(ledgerLimits.text),
  /** The job that ran it, where the report says so. */
  jobId,
});
export type LedgerTest = z.output<typeof ledgerTest>;

/** The results of a pipeline that has ended. */
const ledgerPipeline = z.strictObject({
  project: z.string().min(1).max(500),
  sha: z.string().min(1).max(128),
  ref: z.string().max(500),
  createdAt: z.iso.datetime({ offset: true }),
  /** Changes where a job of it is retried: it is read again then. */
  updatedAt: z.string().max(100),
  tests: z.array(ledgerTest).max(ledgerLimits.tests),
});
export type LedgerPipeline = z.output<typeof ledgerPipeline>;

/** Numbers of one test over the pipelines that were read. */
const ledgerEntry = z.object({
  id: z.int(),
  job: z.string(),
  group: z.string(),
  name: z.string(),
  /** Runs that passed or failed. */
  runs: z.int(),
  failures: z.int(),
  /** Failures for a commit for which the same test of the same job passed as well. */
  flaky: z.int(),
  firstSeen: z.string(),
  lastFailed: z.string().nullable(),
  /** Pipeline and, where it is known, job of the last failure. */
  lastPipeline: z.int().nullable(),
  lastJob: z.int().nullable(),
});
export type LedgerEntry = z.output<typeof ledgerEntry>;

const testLedger = z.object({
  /** Most flaky first, then by failures. */
  entries: z.array(ledgerEntry),
  /** Tests in all that match, of which not all may be in `entries`. */
  total: z.int(),
  /** Pipelines that were read, and those of them that have tests. */
  pipelines: z.int(),
  withTests: z.int(),
  /** Time at which one was last read; null before. */
  readAt: z.string().nullable(),
  /** Branches and tags of the pipelines, those with most of them first. */
  refs: z.array(z.string()),
});
export type TestLedger = z.output<typeof testLedger>;

const project = z.string().min(1);

/**
 * Results of tests by account and project, out of reports that the page has read: the page parses what strangers wrote, and
 * the host stores what the schema bounds, so that a report that harms its parser reaches neither tokens nor the disk.
 */
export const testLedgerRoutes = {
  /** The tests that failed at least once, or `all`; of one branch or tag with `ref`. */
  get: hostRoute("GET /accounts/:id/test-ledger", {
    query: z.object({ project, ref: z.string().optional(), all: z.stringbool().default(false) }),
    response: testLedger,
  }),
  /** The pipelines that were read, with what the service said of their last change. */
  known: hostRoute("GET /accounts/:id/test-ledger/pipelines", {
    query: z.object({ project }),
    response: z.array(z.object({ id: z.int(), updatedAt: z.string() })),
  }),
  /** The last lines of the last failure of a test by its id, of any branch; empty where there are none. */
  failure: hostRoute("GET /accounts/:id/test-ledger/failure", {
    query: z.object({ project, test: z.coerce.number().pipe(z.int()) }),
    response: z.object({ pipeline: z.int().nullable(), lines: z.string() }),
  }),
  /** Stores the results of a pipeline, all or none of them. The oldest beyond {@link ledgerLimits.pipelines} are dropped. */
  put: hostRoute("PUT /accounts/:id/test-ledger/pipelines/:pipeline", {
    params: z.object({ id: z.string(), pipeline: z.coerce.number().pipe(z.int().positive()) }),
    body: ledgerPipeline,
    maxBodyBytes: 48 * 1024 * 1024,
  }),
};
