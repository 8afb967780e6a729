import { useQuery } from "@tanstack/react-query";
import type { SshKey } from "../../../shared/api/resources/ssh-keys.ts";
import { fingerprintOf, type PublicKey, readPublicKey } from "../../../shared/ssh/public-key.ts";
import { CopyButton } from "../../ui/buttons/copy-button.tsx";
import { Badge } from "../../ui/marks/badge.tsx";
import layout from "../../ui/theme/layout.module.css";
import { RelativeTime } from "../../ui/values/time.tsx";
import styles from "./people.module.css";

interface FingerprintProps {
  readonly of: string;
  readonly title: string;
}

/** Fingerprint of an SSH key, with Copy. */
export const Fingerprint = ({ of, title }: FingerprintProps) => (
  <div className={styles.fingerprint}>
    <code>{of}</code>
    <CopyButton text={of} label={`Copy fingerprint of ${title}`} />
  </div>
);

/** Returns the fingerprint of a key, null until it is computed. */
export function useFingerprint(key: PublicKey | null): string | null {
  const { data } = useQuery({
    queryKey: ["fingerprint", key?.line],
    queryFn: () => (key ? fingerprintOf(key) : null),
    enabled: key !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? null;
}

/** Returns type and size, such as "ssh-rsa, 2048 bits". */
export const formatKeyType = ({
  type,
  bits,
}: {
  readonly type: string;
  readonly bits: number | null;
}): string => (bits === null ? type : `${type}, ${bits} bits`);

/** Returns why a text cannot be added as a public key: `wasPrivate` is whether a private one was dropped. */
export function publicKeyProblem(text: string, wasPrivate: boolean): string | undefined {
  if (wasPrivate)
    return "This is a private key. Helve dropped it: it was neither stored nor sent. Add the public key, from the file that ends in .pub.";
  return text.trim() !== "" && !readPublicKey(text) ? "This is not a public SSH key." : undefined;
}

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
