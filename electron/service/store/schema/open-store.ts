import { closeSync, existsSync, mkdirSync, openSync } from "node:fs";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { restrictToOwner } from "../../../system/restrict-to-owner.ts";
import { addWordSearch } from "../search-words.ts";
import type { Store } from "../store.ts";
import { migrate } from "./migrations.ts";

/** Prepared statements that are cached. Filters and lists of values make many that are used once. */
const maxStatements = 300;

const databaseName = "service.sqlite";

/** Returns whether a folder contains a store. */
export const hasStore = (folder: string): boolean => existsSync(join(folder, databaseName));

/** Opens the store in a folder, creates or migrates it as needed. Committed rows survive a kill of the process. */
export function openStore(folder: string): Store {
  const root = resolve(folder);
  restrictToOwner(root, { contents: true });
  const repositories = join(root, "repositories");
  mkdirSync(repositories, { recursive: true, mode: 0o700 });
  const path = join(root, databaseName);
  // SQLite gives the WAL and shared-memory files the mode of the database.
  closeSync(openSync(path, "a", 0o600));
  const database = new DatabaseSync(path);
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON");
  addWordSearch(database);
  migrate(database);
  const statements = new Map<string, ReturnType<DatabaseSync["prepare"]>>();
  const prepare = (sql: string) => {
    const statement = statements.get(sql) ?? database.prepare(sql);
    // The most recently used is last.
    statements.delete(sql);
    statements.set(sql, statement);
    for (const oldest of statements.keys()) {
      if (statements.size <= maxStatements) break;
      statements.delete(oldest);
    }
    return statement;
  };
  return {
    folder: root,
    repositories,
    all: (sql, ...values) => prepare(sql).all(...values),
    get: (sql, ...values) => prepare(sql).get(...values),
    run: (sql, ...values) => Number(prepare(sql).run(...values).lastInsertRowid),
    transaction(work) {
      const isNested = database.isTransaction;
      database.exec(isNested ? "SAVEPOINT nested" : "BEGIN IMMEDIATE");
      try {
        const result = work();
        database.exec(isNested ? "RELEASE nested" : "COMMIT");
        return result;
      } catch (error) {
        // SQLite itself rolls back where a disk is full or fails.
        if (database.isTransaction)
          database.exec(isNested ? "ROLLBACK TO nested; RELEASE nested" : "ROLLBACK");
        throw error;
      }
    },
    close: () => database.close(),
  };
}
