import { useQueries, useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { localPublicKeys } from "../../../../shared/host/ssh-keys.ts";
import { fingerprintOf, type PublicKey, readPublicKey } from "../../../../shared/ssh/public-key.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { hostJson } from "../../../api/host.ts";
import { formatKeyType } from "../../../features/people/use-fingerprint.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Icon } from "../../../ui/icon.tsx";
import layout from "../../../ui/layout.module.css";
import { Skeleton } from "../../../ui/skeleton.tsx";
import styles from "./keys.module.css";
import type { ListedKey } from "./use-listed-keys.ts";

interface LocalKeysDialogProps {
  readonly listed: readonly ListedKey[];
  readonly onChoose: (line: string) => void;
  readonly onClose: () => void;
}

/** Dialog that, once confirmed, lists the public keys of the user's own `.ssh` folder to choose one from. */
export function LocalKeysDialog({ listed, onChoose, onClose }: LocalKeysDialogProps) {
  const [allowed, setAllowed] = useState(false);
  const found = useQuery({
    queryKey: ["local-public-keys"],
    queryFn: () => hostJson(localPublicKeys, "/ssh-keys", "POST", {}),
    enabled: allowed,
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      onEnter={() => setAllowed(true)}
      title="Public keys in ~/.ssh"
      description={
        allowed
          ? (found.data?.folder ?? "Loading the folder")
          : "Helve lists the files in ~/.ssh that end in .pub. Private keys and other files are not read, and nothing is sent until you add a key."
      }
      actions={
        allowed ? null : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button variant="primary" onClick={() => setAllowed(true)}>
              List public keys
            </Button>
          </>
        )
      }
    >
      {!allowed ? null : found.isPending ? (
        <Skeleton lines={3} label="Loading public keys" />
      ) : found.error ? (
        <ErrorState compact {...describeProblem(found.error)} onRetry={() => void found.refetch()} />
      ) : found.data.keys.length === 0 ? (
        <p className={layout.muted}>No public keys in this folder. Create one with ssh-keygen -t ed25519.</p>
      ) : (
        <FoundKeys keys={found.data.keys} listed={listed} onChoose={onChoose} />
      )}
    </Dialog>
  );
}

interface FoundKeysProps {
  readonly keys: readonly { readonly name: string; readonly line: string }[];
  readonly listed: readonly ListedKey[];
  readonly onChoose: (line: string) => void;
}

function FoundKeys({ keys, listed, onChoose }: FoundKeysProps) {
  const read = keys.flatMap(({ name, line }) => {
    const key = readPublicKey(line);
    return key ? [{ name, key }] : [];
  });
  const fingerprints = useQueries({
    queries: read.map(({ key }) => ({
      queryKey: ["fingerprint", key.line],
      queryFn: () => fingerprintOf(key),
      staleTime: Number.POSITIVE_INFINITY,
    })),
  });
  return (
    <ul aria-label="Public keys in ~/.ssh">
      {read.map(({ name, key }, index) => (
        <FoundKey
          key={name}
          name={name}
          of={key}
          fingerprint={fingerprints[index]?.data ?? null}
          listed={listed}
          onChoose={onChoose}
        />
      ))}
    </ul>
  );
}

interface FoundKeyProps {
  readonly name: string;
  readonly of: PublicKey;
  readonly fingerprint: string | null;
  readonly listed: readonly ListedKey[];
  readonly onChoose: (line: string) => void;
}

function FoundKey({ name, of, fingerprint, listed, onChoose }: FoundKeyProps) {
  const same = listed.find((entry) => fingerprint !== null && entry.fingerprint === fingerprint);
  return (
    <li>
      <button type="button" className={styles.choice} disabled={!!same} onClick={() => onChoose(of.line)}>
        <Icon of={KeyRound} className={styles.mark} />
        <span className={styles.key}>
          <strong className={styles.title}>{name}</strong>
          <code className={styles.print}>{fingerprint ?? "…"}</code>
          <span className={styles.meta}>
            {same
              ? `On your account as ${same.title}`
              : [formatKeyType(of), of.comment].filter(Boolean).join(" · ")}
          </span>
        </span>
      </button>
    </li>
  );
}
