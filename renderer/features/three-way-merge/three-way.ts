import { mergeThreeWays } from "../../../shared/diff/merge-three-ways.ts";
import { firstEnd, splitKeepingEnds, withoutMark } from "../../../shared/text/line-ends.ts";

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
  const lines = { base: linesOf(base), mine: linesOf(mine), theirs: linesOf(theirs) };
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
      text += resolvedLines(region, choice, text).join("");
    }
  }
  return text;
}

/** Returns the lines of a resolved conflict; `above` is the merged text above it. */
export function resolvedLines(
  region: Extract<Region, { kind: "conflict" }>,
  choice: Choice,
  above = "",
): readonly string[] {
  if (choice !== "both") return region[choice];
  const both = [...endLine(region.mine, above + region.theirs.join("")), ...region.theirs];
  return both.includes(mark) ? [mark, ...both.filter((line) => line !== mark)] : both;
}

/** Returns the regions that both sides changed differently. */
export const conflictsOf = (regions: readonly Region[]) =>
  regions.filter((region) => region.kind === "conflict");

const mark = "\ufeff";

/** Returns the lines of a text with their endings; its byte-order mark is one of its own, which a side has or has not. */
function linesOf(text: string): string[] {
  const lines = splitKeepingEnds(withoutMark(text));
  return text.startsWith(mark) ? [mark, ...lines] : lines;
}

/** Adds a missing final newline, as the other lines have it, so that the next side begins on a line of its own. */
function endLine(lines: readonly string[], around: string): readonly string[] {
  const last = lines.at(-1);
  if (last === undefined || last === mark || /[\r\n]$/.test(last)) return lines;
  return [...lines.slice(0, -1), last + firstEnd(lines.join("") + around)];
}
