import { adds } from "../write-checks/added-entry.ts";
import {
  deletes,
  hundredOf,
  pickFields,
  removes,
  sets,
  unseen,
  type WriteChecks,
} from "../write-checks/write-check.ts";
import {
  createRunner,
  deleteRunner,
  deleteRunnerByToken,
  disableProjectRunner,
  enableProjectRunner,
  getRunner,
  listProjectRunners,
  registerRunner,
  updateRunner,
  verifyRunner,
} from "./runners.ts";

const runner = () => "The runner";
const runnerFields = [
  "description",
  "active",
  "paused",
  "tag_list",
  "run_untagged",
  "locked",
  "access_level",
];

/** Checks of the writes of runners. */
export const runnerWriteChecks: WriteChecks = [
  [updateRunner, sets(getRunner, pickFields("id"), runnerFields, runner)],
  [deleteRunner, deletes(getRunner, pickFields("id"), runner)],
  [
    enableProjectRunner,
    adds({
      read: listProjectRunners,
      input: hundredOf("id"),
      compare: (entry, { runner_id: id }) => ({ content: entry.id === id, mine: true }),
      // It has the number that it had elsewhere.
      order: ({ id }) => String(id),
      isUnique: true,
      what: runner,
    }),
  ],
  [disableProjectRunner, removes(listProjectRunners, hundredOf("id"), "runner_id", runner)],
  [registerRunner, unseen("the runner is known by a token that only the response has")],
  [createRunner, unseen("the runner is known by a token that only the response has")],
  [verifyRunner, unseen("it changes nothing")],
  [deleteRunnerByToken, unseen("a token does not show which runner it is of")],
];
