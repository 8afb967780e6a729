import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** Form of a name by which a file system compares it: the same text, or without case and what else it ignores. */
export type NameRule = (name: string) => string;

/** Names that differ in one byte are two names. */
const exact: NameRule = (name) => name;

/** Characters that file systems of macOS leave out of a comparison. */
const ignorable = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/** Returns a name as the most lenient file system compares it: Windows drops trailing dots, macOS normalises. */
export const folded: NameRule = (name) =>
  name
    .normalize("NFD")
    .replace(ignorable, "")
    .toLowerCase()
    .normalize("NFC")
    .split("/")
    .map((part) => part.replace(/(?<![. ])[. ]+$/, ""))
    .join("/");

const known = new Map<string, NameRule>();

/**
 * Returns how the file system of a folder compares names. Refs are files: where `MAIN` and `main` are one file
 * they are one branch.
 */
export function nameRuleOf(folder: string): NameRule {
  const rule = known.get(folder) ?? (foldsCase(folder) ? folded : exact);
  known.set(folder, rule);
  return rule;
}

/** Checks whether the folder exists under its name in the other case. */
function foldsCase(folder: string): boolean {
  const name = basename(folder);
  const other = name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase();
  return other !== name && existsSync(join(dirname(folder), other));
}
