import { adds } from "../write-checks/added-entry.ts";
import { hundredOf, removes, unseen, type WriteChecks } from "../write-checks/write-check.ts";
import { createHook, deleteHook, listHooks, resendHookEvent, triggerHook } from "./system-hooks.ts";

const hook = () => "The hook";

/** Checks of the writes of system hooks. */
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
];
