import { adds } from "../write-checks/added-entry.ts";
import {
  deletes,
  hundredOf,
  pickFields,
  removes,
  unseen,
  type WriteChecks,
} from "../write-checks/write-check.ts";
import {
  createProjectHook,
  deleteProjectHook,
  getProjectHook,
  listProjectHooks,
  resendProjectHookEvent,
  testProjectHook,
  updateProjectHook,
} from "./project-hooks.ts";
import { createHook, deleteHook, listHooks, resendHookEvent, triggerHook } from "./system-hooks.ts";

const hook = () => "The hook";
const webhook = () => "The webhook";

/** Checks of the writes of hooks. */
export const hookWriteChecks: WriteChecks = [
  [
    createHook,
    adds({
      read: listHooks,
      input: hundredOf(),
      // Hooks show nobody who made them: an equal one may be another administrator's.
      compare: (entry, { url }) => ({ content: entry.url === url, mine: null }),
      order: "id",
      what: hook,
    }),
  ],
  [deleteHook, removes(listHooks, hundredOf(), "id", hook)],
  [triggerHook, unseen("several deliveries of the same test look alike")],
  [resendHookEvent, unseen("several deliveries of the same event look alike")],
  [
    createProjectHook,
    adds({
      read: listProjectHooks,
      input: hundredOf("id"),
      compare: (entry, { url }) => ({ content: entry.url === url, mine: null }),
      order: "id",
      what: webhook,
    }),
  ],
  [updateProjectHook, unseen("its token is never shown")],
  [deleteProjectHook, deletes(getProjectHook, pickFields("id", "hook_id"), webhook)],
  [testProjectHook, unseen("several deliveries of the same test look alike")],
  [resendProjectHookEvent, unseen("several deliveries of the same event look alike")],
];
