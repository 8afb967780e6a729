import { followMergeRequest } from "../../domain/merge-request-versions/follow-merge-request.ts";
import { noObject } from "../../git/refs.ts";
import { updateRef } from "../../git/update-ref.ts";
import type { ServiceStore } from "../../service-store.ts";
import type { Project } from "../../store/projects/projects.ts";
import { latestVersion } from "../../store/review/merge-request-versions.ts";
import { insertMergeRequest } from "../../store/review/merge-requests.ts";
import { History, people } from "../seed/sample-history.ts";
import { createRandom, type Random } from "../seed/seeded-random.ts";
import { addThread } from "./add-comments.ts";
import { numbered, tipOf } from "./make-merge-request.ts";

const path = "src/planning/berths.ts";
const other = "src/planning/tides.ts";
const branch = "feature/berth-planning";

/** The author's lines in each of the six versions; versions 3 and 5 have newer bases. */
const authored: readonly Readonly<Record<number, string>>[] = [
  { 10: "export const berth10 = plan(10);" },
  { 10: "export const berth10 = plan(10);", 60: "export const berth60 = plan(60);" },
  { 10: "export const berth10 = plan(10);", 60: "export const berth60 = plan(60);" },
  { 10: "export const berth10 = plan(10, { guests: true });", 60: "export const berth60 = plan(60);" },
  { 10: "export const berth10 = plan(10, { guests: true });", 60: "export const berth60 = plan(60);" },
  {
    10: "export const berth10 = plan(10, { guests: true });",
    60: "export const berth60 = plan(60, { guests: true });",
    90: "export const berth90 = plan(90);",
  },
];
/** Changes of the target branch before the first and the second rebase. */
const targets: readonly Readonly<Record<number, string>>[] = [
  {},
  { 30: "export const berth30 = 300;" },
  { 30: "export const berth30 = 300;", 75: "export const berth75 = 750;" },
];
const baseOf = [0, 0, 1, 1, 2, 2] as const;
const words = [
  "Plan the first berth\n",
  "Plan the guests' berth\n",
  "Plan two berths\n",
  "Let guests be planned\n",
  "Plan two berths with guests\n",
  "Plan the outer berth\n",
];

/** A merge request of six versions across two rebases, with threads on an old and on the latest one. */
export async function makePlanning(
  store: ServiceStore,
  project: Project,
  users: readonly number[],
  started: Date,
): Promise<void> {
  const at = (step: number) => new Date(started.getTime() + step * 3 * 3_600_000);
  const history = new History();
  const commit = (on: string, author: number, step: number, message: string, files: Record<string, string>) =>
    history.commit({ branch: on, author: people[author] ?? people[0], date: at(step), message, files });
  history.begin("main", await tipOf(store, project, "main"));
  commit("main", 1, 0, "Start planning berths\n", {
    [path]: numbered("berth", 120),
    [other]: numbered("tide", 40),
  });
  for (const [version, lines] of authored.entries()) {
    const base = baseOf[version] ?? 0;
    const before = baseOf[version - 1] ?? 0;
    if (base > before) {
      commit("main", 4, version, `Measure berth ${base === 1 ? 30 : 75} again\n`, {
        [path]: numbered("berth", 120, targets[base]),
        [other]: numbered("tide", 40, { [base]: `export const tide${base} = ${base * 1000};` }),
      });
    }
    history.fork(
      `${branch}-v${version + 1}`,
      base === before && version > 0 ? `${branch}-v${version}` : "main",
    );
    commit(`${branch}-v${version + 1}`, 2, version, words[version] ?? "Plan\n", {
      [path]: numbered("berth", 120, { ...targets[base], ...lines }),
      ...(version === 0
        ? { "src/planning/README.md": "# Planning\n\nWho lies where, and until when.\n" }
        : {}),
    });
    if (version === 2 || version === 4) {
      commit(`${branch}-v${version + 1}`, 2, version, "Say what planning is\n", {
        "src/planning/README.md": "# Planning\n\nWho lies where, and until when.\n",
      });
    }
  }
  await history.writeTo(store.git.open(project.repositoryPath));
  const repository = store.git.open(project.repositoryPath);
  const mergeRequest = insertMergeRequest(store, {
    projectId: project.id,
    sourceProjectId: project.id,
    sourceBranch: branch,
    targetBranch: "main",
    title: "Plan who lies at which berth",
    description:
      "Berths are planned by hand today. This keeps a plan, and lets guests be part of it.\n\nRebased twice while the harbour was measured again.",
    authorId: users[2] ?? 1,
    createdAt: at(0).toISOString(),
  });
  const random = createRandom(77);
  let last = noObject;
  for (const version of authored.keys()) {
    const step = `${branch}-v${version + 1}`;
    const tip = await tipOf(store, project, step);
    await updateRef(repository, `refs/heads/${branch}`, tip, last);
    await updateRef(repository, `refs/heads/${step}`, noObject, tip);
    last = tip;
    await followMergeRequest(store, mergeRequest, users[2] ?? null, { at: at(version).toISOString() });
    const made = latestVersion(store, mergeRequest.id);
    const thread = { store, random, mergeRequestId: mergeRequest.id, people: users, at: at(version) };
    if (made && version === 1) addThread(thread, made, { path, line: 10 }, true);
    if (made && version === 3) addThread(thread, made, { path, line: 60 }, false);
    if (made && version === 5) addThread(thread, made, { path, line: 90 }, false);
  }
}

/** Texts of a merge request of the sample. */
interface Proposal {
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
