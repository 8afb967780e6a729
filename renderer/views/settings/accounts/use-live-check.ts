import { useEffect, useState } from "react";
import type { Problem } from "../../../../shared/errors.ts";
import type { AccountCheck } from "../../../../shared/host/accounts.ts";
import { checkAccount } from "../../../api/accounts.ts";
import { toProblem } from "../../../api/host.ts";

export type LiveCheck =
  | { readonly state: "idle" }
  | { readonly state: "checking" }
  | { readonly state: "good"; readonly check: AccountCheck }
  | { readonly state: "bad"; readonly problem: Problem };

/** Milliseconds after the last keystroke before the check. */
const checkDelayMs = 450;

/**
 * Checks a URL and token as they are typed. Nothing is stored, a newer text cancels the previous check, and one that
 * failed without a connection is repeated when the network is back. To a service that is new nothing is sent until
 * `connect`, since the shell asks the user first: the problem is `unconfirmed` until then.
 */
export function useLiveCheck(
  url: string | null,
  token: string,
): LiveCheck & { readonly again: () => void; readonly connect: () => void } {
  const [attempt, setAttempt] = useState(0);
  const [connected, setConnected] = useState<string | null>(null);
  const input = url && token ? JSON.stringify([url, token]) : null;
  const ask = connected === input;
  const asked = input === null ? null : `${input} ${attempt} ${ask}`;
  const [outcome, setOutcome] = useState<{ readonly asked: string; readonly result: LiveCheck } | null>(null);
  useEffect(() => {
    if (asked === null || !url) return;
    const controller = new AbortController();
    const timer = setTimeout(
      async () => {
        try {
          const check = await checkAccount({ url, token, ask }, controller.signal);
          setOutcome({ asked, result: { state: "good", check } });
        } catch (error) {
          if (!controller.signal.aborted)
            setOutcome({ asked, result: { state: "bad", problem: toProblem(error) } });
        }
      },
      ask ? 0 : checkDelayMs,
    );
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [asked, url, token, ask]);
  const again = () => setAttempt((count) => count + 1);
  const connect = () => {
    setConnected(input);
    again();
  };
  const isRetried =
    outcome?.asked === asked && outcome?.result.state === "bad" && outcome.result.problem.retry;
  useEffect(() => {
    if (!isRetried) return;
    const onOnline = () => setAttempt((count) => count + 1);
    addEventListener("online", onOnline);
    return () => removeEventListener("online", onOnline);
  }, [isRetried]);
  if (asked === null) return { state: "idle", again, connect };
  return outcome?.asked === asked
    ? { ...outcome.result, again, connect }
    : { state: "checking", again, connect };
}
