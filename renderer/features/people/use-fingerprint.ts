import { useQuery } from "@tanstack/react-query";
import { fingerprintOf, type PublicKey } from "../../../shared/ssh/public-key.ts";

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
