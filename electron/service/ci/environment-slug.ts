import { createHash } from "node:crypto";

const maxLength = 24;
const suffixLength = 6;

/**
 * Returns the name of an environment as a DNS label of at most 24 characters, as other services do: where letters had
 * to be replaced or cut off, a hash of the name makes it unique.
 */
export function environmentSlug(name: string): string {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, "-");
  const lettered = /^[a-z]/.test(plain) ? plain : `env-${plain}`;
  const squeezed = lettered.replace(/-+/g, "-").replace(/-$/, "");
  if (squeezed === name && squeezed.length <= maxLength) return squeezed;
  const hash = BigInt(`0x${createHash("sha256").update(name).digest("hex")}`).toString(36);
  const head = squeezed.slice(0, maxLength - suffixLength - 1).replace(/-$/, "");
  return `${head}-${hash.slice(-suffixLength)}`;
}
