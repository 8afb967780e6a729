import { inspect } from "node:util";

/** Patterns of tokens, here and on other services, and of credentials inside a URL. */
const secrets = [
  /\b(?:hlv|gl[a-z]{2,5})-[\w-]{8,}/g,
  /(?<=:\/\/)[^\s/@]+(?=@)/g,
  /(?<=(?:private|access)_token=)[^&\s]+/g,
];

/** Returns a line of the log for an error of the service, without secrets. */
export function errorLine(error: unknown, operation: string): string {
  const text = `${operation}: ${error instanceof Error ? (error.stack ?? error.message) : inspect(error)}`;
  return secrets.reduce((line, pattern) => line.replace(pattern, "[secret]"), text);
}
