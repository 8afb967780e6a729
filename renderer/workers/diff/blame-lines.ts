import { compareLines } from "../../../shared/diff/compare-lines.ts";
import { splitLines } from "./compare-texts.ts";

/**
 * Returns, for each line of the newest version, the index of the version that added it; the last index where the oldest one has
 * the line already, and -1 where equal lines allow more than one history. Versions are given newest first.
 */
export function blameLines(versions: readonly string[]): number[] {
  const texts = versions.map((text) => splitLines(text).lines);
  const fromTop = versionOfEachLine(texts);
  // Reversed, equal lines are matched from the other end: where both results agree there is only one history.
  const fromBottom = versionOfEachLine(texts.map((lines) => lines.toReversed())).reverse();
  return fromTop.map((origin, i) => (origin === fromBottom[i] ? origin : -1));
}

function versionOfEachLine(texts: readonly (readonly string[])[]): number[] {
  const newest = texts[0] ?? [];
  const last = texts.length - 1;
  const addedIn = new Array<number>(newest.length).fill(last);
  /** Index in the newest version of each line of the current one; -1 where it is not there. */
  let newestIndexes = newest.map((_, i) => i);
  for (let version = 0; version < last; version++) {
    const [now, before] = [texts[version] ?? [], texts[version + 1] ?? []];
    const older = new Array<number>(before.length).fill(-1);
    const unchanged = new Uint8Array(now.length);
    for (const { old, new: fresh, length } of compareLines(before, now)) {
      for (let i = 0; i < length; i++) {
        older[old + i] = newestIndexes[fresh + i] ?? -1;
        unchanged[fresh + i] = 1;
      }
    }
    for (const [i, newestIndex] of newestIndexes.entries())
      if (unchanged[i] === 0 && newestIndex >= 0) addedIn[newestIndex] = version;
    newestIndexes = older;
  }
  return addedIn;
}
