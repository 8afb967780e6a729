import { useQuery } from "@tanstack/react-query";
import type { SshKey } from "../../../../shared/api/resources/ssh-key-shapes.ts";
import { fingerprintOf, type PublicKey, readPublicKey } from "../../../../shared/ssh/public-key.ts";

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
