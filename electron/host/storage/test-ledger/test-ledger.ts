import type { DatabaseSync } from "node:sqlite";
import { setImmediate as nextTurn } from "node:timers/promises";
import { z } from "zod";
import { ledgerLimits } from "../../../../shared/ci/test-ledger-limits.ts";
import type {
  LedgerEntry,
  LedgerPipeline,
  LedgerTest,
  TestLedger,
} from "../../../../shared/host/test-ledger.ts";
import { whereWritable } from "../../../system/storage-error.ts";
import type { Redactor } from "../../diagnostics/redactor.ts";
import { DurableDatabase } from "../durable-database.ts";
import { countResults, maxTestId, packResult, type TestCounts } from "./count-results.ts";

const schema = `CREATE TABLE IF NOT EXISTS test (
  id INTEGER PRIMARY KEY, account TEXT NOT NULL, project TEXT NOT NULL, job TEXT NOT NULL, grp TEXT NOT NULL,
  name TEXT NOT NULL, first_seen TEXT NOT NULL, failed_at TEXT, pipeline INTEGER, failed_job INTEGER,
  lines TEXT NOT NULL DEFAULT '', UNIQUE (account, project, job, grp, name)) STRICT;
  CREATE TABLE IF NOT EXISTS pipeline (
  account TEXT NOT NULL, project TEXT NOT NULL, id INTEGER NOT NULL, sha TEXT NOT NULL, ref TEXT NOT NULL,
  created_at TEXT NOT NULL, updated_at TEXT NOT NULL, read_at INTEGER NOT NULL, results BLOB NOT NULL,
  PRIMARY KEY (account, project, id)) STRICT;`;

/** Tests that are stored before the host does something else. */
const sliceTests = 1_000;

const pipelineRow = z.object({
  id: z.int(),
  sha: z.string(),
  ref: z.string(),
  created_at: z.string(),
  read_at: z.int(),
  results: z.instanceof(Uint8Array),
});
const knownRow = z.object({ id: z.int(), updated_at: z.string() });
const testRow = z.object({
  id: z.int(),
  job: z.string(),
  grp: z.string(),
  name: z.string(),
  first_seen: z.string(),
  pipeline: z.int().nullable(),
  failed_job: z.int().nullable(),
});
const failureRow = z.object({ pipeline: z.int().nullable(), lines: z.string() });
const idRow = z.object({ id: z.int() });
const seenRow = z.object({ id: z.int(), first_seen: z.string() });
const projectRow = z.object({ account: z.string(), project: z.string() });

/** A project of an account. */
interface Scope {
  readonly account: string;
  readonly project: string;
}

/** Bytes on disk beyond which the project that was read longest ago is dropped. */
const maxBytesOnDisk = 256_000_000;

/** Results of tests in `tests.db`, by account and project. A pipeline is stored with all of its results, or not at all. */
export class TestLedgerStore {
  readonly #folder: string;
  readonly #redactor: Pick<Redactor, "text">;
  readonly #accounts: () => readonly { readonly id: string }[];
  readonly #maxBytes: number;
  #opened: DurableDatabase | undefined;
  /** Writes one after the other: each yields to the event loop. */
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  /**
   * `redactor` removes tokens, which a test may have printed; `accounts` returns those that there are: what is stored of any
   * other was left by a removal that failed.
   */
  constructor(
    folder: string,
    redactor: Pick<Redactor, "text">,
    accounts: () => readonly { readonly id: string }[],
    maxBytes = maxBytesOnDisk,
  ) {
    this.#folder = folder;
    this.#redactor = redactor;
    this.#accounts = accounts;
    this.#maxBytes = maxBytes;
  }

  /** Opened when it is needed: a start does not wait for it. */
  get #database(): DurableDatabase {
    this.#opened ??= this.#open();
    return this.#opened;
  }

  #open(): DurableDatabase {
    const unsaved = "The results of the tests are read again the next time.";
    const database = new DurableDatabase(this.#folder, { name: "tests.db", schema, unsaved });
    const known = JSON.stringify(this.#accounts().map(({ id }) => id));
    whereWritable(() => {
      for (const table of ["test", "pipeline"]) {
        database.reader
          .prepare(`DELETE FROM ${table} WHERE account NOT IN (SELECT value FROM json_each(?))`)
          .run(known);
      }
    });
    return database;
  }

  known({ account, project }: Scope): { id: number; updatedAt: string }[] {
    return this.#database.reader
      .prepare("SELECT id, updated_at FROM pipeline WHERE account = ? AND project = ? ORDER BY id DESC")
      .all(account, project)
      .map((found) => {
        const { id, updated_at } = knownRow.parse(found);
        return { id, updatedAt: updated_at };
      });
  }

  get(scope: Scope, options: { readonly ref?: string | undefined; readonly all: boolean }): TestLedger {
    const pipelines = this.#pipelines(scope);
    const chosen = pipelines.filter(({ ref }) => options.ref === undefined || ref === options.ref);
    const counts = countResults(chosen);
    const ranked = [...counts]
      .filter(([, { runs, failures }]) => (options.all ? runs > 0 : failures > 0))
      .toSorted(([a, left], [b, right]) => byFlakiness(left, right) || a - b);
    const times = new Map(chosen.map(({ pipeline, createdAt }) => [pipeline, createdAt]));
    const refs = [...Map.groupBy(pipelines, ({ ref }) => ref)].toSorted(
      ([, a], [, b]) => b.length - a.length,
    );
    const readAt = Math.max(0, ...pipelines.map((one) => one.readAt));
    return {
      entries: this.#entries(ranked.slice(0, ledgerLimits.listed), times),
      total: ranked.length,
      pipelines: chosen.length,
      withTests: chosen.filter(({ results }) => results.length > 0).length,
      readAt: readAt === 0 ? null : new Date(readAt).toISOString(),
      refs: refs.map(([ref]) => ref),
    };
  }

  /** Returns the last failure of a test. */
  failure({ account, project }: Scope, test: number): { pipeline: number | null; lines: string } {
    const found = this.#database.reader
      .prepare("SELECT pipeline, lines FROM test WHERE id = ? AND account = ? AND project = ?")
      .get(test, account, project);
    return found ? failureRow.parse(found) : { pipeline: null, lines: "" };
  }

  /** Throws ProblemError where the disk cannot be written to; the pipeline is not stored then. */
  put(scope: Scope, pipeline: number, read: LedgerPipeline): Promise<void> {
    const createdAt = new Date(read.createdAt).toISOString();
    return this.#inTurn(async () => {
      const results: number[] = [];
      for (let from = 0; from < read.tests.length; from += sliceTests) {
        if (from > 0) await nextTurn();
        // The page may have gone with the app.
        if (this.#isClosed) return;
        const slice = this.#redacted(read.tests.slice(from, from + sliceTests));
        const ids = this.#write((database) => idsOf(database, scope, slice, createdAt));
        for (const [index, test] of slice.entries()) {
          const id = ids[index] ?? 0;
          if (id <= maxTestId) results.push(...test.results.map((result) => packResult(id, result)));
        }
        this.#write((database) => this.#recordFailures(database, { slice, ids }, pipeline, createdAt));
      }
      const blob = new Uint8Array(Uint32Array.from(results).buffer);
      this.#write((database) => {
        database
          .prepare("INSERT OR REPLACE INTO pipeline VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
          .run(
            scope.account,
            scope.project,
            pipeline,
            read.sha,
            read.ref,
            createdAt,
            read.updatedAt,
            Date.now(),
            blob,
          );
        this.#dropOldest(database, scope, ledgerLimits.pipelines);
      });
      this.#trim(scope);
    });
  }

  /** Removes what is stored of an account; on a disk that cannot be written to, once it is opened again. */
  forgetAccount(account: string): Promise<void> {
    const removed = this.#inTurn(async () => {
      this.#write((database) => {
        for (const table of ["test", "pipeline"]) {
          database.prepare(`DELETE FROM ${table} WHERE account = ?`).run(account);
        }
      });
      this.#shrink();
    });
    return removed.catch(() => undefined);
  }

  /** Bytes in use. */
  get size(): number {
    const read = (name: string) => Number(this.#database.reader.prepare(`PRAGMA ${name}`).get()?.[name] ?? 0);
    return (read("page_count") - read("freelist_count")) * read("page_size");
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#last;
    this.#opened?.close();
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /** Runs a transaction. */
  #write<T>(work: (database: DatabaseSync) => T): T {
    return this.#database.write((database) => {
      database.exec("BEGIN IMMEDIATE");
      try {
        const result = work(database);
        database.exec("COMMIT");
        return result;
      } catch (error) {
        // SQLite itself rolls back on a full disk.
        if (database.isTransaction) database.exec("ROLLBACK");
        throw error;
      }
    });
  }

  #pipelines({ account, project }: Scope) {
    return this.#database.reader
      .prepare(
        "SELECT id, sha, ref, created_at, read_at, results FROM pipeline WHERE account = ? AND project = ? ORDER BY id DESC",
      )
      .all(account, project)
      .map((found) => {
        const { id, sha, ref, created_at, read_at, results } = pipelineRow.parse(found);
        return {
          pipeline: id,
          sha,
          ref,
          createdAt: created_at,
          readAt: read_at,
          results: toResults(results),
        };
      });
  }

  #entries(
    ranked: readonly (readonly [number, TestCounts])[],
    times: ReadonlyMap<number, string>,
  ): LedgerEntry[] {
    const find = this.#database.reader.prepare(
      "SELECT id, job, grp, name, first_seen, pipeline, failed_job FROM test WHERE id = ?",
    );
    return ranked.flatMap(([id, { runs, failures, flaky, lastFailed }]) => {
      const found = find.get(id);
      if (!found) return [];
      const test = testRow.parse(found);
      return {
        id,
        job: test.job,
        group: test.grp,
        name: test.name,
        runs,
        failures,
        flaky,
        firstSeen: test.first_seen,
        lastFailed: lastFailed === null ? null : (times.get(lastFailed) ?? null),
        lastPipeline: lastFailed,
        lastJob: lastFailed !== null && lastFailed === test.pipeline ? test.failed_job : null,
      };
    });
  }

  /** Stores the last lines of tests that failed, unless a newer pipeline's are stored. */
  #recordFailures(
    database: DatabaseSync,
    { slice, ids }: { readonly slice: readonly LedgerTest[]; readonly ids: readonly number[] },
    pipeline: number,
    createdAt: string,
  ): void {
    const record = database.prepare(
      `UPDATE test SET failed_at = ?1, pipeline = ?2, failed_job = ?3, lines = ?4
       WHERE id = ?5 AND (pipeline IS NULL OR pipeline <= ?2)`,
    );
    for (const [index, { results, jobId, lines }] of slice.entries()) {
      if (!results.some((result) => result === "f" || result === "e")) continue;
      record.run(createdAt, pipeline, jobId, lines, ids[index] ?? 0);
    }
  }

  /** Returns tests without the tokens that a service or a test may have written. */
  #redacted(tests: readonly LedgerTest[]): readonly LedgerTest[] {
    const redact = (text: string) => this.#redactor.text(text);
    const text = JSON.stringify(tests);
    if (redact(text) === text) return tests;
    return tests.map(({ job, group, name, lines, ...rest }) => ({
      ...rest,
      job: redact(job),
      group: redact(group),
      name: redact(name),
      lines: redact(lines),
    }));
  }

  /** Drops the oldest pipelines of a project until `count` are left, and the tests that no pipeline has any more. */
  #dropOldest(database: DatabaseSync, scope: Scope, count: number): void {
    const { account, project } = scope;
    const { changes } = database
      .prepare(
        `DELETE FROM pipeline WHERE account = ?1 AND project = ?2 AND id NOT IN
         (SELECT id FROM pipeline WHERE account = ?1 AND project = ?2 ORDER BY id DESC LIMIT ?3)`,
      )
      .run(account, project, count);
    if (Number(changes) === 0) return;
    const used = new Set<number>();
    for (const { results } of this.#pipelines(scope)) for (const packed of results) used.add(packed >>> 2);
    const drop = database.prepare("DELETE FROM test WHERE id = ?");
    const all = database
      .prepare("SELECT id FROM test WHERE account = ? AND project = ?")
      .all(account, project);
    for (const { id } of all.map((found) => idRow.parse(found))) if (!used.has(id)) drop.run(id);
  }

  /** Drops projects that were read longest ago, then old pipelines of this one, until the file is within its limit. */
  #trim(scope: Scope): void {
    let isTrimmed = false;
    for (let kept: number = ledgerLimits.pipelines; this.size > this.#maxBytes; isTrimmed = true) {
      const other = this.#database.reader
        .prepare(
          `SELECT account, project FROM pipeline WHERE account <> ? OR project <> ?
           GROUP BY account, project ORDER BY max(read_at) LIMIT 1`,
        )
        .get(scope.account, scope.project);
      if (other) {
        const { account, project } = projectRow.parse(other);
        this.#write((database) => {
          for (const table of ["test", "pipeline"]) {
            database.prepare(`DELETE FROM ${table} WHERE account = ? AND project = ?`).run(account, project);
          }
        });
      } else {
        kept = Math.floor(Math.min(kept, this.known(scope).length) / 2);
        this.#write((database) => this.#dropOldest(database, scope, kept));
        if (kept === 0) break;
      }
    }
    if (isTrimmed) this.#shrink();
  }

  /** Gives unused space back to the disk. */
  #shrink(): void {
    this.#database.write((database) =>
      database.exec("PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE)"),
    );
  }
}

/** Returns the ids of tests, which are stored where they are new. */
function idsOf(
  database: DatabaseSync,
  { account, project }: Scope,
  tests: readonly LedgerTest[],
  createdAt: string,
): number[] {
  const find = database.prepare(
    "SELECT id, first_seen FROM test WHERE account = ? AND project = ? AND job = ? AND grp = ? AND name = ?",
  );
  const insert = database.prepare(
    "INSERT INTO test (account, project, job, grp, name, first_seen) VALUES (?, ?, ?, ?, ?, ?)",
  );
  const update = database.prepare("UPDATE test SET first_seen = ? WHERE id = ?");
  return tests.map(({ job, group, name }) => {
    const found = find.get(account, project, job, group, name);
    if (!found) return Number(insert.run(account, project, job, group, name, createdAt).lastInsertRowid);
    const { id, first_seen } = seenRow.parse(found);
    if (createdAt < first_seen) update.run(createdAt, id);
    return id;
  });
}

/** Returns packed results in memory of their own: those of a row may begin anywhere. */
const toResults = (bytes: Uint8Array): Uint32Array =>
  new Uint32Array(bytes.slice(0, bytes.byteLength - (bytes.byteLength % 4)).buffer);

/** Most flaky first, by the share of runs, then by failures. */
const byFlakiness = (a: TestCounts, b: TestCounts): number =>
  b.flaky / (b.runs || 1) - a.flaky / (a.runs || 1) || b.failures - a.failures;
