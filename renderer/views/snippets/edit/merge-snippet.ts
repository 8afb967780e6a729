import { mergeRegions, type Region, resolve } from "../../../features/three-way-merge/three-way.ts";
import type { Draft, DraftFile, SnippetContent } from "./snippet-content.ts";

const fields = ["title", "description", "visibility", "expires"] as const;
type FieldName = (typeof fields)[number];

/** Part that two people changed differently: a field, or lines of a file. */
export type SnippetConflict =
  | { readonly kind: "field"; readonly name: FieldName; readonly mine: string; readonly theirs: string }
  | {
      readonly kind: "file";
      readonly key: string;
      readonly path: string;
      readonly regions: readonly Region[];
    };

/** A draft merged with the service's current version; conflicts contain the typed text. */
interface Merged {
  readonly draft: Draft;
  readonly conflicts: readonly SnippetConflict[];
}

/**
 * Merges a draft with what somebody else saved since it was begun. What one side alone changed is taken. A file that
 * one side deleted counts as empty there.
 */
export function mergeSnippet(draft: Draft, theirs: SnippetContent): Merged {
  const base = draft.base ?? theirs;
  const conflicts: SnippetConflict[] = [];
  const take = (name: FieldName): string => {
    const mine = draft[name];
    const other = theirs[name];
    if (mine === base[name]) return other;
    if (other !== base[name] && other !== mine) {
      conflicts.push({ kind: "field", name, mine, theirs: other });
    }
    return mine;
  };
  const [title, description, visibility, expires] = fields.map(take);
  const files = mergeFiles(draft, base, theirs, conflicts);
  return {
    draft: {
      title: title ?? "",
      description: description ?? "",
      visibility: visibility as Draft["visibility"],
      expires: expires ?? "",
      files,
      base: theirs,
    },
    conflicts,
  };
}

function mergeFiles(
  draft: Draft,
  base: SnippetContent,
  theirs: SnippetContent,
  conflicts: SnippetConflict[],
): DraftFile[] {
  const fileOf = (content: SnippetContent, path: string) => content.files.find((file) => file.path === path);
  const known = new Set<string>();
  const mine = draft.files.flatMap((file): DraftFile[] => {
    const other = fileOf(theirs, file.previous ?? file.path);
    const there = other?.content;
    if (file.previous === null && there === undefined) return [file];
    const path = file.previous ?? file.path;
    known.add(path);
    const before = fileOf(base, path)?.content ?? "";
    const previous = there === undefined ? null : path;
    const { encoding } = other ?? file;
    if ((there ?? "") === before) return [{ ...file, previous }];
    if (file.content === before)
      return there === undefined ? [] : [{ ...file, content: there, encoding, previous }];
    const regions = mergeRegions(before, file.content, there ?? "");
    const content = resolve(regions, []);
    if (content !== null) return content === "" ? [] : [{ ...file, content, encoding, previous }];
    conflicts.push({ kind: "file", key: file.key, path: file.path, regions });
    return [{ ...file, previous }];
  });
  const added = theirs.files.flatMap((file): DraftFile[] => {
    if (known.has(file.path) || fileOf(base, file.path)?.content === file.content) return [];
    // Changed there and deleted here, or new there.
    return [{ ...file, key: file.path, previous: file.path }];
  });
  return [...mine, ...added];
}

/** Returns the draft with a conflict resolved to `text`; a file without text is left out. */
export function resolveConflict(draft: Draft, conflict: SnippetConflict, text: string): Draft {
  if (conflict.kind === "field") return { ...draft, [conflict.name]: text };
  const files = draft.files.flatMap((file) =>
    file.key !== conflict.key ? [file] : text === "" ? [] : [{ ...file, content: text }],
  );
  return { ...draft, files };
}
