import { diff3Merge } from "node-diff3";

/** A stretch of a three-way merge: agreed lines, or three versions of which the user chooses. */
export type Region =
  | { readonly kind: "agreed"; readonly lines: readonly string[] }
  | {
      readonly kind: "conflict";
      readonly base: readonly string[];
      readonly mine: readonly string[];
      readonly theirs: readonly string[];
    };

/** What the user takes for a conflict. */
export type Choice = "mine" | "theirs" | "both" | "base";

/**
 * Merges two texts that come from one base, line by line. Lines keep their endings, so that a change of CRLF to LF
 * or a lost final newline is a change like any other.
 */
export function mergeThreeWays(base: string, mine: string, theirs: string): Region[] {
  const regions = diff3Merge(splitLines(mine), splitLines(base), splitLines(theirs), {
    excludeFalseConflicts: true,
  });
  return regions.map(
    (region): Region =>
      region.conflict
        ? { kind: "conflict", base: region.conflict.o, mine: region.conflict.a, theirs: region.conflict.b }
        : { kind: "agreed", lines: region.ok ?? [] },
  );
}

/** The merged text, or null while a conflict has no choice. `choices` are by position among the conflicts. */
export function resolve(regions: readonly Region[], choices: readonly (Choice | undefined)[]): string | null {
  let text = "";
  let conflict = 0;
  for (const region of regions) {
    if (region.kind === "agreed") text += region.lines.join("");
    else {
      const choice = choices[conflict++];
      if (!choice) return null;
      text += linesOf(region, choice).join("");
    }
  }
  return text;
}

/** The lines that a choice puts in a conflict's place. */
export function linesOf(region: Extract<Region, { kind: "conflict" }>, choice: Choice): readonly string[] {
  if (choice !== "both") return region[choice];
  return [...endLine(region.mine), ...region.theirs];
}

export const conflictsOf = (regions: readonly Region[]) =>
  regions.filter((region) => region.kind === "conflict");

/** Lines with their endings; the last one may have none. */
const splitLines = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** Two sides after one another must not share a line because the first had no final newline. */
const endLine = (lines: readonly string[]): readonly string[] =>
  lines.map((line, index) => (index === lines.length - 1 && !line.endsWith("\n") ? `${line}\n` : line));
