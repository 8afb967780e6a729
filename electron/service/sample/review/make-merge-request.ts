import { followMergeRequest } from "../../domain/merge-request-versions/follow-merge-request.ts";
import { branchTip } from "../../git/refs.ts";
import type { ServiceStore } from "../../service-store.ts";
import type { Project } from "../../store/projects/projects.ts";
import { setAssignees, setLabels } from "../../store/review/issuables.ts";
import { latestVersion, type Version } from "../../store/review/merge-request-versions.ts";
import {
  changeMergeRequest,
  insertMergeRequest,
  type MergeRequest,
  type MergeRequestChange,
} from "../../store/review/merge-requests.ts";
import { makePng } from "../seed/images.ts";
import { History, people } from "../seed/sample-history.ts";
import type { Random } from "../seed/seeded-random.ts";

interface SampleMergeRequest {
  readonly project: Project;
  /** Project of the branch; the project itself unless it is a fork. */
  readonly source?: Project;
  readonly branch: string;
  readonly target?: string;
  readonly title: string;
  readonly description: string;
  readonly authorId: number;
  readonly assignees?: readonly number[];
  readonly labels?: readonly string[];
  readonly milestoneId?: number | null;
  readonly at: Date;
  /** Change made to it afterwards. */
  readonly outcome?: MergeRequestChange;
}

/** Adds a merge request of a branch that exists, with its first version. */
export async function makeMergeRequest(
  store: ServiceStore,
  made: SampleMergeRequest,
): Promise<{ readonly mergeRequest: MergeRequest; readonly version: Version | null }> {
  const source = made.source ?? made.project;
  const at = made.at.toISOString();
  const mergeRequest = insertMergeRequest(store, {
    projectId: made.project.id,
    sourceProjectId: source.id,
    sourceBranch: made.branch,
    targetBranch: made.target ?? "main",
    title: made.title,
    description: made.description,
    authorId: made.authorId,
    removeSourceBranch: true,
    createdAt: at,
  });
  const issuable = { type: "MergeRequest", id: mergeRequest.id } as const;
  setAssignees(store, issuable, made.assignees ?? []);
  setLabels(store, made.project.id, issuable, made.labels ?? []);
  await followMergeRequest(store, mergeRequest, made.authorId, { at });
  const outcome = { ...made.outcome, milestoneId: made.milestoneId };
  changeMergeRequest(store, mergeRequest.id, outcome, at);
  return { mergeRequest, version: latestVersion(store, mergeRequest.id) };
}

/** Tip of a branch that has to be there. */
export async function tipOf(store: ServiceStore, project: Project, branch: string): Promise<string> {
  const tip = await branchTip(store.git.open(project.repositoryPath), branch);
  if (!tip) throw new Error(`no branch ${branch}`);
  return tip;
}

/** Changes a few lines of a source file, and adds some, as somebody with a small task would. */
export function editSource(random: Random, text: string, word: string): string {
  const lines = text.split("\n");
  const candidates = lines.flatMap((line, i) => (/\S/.test(line) && i > 0 ? [i] : []));
  for (let count = random.int(1, 3); count > 0 && candidates.length > 0; count--) {
    const at = random.pick(candidates);
    const line = lines[at] ?? "";
    const indent = /^\s*/.exec(line)?.[0] ?? "";
    if (/\b(const|return|if)\b/.test(line)) lines[at] = line.replace(/;$/, `; // ${word}`);
    lines.splice(at, 0, `${indent}// ${word}: ${random.pick(reasons)}`);
  }
  return lines.join("\n");
}

const reasons = [
  "the crew asked for it",
  "see the handbook",
  "measured last week",
  "kept for boats without a name",
  "empty lists are common in winter",
];

/** A module of numbered lines, for histories in which it matters which line was changed by whom. */
export const numbered = (
  name: string,
  count: number,
  changes: Readonly<Record<number, string>> = {},
): string =>
  Array.from(
    { length: count },
    (_, i) => `${changes[i + 1] ?? `export const ${name}${i + 1} = ${(i * 37) % 101};`}\n`,
  ).join("");

/** Files of the merge request that breaks big tools, and lines that it changes in each. */
const [files, lines] = [500, 50] as const;
const catalog = (file: number, changed: boolean): string =>
  Array.from(
    { length: lines * 2 },
    (_, i) =>
      `export const entry_${file}_${i} = { id: ${file * 1000 + i}, name: "${changed && i % 2 === 0 ? "renewed" : "entry"} ${i}", weight: ${(file * i) % 997} };\n`,
  ).join("");

/** Changes of every odd kind, and one of 500 files and 50,000 changed lines. */
export async function makeOddChanges(
  store: ServiceStore,
  project: Project,
  users: readonly number[],
  at: Date,
): Promise<void> {
  const repository = store.git.open(project.repositoryPath);
  const tip = await tipOf(store, project, "main");
  const readme = await repository.objects.read(`${tip}:README.md`);
  const rotate = await repository.objects.read(`${tip}:bin/rotate`);
  const history = new History();
  history.begin("main", tip);
  const commit = (
    branch: string,
    author: number,
    message: string,
    changes: Parameters<History["commit"]>[0]["files"],
  ) =>
    history.commit({
      branch,
      from: "main",
      author: people[author] ?? people[0],
      date: at,
      message,
      files: changes,
    });
  const entries = (changed: boolean) =>
    Object.fromEntries(
      Array.from({ length: files }, (_, file) => [
        `catalog/${String(file % 20).padStart(2, "0")}/entries-${file}.ts`,
        catalog(file, changed),
      ]),
    );
  commit("main", 3, "Keep the catalog beside the tools\n", entries(false));
  commit("feature/renew-catalog", 3, "Renew every second entry of the catalog\n", entries(true));
  commit("feature/odd-changes", 5, "Move, mark and mend what other tools trip over\n", {
    "README.md": null,
    "docs/start-here.md": readme?.content ?? "",
    "bin/rotate": { mode: "100644", data: rotate?.content ?? "" },
    "assets/pattern.png": makePng(256, 256, (x, y) => [(x * y) & 255, (x ^ y) & 255, 120]),
    "vendor/handbook": { mode: "160000", data: "1".repeat(40) },
    "no-newline.txt": "the last line has no end",
    "bin/clean": { mode: "100755", data: "#!/bin/sh\nset -eu\nrm -rf out\n" },
  });
  await history.writeTo(store.git.open(project.repositoryPath));
  await makeMergeRequest(store, {
    project,
    branch: "feature/renew-catalog",
    title: "Renew the catalog",
    description:
      "Five hundred files, one change each in every second line. Made by a script; read a few and trust it.",
    authorId: users[3] ?? 1,
    assignees: users.slice(0, 1),
    labels: ["performance"],
    at,
  });
  await makeMergeRequest(store, {
    project,
    branch: "feature/odd-changes",
    title: "Move, mark and mend what other tools trip over",
    description:
      "A moved file, two changes of mode, a picture, a submodule, and a file whose last line does not end.",
    authorId: users[5] ?? 1,
    labels: ["needs review"],
    at,
  });
}
