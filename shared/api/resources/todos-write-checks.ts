import { done, notDone, removes, undecided, type WriteChecks } from "../write-checks/write-check.ts";
import { listTodos, markAllTodosDone, markTodoDone } from "./todos.ts";

const pending = () => ({ state: "pending", per_page: 100 });

/** Checks of the writes of to-dos: what is done is no longer pending. */
export const todoWriteChecks: WriteChecks = [
  [markTodoDone, removes(listTodos, pending, "id", () => "The pending to-do")],
  [
    markAllTodosDone,
    {
      read: listTodos,
      input: pending,
      judge: (found) => (!Array.isArray(found) ? undecided : found.length === 0 ? done(null) : notDone),
      sentences: () => ["No to-do is pending.", "To-dos are still pending."],
    },
  ],
];
