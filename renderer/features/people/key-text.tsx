import type { SshKey } from "../../../shared/api/resources/ssh-key-shapes.ts";
import { readPublicKey } from "../../../shared/ssh/public-key.ts";
import { Badge } from "../../ui/badge.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import layout from "../../ui/layout.module.css";
import { RelativeTime } from "../../ui/relative-time.tsx";
import styles from "./people.module.css";
import { formatKeyType, useFingerprint } from "./use-fingerprint.ts";

/** Title, type, fingerprint and age of an SSH key. */
export function KeyText({
  of: { title, key, created_at: created, expires_at: expires },
}: {
  readonly of: SshKey;
}) {
  const read = readPublicKey(key);
  const fingerprint = useFingerprint(read);
  return (
    <div className={styles.key}>
      <strong>{title}</strong> {read ? <Badge>{formatKeyType(read)}</Badge> : null}
      {fingerprint ? (
        <div className={styles.fingerprint}>
          <code>{fingerprint}</code>
          <CopyButton text={fingerprint} label={`Copy fingerprint of ${title}`} />
        </div>
      ) : null}
      <div className={layout.muted}>
        {created ? (
          <>
            Added <RelativeTime time={created} />
          </>
        ) : null}
        {expires ? (
          <>
            {" · "}
            {Date.parse(expires) < Date.now() ? "Expired" : "Expires"} <RelativeTime future time={expires} />
          </>
        ) : null}
      </div>
    </div>
  );
}
