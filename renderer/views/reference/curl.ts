import { encodeCall } from "../../../shared/api/contract/encode.ts";
import type { AnyOperation } from "../../../shared/api/contract/operation.ts";
import { serviceUrls } from "../../features/addresses/service-urls.ts";

/** Returns a text as a quoted word of a POSIX shell. */
const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/**
 * The command that makes the same call from a shell, with the token left to a variable. `base` is the service's URL.
 * Throws InvalidInput.
 */
export function toCurl(
  base: string,
  operation: AnyOperation,
  input: Readonly<Record<string, unknown>>,
): string {
  const call = encodeCall(operation, input);
  const parts = [`curl --request ${call.method}`, '--header "PRIVATE-TOKEN: $TOKEN"'];
  if (call.contentType) parts.push(`--header ${quote(`Content-Type: ${call.contentType}`)}`);
  if (typeof call.body === "string") parts.push(`--data-raw ${quote(call.body)}`);
  else if (call.body) {
    for (const [name, value] of call.body)
      parts.push(`--form ${quote(`${name}=${typeof value === "string" ? value : `@${value.name}`}`)}`);
  }
  parts.push(quote(serviceUrls.api(base, call.path)));
  return parts.join(" \\\n  ");
}
