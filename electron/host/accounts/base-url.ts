import { ProblemError } from "../../../shared/errors.ts";
import { readAccountUrl } from "../../../shared/host/account-url.ts";

/** Returns the base URL in a typed or pasted text. Throws ProblemError `invalid_input`. */
export function baseUrl(text: string): string {
  const read = readAccountUrl(text);
  if (read.kind === "url") return read.url;
  const message = read.kind === "wrong" ? read.message : "Enter the URL of a service.";
  throw new ProblemError({ code: "invalid_input", message, fields: { url: [message] } });
}
