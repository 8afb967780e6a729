const fullHash = /^(?:[\da-f]{40}|[\da-f]{64})$/i;
/** Signs that git allows in no name, with how they are called. */
const forbidden: readonly (readonly [sign: RegExp, name: string])[] = [
  [/\s/, "spaces"],
  // biome-ignore lint/suspicious/noControlCharactersInRegex: git refuses them
  [/[\x00-\x1f\x7f]/, "control characters"],
  [/\.\./, '".."'],
  [/@\{/, '"@{"'],
  [/\/\//, '"//"'],
];

/**
 * Returns why git or the service refuses a name of a branch or tag, by the rules of `git check-ref-format`; null where
 * they accept it.
 */
export function refNameProblem(name: string): string | null {
  if (name === "") return "Enter a name.";
  const sign = /[~^:?*[\\]/.exec(name)?.[0];
  if (sign) return `Names cannot contain "${sign}".`;
  const found = forbidden.find(([pattern]) => pattern.test(name));
  if (found) return `Names cannot contain ${found[1]}.`;
  if (name.startsWith("-")) return 'Names cannot start with "-".';
  if (name.startsWith("/") || name.endsWith("/")) return 'Names cannot start or end with "/".';
  if (name.endsWith(".")) return 'Names cannot end with ".".';
  const parts = name.split("/");
  if (parts.some((part) => part.startsWith("."))) return 'No part of a name can start with ".".';
  if (parts.some((part) => part.endsWith(".lock"))) return 'No part of a name can end with ".lock".';
  if (name === "HEAD" || name === "@") return `"${name}" is reserved by git.`;
  if (fullHash.test(name)) return "A name cannot look like a commit hash.";
  return null;
}
