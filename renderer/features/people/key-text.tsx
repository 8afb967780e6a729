import type { SshKey } from "../../../shared/api/resources/ssh-key-shapes.ts";
import { readPublicKey } from "../../../shared/ssh/public-key.ts";
import { Badge } from "../../ui/badge.tsx";
import layout from "../../ui/layout.module.css";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Fingerprint } from "./fingerprint.tsx";
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
      {fingerprint ? <Fingerprint of={fingerprint} title={title} /> : null}
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
