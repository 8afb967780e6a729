import type { Random } from "../seed/random.ts";

/** Texts of a merge request of the sample. */
export interface Proposal {
  readonly branch: string;
  readonly title: string;
  readonly description: string;
  readonly labels: readonly string[];
  /** Files of the project that its commits change. */
  readonly files: readonly string[];
  readonly commits: number;
}

const labels = ["bug", "feature", "docs", "performance", "needs review", "good first issue"];
const things = [
  "berths",
  "crew lists",
  "voyages",
  "repairs",
  "weather",
  "notices",
  "shifts",
  "catches",
  "visitors",
];
const tasks = [
  [
    "fix",
    "Show %s in the order of arrival",
    "The wall showed them in the order of their ids, which nobody can read.",
  ],
  [
    "feature",
    "Remember the last view of %s",
    "People open the same view each morning. Now it is there when they come.",
  ],
  [
    "fix",
    "Do not lose %s when the signal goes",
    "What was typed offline was overwritten by the first answer after.",
  ],
  [
    "feature",
    "Print %s on one page",
    "Harbour masters keep paper. One page, no scrolling, no colours needed.",
  ],
  ["chore", "Simplify how %s are counted", "Three loops became one. No change in behaviour."],
  ["fix", "Draft: Count %s per tide, not per day", "Still thinking about months with two new moons."],
] as const;

/** Returns small proposals of several people, the same for the same seed. */
export function makeProposals(random: Random, count: number, files: readonly string[]): Proposal[] {
  return Array.from({ length: count }, (_, i) => {
    const [kind, words, why] = tasks[i % tasks.length] ?? tasks[0];
    const thing = things[(i * 7 + (i >> 2)) % things.length] ?? "berths";
    return {
      branch: `${kind}/${thing.replaceAll(" ", "-")}-${i + 1}`,
      title: words.replace("%s", thing),
      description: `${why}\n\n- [x] Tried on a phone\n- [${random.chance(0.5) ? "x" : " "}] Tried on the wall\n\nSee [the handbook](../handbook).`,
      labels: labels.filter(() => random.chance(0.28)),
      files: Array.from({ length: random.int(1, 4) }, () => random.pick(files)),
      commits: random.int(1, 3),
    };
  });
}
