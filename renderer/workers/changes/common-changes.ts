import type { DiffEntry } from "../../../shared/api/resources/commit-shapes.ts";
import { findPackageUpdates, isDependencyFile, isLockFile } from "./package-updates.ts";

/** A file's change, as the service returns it. */
export type ChangedFile = Pick<DiffEntry, "diff" | "old_path" | "new_path" | "deleted_file" | "new_file">;

/** The files that something changes, by a key. */
export interface ChangeSet {
  readonly key: number;
  readonly files: readonly ChangedFile[];
}

/** A part that several changes have in common. */
export interface CommonPart {
  readonly kind: "lock-files" | "dependencies" | "update" | "package" | "same-change" | "same-hunk" | "empty";
  /** Such as "serde 1.0.1 → 1.0.2"; of a hunk its first changed line. */
  readonly text: string;
  /** Keys of the changes, in their order. */
  readonly keys: readonly number[];
}

/** Hunks of one change that are compared; a change with more is compared as a whole. */
const maxHunks = 200;
/** Parts of a kind that are returned, those of most changes first. */
const maxParts = 100;

/**
 * Returns what changes have in common: those of lock files alone, of files about dependencies alone, of one package with its
 * versions, and equal changes and hunks, whatever files they are in. A part of one change is returned only for the first
 * four kinds. What is a part of all changes is first.
 */
export function findCommonParts(sets: readonly ChangeSet[]): CommonPart[] {
  const parts = new Map<string, { kind: CommonPart["kind"]; text: string; keys: Set<number> }>();
  const add = (kind: CommonPart["kind"], id: string, text: string, key: number) => {
    const name = `${kind} ${id}`;
    const part = parts.get(name) ?? { kind, text, keys: new Set<number>() };
    part.keys.add(key);
    parts.set(name, part);
  };
  for (const { key, files } of sets) {
    if (files.length === 0) {
      add("empty", "", "No changes", key);
      continue;
    }
    const paths = files.flatMap(({ old_path, new_path }) => [old_path, new_path]);
    if (paths.every(isLockFile)) add("lock-files", "", "Only lock files", key);
    else if (paths.every(isDependencyFile)) add("dependencies", "", "Only files about dependencies", key);
    const dependencies = files.filter(({ new_path }) => isDependencyFile(new_path));
    for (const { name, from, to } of dependencies.flatMap(({ diff }) => findPackageUpdates(diff))) {
      add("update", `${name} ${from} ${to}`, `${name} ${from} → ${to}`, key);
      add("package", name, name, key);
    }
    const hunks = files.flatMap(hunksOf);
    add("same-change", hunks.map(({ id }) => id).join("\n\n"), "Same change", key);
    for (const { id, first } of hunks.slice(0, maxHunks)) add("same-hunk", id, first, key);
  }
  return sortParts([...parts.values()].map((part) => ({ ...part, keys: [...part.keys] })));
}

const kinds: readonly CommonPart["kind"][] = [
  "lock-files",
  "dependencies",
  "update",
  "package",
  "same-change",
  "same-hunk",
  "empty",
];
const needsSeveral: ReadonlySet<CommonPart["kind"]> = new Set(["package", "same-change", "same-hunk"]);

function sortParts(all: readonly CommonPart[]): CommonPart[] {
  const whole = new Set(
    all.filter(({ kind, keys }) => kind === "same-change" && keys.length > 1).map(keysText),
  );
  const updates = new Set(all.filter(({ kind }) => kind === "update").map(keyedText));
  return kinds.flatMap((kind) =>
    all
      .filter(
        (part) =>
          part.kind === kind &&
          (part.keys.length > 1 || !needsSeveral.has(kind)) &&
          // The same changes are said once: as a whole before hunk by hunk, with versions before the package alone.
          !(kind === "same-hunk" && whole.has(keysText(part))) &&
          !(kind === "package" && updates.has(keyedText(part))),
      )
      .sort((a, b) => b.keys.length - a.keys.length || a.text.localeCompare(b.text))
      .slice(0, maxParts),
  );
}

const keysText = ({ keys }: CommonPart): string => keys.join(" ");
const keyedText = (part: CommonPart): string =>
  `${part.kind === "update" ? part.text.replace(/ \S+ → \S+$/, "") : part.text} ${keysText(part)}`;

interface Hunk {
  readonly id: string;
  /** The first changed line. */
  readonly first: string;
}

/** Returns the hunks of a file by their changed lines: neither its path nor line numbers nor what surrounds them counts. */
function hunksOf({ diff, deleted_file, new_file, old_path, new_path }: ChangedFile): Hunk[] {
  const hunks: Hunk[] = [];
  let lines: string[] = [];
  const end = () => {
    if (lines.length > 0) hunks.push({ id: lines.join("\n"), first: lines[0] ?? "" });
    lines = [];
  };
  for (const line of diff.split("\n")) {
    if (line.startsWith("@@")) end();
    else if (line.startsWith("+") || line.startsWith("-")) lines.push(line);
  }
  end();
  if (hunks.length > 0) return hunks;
  // A change without lines: a rename, a mode, bytes.
  const what = deleted_file ? "deleted" : new_file ? "created" : "changed";
  return [{ id: `${what} ${old_path} ${new_path}`, first: `${new_path} ${what}` }];
}
