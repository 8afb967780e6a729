import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { SshKey } from "../../../../shared/api/resources/ssh-keys.ts";
import {
  fingerprintOf,
  isPrivateKey,
  type PublicKey,
  readPublicKey,
} from "../../../../shared/ssh/public-key.ts";
import { useDraft } from "../../../state/drafts.ts";
import { toast } from "../../../ui/overlays/toast.tsx";

/** Key that is being added to an account. */
export interface KeyDraft {
  readonly text: string;
  readonly title: string;
  /** Whether anything was typed. */
  readonly isStarted: boolean;
  /** The key in the text; null where the text is not a public key. */
  readonly key: PublicKey | null;
  /** Whether a private key was pasted or chosen last, and dropped. */
  readonly refusedPrivate: boolean;
  /** Sets the text; a private key is dropped. */
  setText(text: string): void;
  setTitle(title: string): void;
  clear(): void;
  /** Deletes the draft; it can be restored. */
  discard(): void;
}

/**
 * The public key that is being added. Only what is a public key is written to disk; other text is in memory while the
 * form is open, and a private key is discarded at once.
 */
export function useKeyDraft(account: string): KeyDraft {
  const stored = useDraft(`ssh-key ${account}`);
  const storedTitle = useDraft(`ssh-key-title ${account}`);
  const [unread, setUnread] = useState("");
  const [refusedPrivate, setRefused] = useState(false);
  const text = stored.text || unread;
  const isStarted = text.trim() !== "" || storedTitle.text !== "";
  const take = (next: string, keep: (text: string) => void) => {
    const isPrivate = isPrivateKey(next);
    setRefused(isPrivate);
    if (!isPrivate) keep(next);
  };
  const clear = () => {
    stored.clear();
    storedTitle.clear();
    setUnread("");
    setRefused(false);
  };
  return {
    text,
    title: storedTitle.text,
    isStarted,
    key: readPublicKey(text),
    refusedPrivate,
    setText: (next) =>
      take(next, (wanted) => {
        const isKey = readPublicKey(wanted) !== null;
        stored.setText(isKey ? wanted : "");
        setUnread(isKey ? "" : wanted);
      }),
    setTitle: (next) => take(next, storedTitle.setText),
    clear,
    discard() {
      clear();
      if (!isStarted) return;
      toast.discarded("key draft", () => {
        // What has been typed since is kept.
        storedTitle.change((now) => now || storedTitle.text);
        if (stored.text) stored.change((now) => now || stored.text);
        else setUnread((now) => now || unread);
      });
    },
  };
}

/** A key of the account with what Helve reads of it by itself; null where it cannot be read. */
export interface ListedKey extends SshKey {
  readonly read: PublicKey | null;
  readonly fingerprint: string | null;
}

/** Returns keys with their fingerprints, computed here; undefined until that is done. */
export function useListedKeys(keys: readonly SshKey[] | undefined): readonly ListedKey[] | undefined {
  const { data } = useQuery({
    queryKey: ["fingerprints", keys?.map(({ id, key }) => [id, key])],
    queryFn: () => Promise.all((keys ?? []).map(({ key }) => fingerprintOfLine(key))),
    enabled: keys !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data && keys?.map((key, index) => ({ ...key, ...(data[index] ?? unread) }));
}

const unread = { read: null, fingerprint: null };

async function fingerprintOfLine(line: string): Promise<Pick<ListedKey, "read" | "fingerprint">> {
  const read = readPublicKey(line);
  return read ? { read, fingerprint: await fingerprintOf(read) } : unread;
}
