import { matchLines } from "./search/match-lines.ts";
import { matchPattern } from "./search/match-pattern.ts";
import { shareThread } from "./share-thread.ts";
import { showEnd } from "./show-end.ts";

/** Lines as jobs print them, of which one part after the other is searched. */
const sample = Buffer.from(
  Array.from(
    { length: 1_500 },
    (_, i) =>
      `\u001b[3${i % 8}mStep ${i}\u001b[0m of the job took ${(i * 37) % 900} ms in src/part-${i % 40}.ts\n`,
  ).join(""),
);
/** How often the sample is still shown and searched, until the code for it is compiled. */
let [showsLeft, searchesLeft] = [4, 80];

/** Shows lines, once, so that the first log of a thread is shown as fast as later ones. */
export async function warmUpShowing(): Promise<void> {
  const turn = shareThread();
  while (showsLeft-- > 0) {
    showEnd(sample, true);
    await turn();
  }
}

/** Searches lines for a text and for a pattern, once, so that the first search of a thread is as fast as later ones. */
export async function warmUpSearching(): Promise<void> {
  const turn = shareThread();
  const query = { matchCase: false, word: false };
  const text = matchPattern({ ...query, text: "part-3", regex: false });
  const pattern = matchPattern({ ...query, text: "Step \\d+7 .*part", regex: true });
  while (searchesLeft-- > 0) {
    matchLines(sample, "none", searchesLeft % 4 === 0 ? pattern : text, () => {});
    await turn();
  }
}

/** Somebody waits for a search: nothing is warmed up any more. */
export function endWarmUp(): void {
  searchesLeft = 0;
}
