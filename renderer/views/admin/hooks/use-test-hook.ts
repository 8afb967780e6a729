import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { testHook, triggerHook } from "../../../../shared/api/resources/system-hooks.ts";
import { tryExtension } from "../../../api/extensions.ts";
import { fetchOperation } from "../../../api/fetch-operation.ts";
import { invalidateResources } from "../../../api/query-client.ts";
import { useSubmit } from "../../../api/use-submit.ts";

/** The result of a test: sent, or not supported by the service. */
export type TestOutcome = "sent" | "unsupported";

/**
 * Tests a hook on request. On older services reading a hook is the test; on newer ones it only reads.
 * `after`: deliveries with a higher id are of the last test.
 */
export function useTestHook(account: string, id: number, newestEvent: number) {
  const client = useQueryClient();
  const [after, setAfter] = useState(0);
  const [outcome, setOutcome] = useState<TestOutcome | null>(null);
  const { submit, isPending, failure } = useSubmit(async () => {
    setAfter(newestEvent);
    setOutcome(null);
    try {
      const sent =
        (await fetchOperation(account, testHook, { id })).event_name !== undefined ||
        (await tryExtension(account, triggerHook, () => fetchOperation(account, triggerHook, { id }))) !==
          null;
      setOutcome(sent ? "sent" : "unsupported");
    } finally {
      void invalidateResources(client, account, triggerHook.changes);
    }
  });
  return { test: submit, isPending, outcome, failure, after };
}
