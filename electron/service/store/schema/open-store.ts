import { existsSync, mkdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { connectDatabase, isWritable, versionOf } from "../../../system/connect-database.ts";
import { NewerData, OlderData } from "../../../system/data-format.ts";
import { restrictToOwner } from "../../../system/restrict-to-owner.ts";
import { isStorageError, storageProblemOf } from "../../../system/storage-error.ts";
import { type Clock, systemClock } from "../../clock.ts";
import { Memory } from "../../memory.ts";
import { ciTables, downstreamStep, variableStep } from "../ci/ci-tables.ts";
import { scheduleStep, scheduleTables } from "../ci/pipeline-schedules.ts";
import { runnerManagerTables } from "../ci/runner-managers.ts";
import { groupTables } from "../groups/group-tables.ts";
import { branchFilterStep, hookTables, payloadsStep, projectHookStep } from "../hooks/hook-tables.ts";
import { deployKeyTables } from "../projects/deploy-keys.ts";
import { formerTagTables } from "../projects/former-tags.ts";
import { projectStep, projectTables, protectionStep } from "../projects/project-tables.ts";
import { uploadStep, uploadTables } from "../projects/uploads.ts";
import { issueStep } from "../review/issue-tables.ts";
import { blockTables } from "../review/merge-request-blocks.ts";
import { trainStep, trainTables } from "../review/merge-trains.ts";
import { mergeStep, planningStep, reviewTables } from "../review/review-tables.ts";
import { todoTables } from "../review/todos.ts";
import { addWordSearch } from "../search-words.ts";
import type { Store } from "../store.ts";
import { projectTokenTables } from "../users/project-tokens.ts";
import { userTables } from "../users/user-tables.ts";
import { outboxTables } from "../work-outbox.ts";

/** Version of the tables as they are created, the `user_version` of the database. The first release has this one. */
const firstVersion = 22;
/**
 * Steps from each released version to the next one. A released step is never changed, and a new table or column is
 * written twice: in the tables, and in a step.
 */
const steps: readonly string[] = [
  payloadsStep,
  "ALTER TABLE pipelines ADD COLUMN name TEXT",
  `
  ALTER TABLE projects ADD COLUMN needs_pipeline INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE projects ADD COLUMN takes_skipped_pipeline INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE projects ADD COLUMN needs_resolved_threads INTEGER NOT NULL DEFAULT 0;
  `,
  mergeStep,
  todoTables,
  blockTables,
  trainStep,
  issueStep,
  planningStep,
  projectStep,
  scheduleStep,
  variableStep,
  protectionStep,
  projectHookStep,
  projectTokenTables,
  deployKeyTables,
  `
  ${branchFilterStep}
  ALTER TABLE tokens ADD COLUMN last_used_at TEXT;
  `,
  downstreamStep,
  runnerManagerTables,
  uploadStep,
];
const currentVersion = firstVersion + steps.length;

const tables = [
  ...[userTables, groupTables, projectTables, formerTagTables],
  ...[
    reviewTables,
    todoTables,
    blockTables,
    trainTables,
    ciTables,
    scheduleTables,
    hookTables,
    outboxTables,
    projectTokenTables,
    deployKeyTables,
    runnerManagerTables,
    uploadTables,
  ],
];

/** Throws NewerData or OlderData for a database of a version that this Helve does not know; changes nothing. */
function checkVersion(database: DatabaseSync, folder: string): void {
  const version = versionOf(database);
  if (version > currentVersion)
    throw new NewerData(`The database in ${folder} (version ${version}; this one knows ${currentVersion})`);
  if (version > 0 && version < firstVersion)
    throw new OlderData(`The database in ${folder} (version ${version})`);
}

/** Creates the tables, or migrates a database to the current version, each step in its own transaction. */
function migrate(database: DatabaseSync): void {
  if (versionOf(database) === 0)
    database.exec(`BEGIN; ${tables.join("")} PRAGMA user_version = ${currentVersion}; COMMIT`);
  // A step that makes a table anew would delete what refers to its rows.
  database.exec("PRAGMA foreign_keys = OFF");
  for (let version = versionOf(database); version < currentVersion; version++)
    database.exec(`BEGIN; ${steps[version - firstVersion]}; PRAGMA user_version = ${version + 1}; COMMIT`);
  database.exec("PRAGMA foreign_keys = ON");
}

/** Prepared statements that are cached. Filters and lists of values make many that are used once. */
const maxStatements = 300;
/** Milliseconds between two attempts to open a database to write that could only be opened to read. */
const reconnectEveryMs = 1_000;

const connect = (path: string): DatabaseSync =>
  connectDatabase(path, {
    writable: "",
    always: "PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON",
    check: (database) => checkVersion(database, dirname(path)),
  });

const databaseName = "service.sqlite";

/** Returns whether a folder contains a store. */
export const hasStore = (folder: string): boolean => existsSync(join(folder, databaseName));

/**
 * Opens the store in a folder, creates or migrates it as needed. Committed rows survive a kill of the process. Where the
 * disk is full or read-only it can be read, and written again once the disk can. Throws NewerData or OlderData.
 */
export function openStore(folder: string, clock: Clock = systemClock): Store {
  const root = resolve(folder);
  const repositories = join(root, "repositories");
  prepareFolders(root, repositories);
  const path = join(root, databaseName);
  const state = { database: connect(path), isReadOnly: false, triedAt: 0 };
  prepareDatabase(state.database);
  const statements = new Map<string, ReturnType<DatabaseSync["prepare"]>>();
  const prepare = (sql: string) => {
    const statement = statements.get(sql) ?? state.database.prepare(sql);
    // The most recently used is last.
    statements.delete(sql);
    statements.set(sql, statement);
    for (const oldest of statements.keys()) {
      if (statements.size <= maxStatements) break;
      statements.delete(oldest);
    }
    return statement;
  };
  /** A connection that was opened on a read-only disk stays so when the disk can be written to again. */
  const reconnect = () => {
    if (!state.isReadOnly || state.database.isTransaction || clock.now() - state.triedAt < reconnectEveryMs)
      return;
    state.triedAt = clock.now();
    statements.clear();
    // Two connections of a process share what they know about the WAL, also that it can only be read.
    state.database.close();
    state.database = connect(path);
    prepareDatabase(state.database);
    state.isReadOnly = !isWritable(state.database);
  };
  const writing = <T>(work: () => T): T => {
    reconnect();
    try {
      return work();
    } catch (error) {
      if (storageProblemOf(error) === "disk_read_only") state.isReadOnly = true;
      throw error;
    }
  };
  return {
    folder: root,
    repositories,
    memory: new Memory(),
    clock,
    all: (sql, ...values) => prepare(sql).all(...values),
    get: (sql, ...values) => prepare(sql).get(...values),
    run: (sql, ...values) => writing(() => Number(prepare(sql).run(...values).lastInsertRowid)),
    transaction: (work) => writing(() => inTransaction(state.database, work)),
    close: () => state.database.close(),
  };
}

/** Makes the folders, and closes them to other users. */
function prepareFolders(root: string, repositories: string): void {
  try {
    restrictToOwner(root, { contents: true });
    mkdirSync(repositories, { recursive: true, mode: 0o700 });
  } catch (error) {
    // What is there can be read.
    if (!isStorageError(error) || !hasStore(root)) throw error;
  }
}

function prepareDatabase(database: DatabaseSync): void {
  try {
    addWordSearch(database);
    migrate(database);
  } catch (error) {
    database.close();
    throw error;
  }
}

function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  const isNested = database.isTransaction;
  database.exec(isNested ? "SAVEPOINT nested" : "BEGIN IMMEDIATE");
  try {
    const result = work();
    database.exec(isNested ? "RELEASE nested" : "COMMIT");
    return result;
  } catch (error) {
    // SQLite itself rolls back where a disk is full or fails.
    if (database.isTransaction) database.exec(isNested ? "ROLLBACK TO nested; RELEASE nested" : "ROLLBACK");
    throw error;
  }
}
