import { BadgeCheck, CircleX, ShieldAlert } from "lucide-react";
import type { AccountCheck } from "../../../../shared/host/accounts.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/class-names.ts";
import flow from "../../../ui/flow.module.css";
import { Icon } from "../../../ui/icon.tsx";
import layout from "../../../ui/layout.module.css";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import tones from "../../../ui/tone.module.css";
import styles from "./accounts.module.css";
import type { useLiveCheck } from "./use-live-check.ts";

/** Result of the live check: the owner of the token, or why it does not work. */
export function CheckSummary({ check }: { readonly check: ReturnType<typeof useLiveCheck> }) {
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
