import { inspect } from "node:util";

/** What tokens look like, here and on other services, and credentials inside an address. */
const secrets = [
  /\b(?:hlv|gl[a-z]{2,5})-[\w-]{8,}/g,
  /(?<=:\/\/)[^\s/@]+(?=@)/g,
  /(?<=(?:private|access)_token=)[^&\s]+/g,
];

/** An error of the service's own as a line of its log, without any secret that its text may hold. */
export function errorLine(error: unknown, operation: string): string {
  const text = `${operation}: ${error instanceof Error ? (error.stack ?? error.message) : inspect(error)}`;
  return secrets.reduce((line, pattern) => line.replace(pattern, "[secret]"), text);
}
