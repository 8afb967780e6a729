import { type ParsedPatch, rowKind } from "./parse-patch.ts";

/**
 * Fingerprint of a change to a file: its paths and modes, and the lines that it removes and adds, in order. Positions
 * and context do not count, so that a rebase without conflicts does not change it. `content` is used where there are no
 * lines. 32 hex digits.
 */
export async function fingerprint(identity: string, patch: ParsedPatch, content = ""): Promise<string> {
  const { text, count, kinds, starts, ends } = patch;
  // Without lines only the caller can identify the content.
  const parts = [identity, count === 0 ? content : ""];
  for (let row = 0; row < count; row++) {
    const kind = kinds[row];
    if (kind === rowKind.removed) parts.push(`-${text.slice(starts[row], ends[row])}`);
    else if (kind === rowKind.added) parts.push(`+${text.slice(starts[row], ends[row])}`);
  }
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(parts.join("\n")));
  return [...new Uint8Array(digest, 0, 16)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
