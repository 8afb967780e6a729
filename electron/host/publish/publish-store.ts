import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { z } from "zod";
import { type PublishDifference, type PublishLoss, publish } from "../../../shared/host/publishes.ts";
import { openDatabase } from "../storage/database.ts";
import { databaseFormats } from "../storage/database-formats.ts";

/** A publish as it is stored. */
const storedPublish = z.object({
  ...publish.shape,
  counts: z.array(z.object({ what: z.string(), count: z.int() })),
  bytes: z.int(),
  people: z.array(z.object({ source: z.string(), target: z.string(), role: z.string() })),
  obstacles: z.array(z.string()),
  compared: z.int(),
  /** Number of the target's namespace; null for the account's own. */
  namespaceId: z.int().nullable(),
  /** Whether the user has confirmed that it is sent. */
  isConfirmed: z.boolean(),
});
export type StoredPublish = z.output<typeof storedPublish>;

/** Kinds of what is read of a source; `order` is the order in which a kind was read. */
export type ItemKind =
  | "project"
  | "person"
  | "label"
  | "milestone"
  | "member"
  | "issue"
  | "issue-thread"
  | "merge-request"
  | "version"
  | "thread"
  | "snippet"
  | "snippet-note"
  | "release"
  | "wiki-page"
  | "protected-branch"
  | "protected-tag"
  | "variable";

const maxExamples = 5;
const maxDifferences = 500;
/** Kinds of losses that are listed; a reason is the text of a service. */
const maxLosses = 200;
const numberRow = z.object({ number: z.int() });
const textRow = z.object({ json: z.string() });
const keyedRow = z.object({ key: z.string(), json: z.string() });
const stepRow = z.object({ state: z.enum(["intent", "done"]), json: z.string().nullable() });
const lossRow = z.object({ what: z.string(), why: z.string(), count: z.int() });
const exampleRow = z.object({ example: z.string() });
const differenceRow = z.object({
  item: z.string(),
  field: z.string(),
  source: z.string(),
  target: z.string(),
});

/**
 * Publishes on disk: what was read of each source, and every write with its intent before and its result after. A call
 * returns once it is on the disk.
 */
export class PublishStore {
  readonly #database: DatabaseSync;
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = join(folder, "publishes");
    const format = databaseFormats["publishes.db"];
    this.#database = openDatabase(join(folder, "publishes.db"), "full", format, createTables);
  }

  list(): StoredPublish[] {
    return this.#all(textRow, "SELECT json FROM publishes ORDER BY number DESC").flatMap(({ json }) => {
      const parsed = storedPublish.safeParse(JSON.parse(json));
      return parsed.success ? [parsed.data] : [];
    });
  }

  save(stored: StoredPublish): void {
    this.#run(
      "INSERT INTO publishes (id, json) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET json = excluded.json",
      stored.id,
      JSON.stringify(stored),
    );
  }

  /** Deletes a publish with all that was read for it. */
  remove(id: string): void {
    for (const table of ["items", "steps", "losses", "differences"])
      this.#run(`DELETE FROM ${table} WHERE publish = ?`, id);
    this.#run("DELETE FROM publishes WHERE id = ?", id);
    rmSync(join(this.#folder, id), { recursive: true, force: true });
  }

  /** Returns the private folder of a publish's repositories. */
  folderOf(id: string): string {
    const folder = join(this.#folder, id);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return folder;
  }

  putItem(id: string, kind: ItemKind, key: string, value: unknown): void {
    this.#run(
      "INSERT INTO items (publish, kind, key, json) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET json = excluded.json",
      id,
      kind,
      key,
      JSON.stringify(value),
    );
  }

  /** Yields what was read of a kind, in order; with `prefix` those whose key begins with it. Some at a time are in memory. */
  *items<S extends z.ZodType>(
    id: string,
    kind: ItemKind,
    schema: S,
    prefix = "",
  ): Generator<{ readonly key: string; readonly value: z.output<S> }> {
    const row = z.object({ number: z.int(), ...keyedRow.shape });
    for (let after = 0; ; ) {
      const rows = this.#all(
        row,
        "SELECT number, key, json FROM items WHERE publish = ? AND kind = ? AND number > ? AND substr(key, 1, ?) = ? ORDER BY number LIMIT 50",
        id,
        kind,
        after,
        prefix.length,
        prefix,
      );
      for (const { key, json } of rows) yield { key, value: schema.parse(JSON.parse(json)) };
      const last = rows.at(-1);
      if (!last) return;
      after = last.number;
    }
  }

  item<S extends z.ZodType>(id: string, kind: ItemKind, key: string, schema: S): z.output<S> | null {
    const [row] = this.#all(
      textRow,
      "SELECT json FROM items WHERE publish = ? AND kind = ? AND key = ?",
      id,
      kind,
      key,
    );
    return row ? schema.parse(JSON.parse(row.json)) : null;
  }

  count(id: string, kind: ItemKind): number {
    const sql = "SELECT count(*) AS number FROM items WHERE publish = ? AND kind = ?";
    return this.#all(numberRow, sql, id, kind)[0]?.number ?? 0;
  }

  /** Forgets what was read, before it is read again. */
  clearItems(id: string): void {
    for (const table of ["items", "losses", "differences"])
      this.#run(`DELETE FROM ${table} WHERE publish = ?`, id);
    rmSync(join(this.#folder, id), { recursive: true, force: true });
  }

  /** Returns a step: null where it was never begun, `done` false where only its intent is known. */
  step(id: string, key: string): { readonly done: boolean; readonly result: unknown } | null {
    const sql = "SELECT state, json FROM steps WHERE publish = ? AND key = ?";
    const [row] = this.#all(stepRow, sql, id, key);
    return row
      ? { done: row.state === "done", result: row.json === null ? null : JSON.parse(row.json) }
      : null;
  }

  intendStep(id: string, key: string): void {
    this.#run(
      "INSERT INTO steps (publish, key, state) VALUES (?, ?, 'intent') ON CONFLICT DO NOTHING",
      id,
      key,
    );
  }

  finishStep(id: string, key: string, result: unknown): void {
    this.#run(
      "INSERT INTO steps (publish, key, state, json) VALUES (?, ?, 'done', ?) ON CONFLICT (publish, key) DO UPDATE SET state = 'done', json = excluded.json",
      id,
      key,
      JSON.stringify(result ?? null),
    );
  }

  forgetStep(id: string, key: string): void {
    this.#run("DELETE FROM steps WHERE publish = ? AND key = ?", id, key);
  }

  countSteps(id: string): number {
    const sql = "SELECT count(*) AS number FROM steps WHERE publish = ? AND state = 'done'";
    return this.#all(numberRow, sql, id)[0]?.number ?? 0;
  }

  /** Records what is not kept, once for each example. */
  addLoss(id: string, what: string, why: string, example: string): void {
    const sql = "INSERT INTO losses (publish, what, why, example) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING";
    this.#run(sql, id, what, why, example);
  }

  losses(id: string): PublishLoss[] {
    const grouped =
      "SELECT what, why, count(*) AS count FROM losses WHERE publish = ? GROUP BY what, why ORDER BY min(number) LIMIT ?";
    const first =
      "SELECT example FROM losses WHERE publish = ? AND what = ? AND why = ? AND example <> '' ORDER BY number LIMIT ?";
    return this.#all(lossRow, grouped, id, maxLosses).map((loss) => ({
      ...loss,
      examples: this.#all(exampleRow, first, id, loss.what, loss.why, maxExamples).map(
        ({ example }) => example,
      ),
    }));
  }

  clearDifferences(id: string): void {
    this.#run("DELETE FROM differences WHERE publish = ?", id);
  }

  /** Lists a difference; beyond the first hundreds they are only counted by the caller. */
  addDifference(id: string, { item, field, source, target }: PublishDifference): void {
    const sql = "SELECT count(*) AS number FROM differences WHERE publish = ?";
    if ((this.#all(numberRow, sql, id)[0]?.number ?? 0) >= maxDifferences) return;
    this.#run(
      "INSERT INTO differences (publish, item, field, source, target) VALUES (?, ?, ?, ?, ?)",
      id,
      item,
      field,
      source,
      target,
    );
  }

  differences(id: string): PublishDifference[] {
    const sql = "SELECT item, field, source, target FROM differences WHERE publish = ? ORDER BY number";
    return this.#all(differenceRow, sql, id);
  }

  close(): void {
    this.#database.close();
  }

  #run(sql: string, ...values: SQLInputValue[]): void {
    this.#database.prepare(sql).run(...values);
  }

  #all<S extends z.ZodType>(schema: S, sql: string, ...values: SQLInputValue[]): z.output<S>[] {
    return this.#database
      .prepare(sql)
      .all(...values)
      .map((row) => schema.parse(row));
  }
}

function createTables(database: DatabaseSync): void {
  database.exec(`
    CREATE TABLE IF NOT EXISTS publishes (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, json TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS items (
      number INTEGER PRIMARY KEY, publish TEXT NOT NULL, kind TEXT NOT NULL, key TEXT NOT NULL, json TEXT NOT NULL,
      UNIQUE (publish, kind, key)
    );
    CREATE INDEX IF NOT EXISTS items_in_order ON items (publish, kind, number);
    CREATE TABLE IF NOT EXISTS steps (
      publish TEXT NOT NULL, key TEXT NOT NULL, state TEXT NOT NULL, json TEXT, PRIMARY KEY (publish, key)
    ) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS losses (
      number INTEGER PRIMARY KEY, publish TEXT NOT NULL, what TEXT NOT NULL, why TEXT NOT NULL,
      example TEXT NOT NULL, UNIQUE (publish, what, why, example)
    );
    CREATE TABLE IF NOT EXISTS differences (
      number INTEGER PRIMARY KEY, publish TEXT NOT NULL, item TEXT NOT NULL, field TEXT NOT NULL,
      source TEXT NOT NULL, target TEXT NOT NULL
    );
  `);
}
