import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { testHook, triggerHook } from "../../../../shared/api/resources/system-hooks.ts";
import { describeProblem, type ErrorStateProps } from "../../../api/describe-problem.ts";
import { tryExtension } from "../../../api/extensions.ts";
import { fetchOperation } from "../../../api/fetch-operation.ts";
import { invalidateResources } from "../../../api/query-client.ts";

/** The result of a test: sent, or not supported by the service. */
export type TestOutcome = "sent" | "unsupported";

/**
 * Tests a hook on request. On older services reading a hook is the test; on newer ones it only reads.
 * `after`: deliveries with a higher id are of the last test.
 */
export function useTestHook(account: string, id: number, newestEvent: number) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<TestOutcome | null>(null);
  const [failure, setFailure] = useState<ErrorStateProps | null>(null);
  const [after, setAfter] = useState(0);
  const test = async () => {
    setBusy(true);
    setAfter(newestEvent);
    setOutcome(null);
    setFailure(null);
    try {
      const sent =
        (await fetchOperation(account, testHook, { id })).event_name !== undefined ||
        (await tryExtension(account, triggerHook, () => fetchOperation(account, triggerHook, { id }))) !==
          null;
      setOutcome(sent ? "sent" : "unsupported");
    } catch (error) {
      setFailure(describeProblem(error));
    } finally {
      setBusy(false);
      void invalidateResources(client, account, triggerHook.changes);
    }
  };
  return { test, busy, outcome, failure, after };
}
