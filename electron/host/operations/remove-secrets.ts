import type { AnyOperation } from "../../../shared/api/contract/operation.ts";
import { operations } from "../../../shared/api/index.ts";

/** A response as it may go to disk. */
interface Storable {
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** Secret fields of all cached responses: services send some where the contract does not name them. */
const secretNames: ReadonlySet<string> = new Set(
  Object.values(operations).flatMap(({ cacheable, secrets }) => (cacheable ? secrets : [])),
);
const validators = ["etag", "last-modified"];

/**
 * Returns a response without its secrets; null where they cannot be removed. A reduced response has no validators,
 * so that the next read requests all of it again.
 */
export function removeSecrets(
  operation: AnyOperation,
  from: Headers,
  body: Uint8Array<ArrayBuffer>,
): Storable | null {
  const headers = new Headers(from);
  headers.delete("content-length");
  if (operation.response.kind !== "json" || !mentionsSecret(body)) return { headers, body };
  let removed = false;
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(body), (name, field: unknown) => {
      if (!secretNames.has(name) || typeof field !== "string" || field === "") return field;
      removed = true;
      return undefined;
    });
    if (!removed) return { headers, body };
    for (const name of validators) headers.delete(name);
    return { headers, body: new TextEncoder().encode(JSON.stringify(value)) };
  } catch {
    return null;
  }
}

/** Returns whether a body has one of the names as a key; most have none and are not parsed. */
function mentionsSecret(body: Uint8Array): boolean {
  const buffer = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return [...secretNames].some((name) => buffer.includes(`"${name}"`));
}
