import { BadgeCheck, CircleX, ShieldAlert } from "lucide-react";
import { useEffect, useState } from "react";
import type { Problem } from "../../../../shared/errors.ts";
import { type AccountCheck, accountRoutes } from "../../../../shared/host/accounts.ts";
import { callHost, toProblem } from "../../../api/fetch-host.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { Avatar } from "../../../ui/marks/avatar.tsx";
import { Badge } from "../../../ui/marks/badge.tsx";
import { Icon } from "../../../ui/marks/icon.tsx";
import { Spinner } from "../../../ui/states/progress.tsx";
import { cx } from "../../../ui/theme/class-names.ts";
import flow from "../../../ui/theme/flow.module.css";
import layout from "../../../ui/theme/layout.module.css";
import tones from "../../../ui/theme/tone.module.css";
import { RelativeTime } from "../../../ui/values/time.tsx";
import styles from "./accounts.module.css";

interface CheckSummaryProps {
  readonly check: ReturnType<typeof useLiveCheck>;
  /** Takes the address without encryption instead, where a server speaks no TLS. */
  readonly onPlain?: () => void;
}

/** Result of the live check: the owner of the token, or why it does not work. */
export function CheckSummary({ check, onPlain }: CheckSummaryProps) {
  return (
    <div className={styles.check} data-box="" aria-live="polite">
      {check.state === "idle" ? (
        <span className={layout.secondary}>Helve checks the token when both fields are filled in.</span>
      ) : check.state === "checking" ? (
        <>
          <Spinner size={14} /> Checking the token…
        </>
      ) : check.state === "good" ? (
        <Identity check={check.check} />
      ) : check.problem.code === "unconfirmed" ? (
        <span className={layout.secondary}>
          Helve has not connected to this service before. It asks you to confirm that outside of this page,
          once for each service.
        </span>
      ) : (
        <>
          <Icon of={CircleX} className={tones.danger} />
          <div className={styles.text}>
            <p>
              {check.problem.code === "unauthorized"
                ? "The service does not accept this token. It may be mistyped, revoked or expired."
                : check.problem.message}
            </p>
            {check.problem.detail ? <code className={styles.detail}>{check.problem.detail}</code> : null}
          </div>
          {onPlain && check.problem.details?.scheme === "http" ? (
            <Button size="s" onClick={onPlain}>
              Use http://
            </Button>
          ) : null}
          {check.problem.retry ? (
            <Button size="s" onClick={check.again}>
              Retry
            </Button>
          ) : null}
        </>
      )}
    </div>
  );
}

function Identity({ check }: { readonly check: AccountCheck }) {
  return (
    <>
      <Avatar name={check.user.name} size={32} />
      <div className={styles.text}>
        <p className={styles.who}>
          {check.user.name} <span className={layout.secondary}>@{check.user.username}</span>{" "}
          <Icon of={BadgeCheck} size={14} className={tones.added} label="works" />
        </p>
        <CheckDetails check={check} />
      </div>
    </>
  );
}

/** Version, scopes and expiry of a checked account in one line. */
export function CheckDetails({ check }: { readonly check: AccountCheck }) {
  const limited = check.scopes !== null && !check.scopes.includes("api");
  return (
    <p className={cx(flow.clusterTight, styles.details)}>
      {check.version ? <span className={layout.secondary}>Version {check.version}</span> : null}
      {check.user.is_admin ? <Badge>Administrator</Badge> : null}
      {check.scopes?.map((scope) => (
        <Badge key={scope} tone={scope === "api" ? "accent" : "neutral"}>
          {scope}
        </Badge>
      ))}
      {limited ? (
        <Badge tone="warning" icon={ShieldAlert} title="Without the scope api, Helve can read but not write.">
          Read-only
        </Badge>
      ) : null}
      {check.expires_at ? (
        <span className={layout.secondary}>
          Token ends <RelativeTime future time={check.expires_at} />
        </span>
      ) : null}
    </p>
  );
}

type LiveCheck =
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
          const check = await callHost(accountRoutes.check, { body: { url, token, ask } }, controller.signal);
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
