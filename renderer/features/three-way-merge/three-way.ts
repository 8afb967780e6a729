import { mergeThreeWays } from "../../../shared/diff/merge-three-ways.ts";

/** A region of a three-way merge: merged lines, or a conflict with its three versions. */
export type Region =
  | { readonly kind: "agreed"; readonly lines: readonly string[] }
  | {
      readonly kind: "conflict";
      readonly base: readonly string[];
      readonly mine: readonly string[];
      readonly theirs: readonly string[];
    };

/** Resolution of a conflict. */
export type Choice = "mine" | "theirs" | "both" | "base";

/**
 * Returns the three-way merge of two texts with one base, line by line, with regions that the user chooses from. Lines
 * include their endings, since a change from CRLF to LF or a lost final newline is a change like any other. The
 * service merges commits with `git merge-tree`.
 */
export function mergeRegions(base: string, mine: string, theirs: string): Region[] {
  const lines = { base: splitLines(base), mine: splitLines(mine), theirs: splitLines(theirs) };
  const regions: Region[] = [];
  for (const region of mergeThreeWays(lines.base, lines.mine, lines.theirs)) {
    const of = (side: keyof typeof lines) => lines[side].slice(region[side].from, region[side].to);
    const last = regions.at(-1);
    if (region.kind === "conflict")
      regions.push({ kind: "conflict", base: of("base"), mine: of("mine"), theirs: of("theirs") });
    else {
      const agreed = of(region.kind === "mine" ? "mine" : "theirs");
      if (last?.kind === "agreed")
        regions[regions.length - 1] = { kind: "agreed", lines: last.lines.concat(agreed) };
      else regions.push({ kind: "agreed", lines: agreed });
    }
  }
  return regions;
}

/** Returns the merged text, null while a conflict is unresolved. `choices` are in the order of the conflicts. */
export function resolve(regions: readonly Region[], choices: readonly (Choice | null)[]): string | null {
  let text = "";
  let conflict = 0;
  for (const region of regions) {
    if (region.kind === "agreed") text += region.lines.join("");
    else {
      const choice = choices[conflict++];
      if (!choice) return null;
      text += resolvedLines(region, choice).join("");
    }
  }
  return text;
}

/** Returns the lines of a resolved conflict. */
export function resolvedLines(
  region: Extract<Region, { kind: "conflict" }>,
  choice: Choice,
): readonly string[] {
  if (choice !== "both") return region[choice];
  return [...endLine(region.mine), ...region.theirs];
}

export const conflictsOf = (regions: readonly Region[]) =>
  regions.filter((region) => region.kind === "conflict");

/** Returns the lines with their endings; the last one may have none. */
const splitLines = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** Adds a missing final newline, so that the next side begins on a line of its own. */
const endLine = (lines: readonly string[]): readonly string[] =>
  lines.map((line, index) => (index === lines.length - 1 && !line.endsWith("\n") ? `${line}\n` : line));
