import type { SQLInputValue } from "node:sqlite";
import { z } from "zod";
import { timeNow } from "../../clock.ts";
import { intOrNull, parseCount, parseRow, parseRows } from "../rows.ts";
import type { Store } from "../store.ts";
import type { Issuable } from "./issuables.ts";

/** Tables of to-dos, which the sixth version added. */
export const todoTables = `
  CREATE TABLE todos (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    target_type TEXT NOT NULL,
    target_id INTEGER NOT NULL,
    note_id INTEGER REFERENCES notes (id) ON DELETE CASCADE,
    author_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
    action TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'pending',
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX todos_by_user ON todos (user_id, state);
  CREATE INDEX todos_by_target ON todos (target_type, target_id);
  CREATE INDEX todos_by_note ON todos (note_id);
`;

const todoAction = z.enum([
  "assigned",
  "review_requested",
  "mentioned",
  "directly_addressed",
  "build_failed",
  "unmergeable",
]);
/** Reason for a to-do. */
export type TodoAction = z.output<typeof todoAction>;

const todoRow = z
  .object({
    id: z.int(),
    user_id: z.int(),
    project_id: z.int(),
    target_type: z.enum(["MergeRequest", "Issue"]),
    target_id: z.int(),
    note_id: intOrNull,
    author_id: intOrNull,
    action: todoAction,
    state: z.enum(["pending", "done"]),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .transform((row) => ({
    id: row.id,
    userId: row.user_id,
    projectId: row.project_id,
    /** Merge request or issue that it is about. */
    target: { type: row.target_type, id: row.target_id },
    /** The comment that mentions the user, null for another reason. */
    noteId: row.note_id,
    authorId: row.author_id,
    action: row.action,
    state: row.state,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }));

/** A row of the to-dos table. */
export type Todo = Readonly<z.output<typeof todoRow>>;

type NewTodo = Pick<Todo, "userId" | "projectId" | "target" | "noteId" | "authorId" | "action">;

/** Adds a to-do, unless the user has a pending one for the same reason. */
export function insertTodo(store: Store, todo: NewTodo, at = timeNow(store)): void {
  store.run(
    `INSERT INTO todos (user_id, project_id, target_type, target_id, note_id, author_id, action, created_at, updated_at)
     SELECT ?1, ?2, ?8, ?3, ?4, ?5, ?6, ?7, ?7 WHERE NOT EXISTS (SELECT 1 FROM todos
       WHERE user_id = ?1 AND target_type = ?8 AND target_id = ?3 AND action = ?6 AND state = 'pending')`,
    todo.userId,
    todo.projectId,
    todo.target.id,
    todo.noteId,
    todo.authorId,
    todo.action,
    at,
    todo.target.type,
  );
}

/** Returns the to-do of an id, null where a user has none. */
export const findTodo = (store: Store, userId: number, id: number): Todo | null =>
  parseRow(todoRow, store.get("SELECT * FROM todos WHERE id = ? AND user_id = ?", id, userId));

/** Marks pending to-dos of a user as done: one, those of a merge request or issue, or all of them. */
export function finishTodos(
  store: Store,
  userId: number,
  which: { readonly id: number } | { readonly target: Issuable } | "all",
): void {
  const [condition, ...values] =
    which === "all"
      ? ["1"]
      : "id" in which
        ? ["id = ?", which.id]
        : ["target_type = ? AND target_id = ?", which.target.type, which.target.id];
  store.run(
    `UPDATE todos SET state = 'done', updated_at = ? WHERE user_id = ? AND state = 'pending' AND ${condition}`,
    timeNow(store),
    userId,
    ...values,
  );
}

/** Filters of a list of to-dos, and its page. */
interface TodoFilters {
  readonly userId: number;
  /** Query of the ids of the projects whose merge requests they may be about. */
  readonly projects: { readonly sql: string; readonly values: readonly SQLInputValue[] };
  /** Condition of the issues that they may be about. */
  readonly issues: readonly [sql: string, ...values: SQLInputValue[]];
  readonly state: "pending" | "done";
  readonly action: string | undefined;
  readonly authorId: number | undefined;
  readonly projectId: number | undefined;
  readonly type: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** Returns a page of a user's to-dos, newest first, and how many there are. */
export function listTodoRows(
  store: Store,
  filters: TodoFilters,
): { readonly rows: Todo[]; readonly total: number } {
  const { sql, values: projectValues } = filters.projects;
  const optional = [
    ["action = ?", filters.action],
    ["author_id = ?", filters.authorId],
    ["project_id = ?", filters.projectId],
    ["target_type = ?", filters.type],
  ] as const;
  const sent = optional.flatMap(([condition, value]) => (value === undefined ? [] : [{ condition, value }]));
  const conditions = ["user_id = ?", "state = ?", ...sent.map(({ condition }) => condition)];
  const [isReadable, ...issueValues] = filters.issues;
  const where = `WHERE ${conditions.join(" AND ")} AND (target_type = 'MergeRequest' AND project_id IN (${sql})
    OR target_type = 'Issue' AND target_id IN (SELECT id FROM issues WHERE ${isReadable}))`;
  const values = [
    ...[filters.userId, filters.state, ...sent.map(({ value }) => value)],
    ...projectValues,
    ...issueValues,
  ];
  const rows = store.all(
    `SELECT * FROM todos ${where} ORDER BY id DESC LIMIT ? OFFSET ?`,
    ...values,
    filters.limit,
    filters.offset,
  );
  const count = store.get(`SELECT count(*) AS total FROM todos ${where}`, ...values);
  return { rows: parseRows(todoRow, rows), total: parseCount("total", count) };
}
