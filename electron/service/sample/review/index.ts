import { createProject } from "../../domain/projects/write-project.ts";
import { branchTip, noObject } from "../../git/refs.ts";
import { git, gitText } from "../../git/run.ts";
import { updateRef } from "../../git/update-ref.ts";
import type { ServiceStore } from "../../service-store.ts";
import type { Project } from "../../store/projects/projects.ts";
import { insertIssue } from "../../store/review/issues.ts";
import { insertLabel } from "../../store/review/labels.ts";
import { insertVersion } from "../../store/review/merge-request-versions.ts";
import { changeMergeRequest, insertMergeRequest } from "../../store/review/merge-requests.ts";
import { insertMilestone } from "../../store/review/milestones.ts";
import { addSystemNote, insertNote } from "../../store/review/notes.ts";
import { approve } from "../../store/review/reviewers.ts";
import type { User } from "../../store/users/users.ts";
import type { SampleDates } from "../seed/dates.ts";
import { History, people } from "../seed/sample-history.ts";
import { createRandom, type Random } from "../seed/seeded-random.ts";
import { addComments, addThread } from "./add-comments.ts";
import { editSource, makeMergeRequest, makeOddChanges, tipOf } from "./make-merge-request.ts";
import { makePlanning, makeProposals } from "./planning.ts";

const colours = {
  bug: "#c0392b",
  feature: "#2e7d5b",
  docs: "#5b6abf",
  performance: "#b36b00",
  "needs review": "#7a4fa3",
  "good first issue": "#3b7ea1",
};
const hour = 3_600_000;

/** Dependencies of a project's merge requests. */
interface Ground {
  readonly store: ServiceStore;
  readonly random: Random;
  readonly users: readonly number[];
  /** Time at which the first one is opened. */
  readonly from: Date;
}

/** Merge requests of every kind over the sample's projects, and an issue to talk about. */
export async function addReviews(
  store: ServiceStore,
  users: readonly User[],
  administrator: User,
  { board, server, tools }: { readonly board: Project; readonly server: Project; readonly tools: Project },
  dates: SampleDates,
): Promise<void> {
  const ids = [...users.map(({ id }) => id), administrator.id];
  const ground = (seed: number, from: string) => ({
    store,
    random: createRandom(seed),
    users: ids,
    from: dates(from),
  });
  for (const project of [board, server, tools])
    for (const [name, color] of Object.entries(colours)) insertLabel(store, project.id, { name, color });
  const day = (text: string) => dates(`${text}T00:00:00Z`).toISOString().slice(0, 10);
  const milestones = ["Spring launch", "Summer fixes"].map((title, i) =>
    insertMilestone(store, {
      projectId: board.id,
      title,
      description: "",
      state: i === 0 ? "closed" : "active",
      startDate: day(`2026-0${3 + i * 3}-01`),
      dueDate: day(`2026-0${5 + i * 3}-31`),
      createdAt: dates("2026-02-20T08:00:00Z").toISOString(),
    }),
  );
  const harbor = ground(515, "2026-05-26T09:00:00Z");
  await Promise.all([
    (async () => {
      const lantern = ground(414, "2026-05-21T08:00:00Z");
      await addMerged(lantern, board, 10);
      await addProposals(lantern, board, 16, milestones);
      await makePlanning(store, board, ids, dates("2026-06-01T08:00:00Z"));
      await addConflict(lantern, board);
      await addFork(lantern, board, users[1] ?? administrator);
    })(),
    (async () => {
      await addMerged(harbor, server, 4);
      await addProposals(harbor, server, 8, []);
    })(),
    makeOddChanges(store, tools, ids, dates("2026-06-04T10:00:00Z")),
  ]);
  addTalks(store, board, ids, dates("2026-05-28T09:00:00Z").toISOString());
}

/** Merge requests of topic branches that were merged long ago. */
async function addMerged({ store, random, users }: Ground, project: Project, count: number): Promise<void> {
  const log = await gitText(store.git.open(project.repositoryPath), [
    "log",
    "--first-parent",
    "--merges",
    `--max-count=${count}`,
    "--format=%H %P %cI %s",
    "main",
  ]);
  for (const line of log.trim().split("\n").reverse()) {
    const [merge = "", into = "", head = "", time = "", ...words] = line.split(" ");
    const branch = /'([^']+)'/.exec(words.join(" "))?.[1] ?? "topic";
    const at = new Date(time).toISOString();
    const authorId = random.pick(users);
    const made = insertMergeRequest(store, {
      projectId: project.id,
      sourceProjectId: project.id,
      sourceBranch: branch,
      targetBranch: "main",
      title: branch
        .replace(/^topic\//, "")
        .replace(/-\d+$/, "")
        .replaceAll("-", " "),
      description: "Merged after a short look.",
      authorId,
      createdAt: new Date(Date.parse(time) - 20 * hour).toISOString(),
    });
    insertVersion(store, {
      mergeRequestId: made.id,
      baseSha: into,
      startSha: into,
      headSha: head,
      files: 1,
      commits: 1,
      createdAt: made.createdAt,
    });
    changeMergeRequest(
      store,
      made.id,
      { state: "merged", mergedById: random.pick(users), mergedAt: at, mergeCommitSha: merge },
      at,
    );
    addSystemNote(store, made, authorId, "merged", at);
    addComments({ store, random, mergeRequestId: made.id, people: users, at: new Date(time) });
  }
}

/** Open, closed and locked merge requests of branches with a few commits each. */
async function addProposals(
  { store, random, users, from }: Ground,
  project: Project,
  count: number,
  milestones: readonly number[],
): Promise<void> {
  const repository = store.git.open(project.repositoryPath);
  const tip = await tipOf(store, project, "main");
  const tree = await gitText(store.git.open(project.repositoryPath), [
    "ls-tree",
    "-r",
    "--name-only",
    "main",
  ]);
  const sources = tree.split("\n").filter((path) => /\.(ts|go)$/.test(path) && !/test/.test(path));
  const proposals = makeProposals(random, count, sources);
  const history = new History();
  history.begin("main", tip);
  for (const [i, { branch, title, files, commits }] of proposals.entries()) {
    const texts = new Map<string, string>();
    for (let commit = 0; commit < commits; commit++) {
      const path = files[commit % files.length] ?? sources[0] ?? "README.md";
      const before =
        texts.get(path) ?? (await repository.objects.read(`${tip}:${path}`))?.content.toString() ?? "";
      const text = editSource(random, before, title.replace(/^Draft: /, ""));
      texts.set(path, text);
      history.commit({
        branch,
        from: "main",
        author: random.pick(people),
        date: new Date(from.getTime() + (i * 9 + commit) * hour),
        message: `${commit === 0 ? title.replace(/^Draft: /, "") : `Mend ${path.split("/").at(-1)}`}\n`,
        files: { [path]: text },
      });
    }
  }
  await history.writeTo(store.git.open(project.repositoryPath));
  for (const [i, { branch, title, description, labels, files }] of proposals.entries()) {
    const at = new Date(from.getTime() + (i * 9 + 3) * hour);
    // The administrator, who signs in with the sample, wrote some and is a reviewer of others.
    const mine = users.at(-1) ?? 1;
    const authorId = i % 5 === 0 ? mine : random.pick(users);
    const closed = i % 7 === 3;
    const { mergeRequest, version } = await makeMergeRequest(store, {
      project,
      branch,
      title,
      description,
      authorId,
      assignees: i % 3 === 0 ? [mine] : random.chance(0.5) ? [random.pick(users)] : [],
      labels,
      milestoneId: random.chance(0.4) ? (milestones[i % milestones.length] ?? null) : null,
      at,
      outcome: {
        timeEstimate: random.chance(0.3) ? random.int(1, 16) * 3600 : 0,
        timeSpent: random.chance(0.3) ? random.int(1, 8) * 1800 : 0,
        ...(closed ? { state: "closed", closedById: random.pick(users), closedAt: at.toISOString() } : {}),
        ...(i === count - 1 ? { state: "locked" } : {}),
      },
    });
    const people = { store, random, mergeRequestId: mergeRequest.id, people: users, at };
    addComments(people);
    const path = files[0];
    if (version && path && random.chance(0.5))
      addThread(people, version, { path, line: random.int(2, 8) }, random.chance(0.4));
    if (random.chance(0.25)) approve(store, mergeRequest.id, random.pick(users), at.toISOString());
  }
  // One whose source branch is gone; its versions stay.
  const gone = proposals[1]?.branch;
  const last = gone ? await branchTip(repository, gone) : null;
  if (gone && last) await updateRef(repository, `refs/heads/${gone}`, noObject, last);
}

/** A branch and its target that changed the same line. */
async function addConflict({ store, users, from }: Ground, project: Project): Promise<void> {
  const history = new History();
  history.begin("main", await tipOf(store, project, "main"));
  const date = new Date(from.getTime() + 400 * hour);
  const commit = (branch: string, author: number, width: number) =>
    history.commit({
      branch,
      from: "main",
      author: people[author] ?? people[0],
      date,
      message: `Make the wall ${width} wide\n`,
      files: { "src/wall-width.ts": `export const wallWidth = ${width};\n` },
    });
  commit("main", 0, 1200);
  commit("fix/wall-width", 6, 1440);
  commit("main", 0, 1366);
  await history.writeTo(store.git.open(project.repositoryPath));
  await makeMergeRequest(store, {
    project,
    branch: "fix/wall-width",
    title: "Make the wall as wide as it is",
    description: "The target chose another width meanwhile.",
    authorId: users[6] ?? 1,
    labels: ["bug"],
    at: date,
  });
}

/** A merge request out of somebody's fork. */
async function addFork({ store, from }: Ground, project: Project, owner: User): Promise<void> {
  const fork = await createProject(store, {
    name: project.name,
    path: project.path,
    userId: owner.id,
    description: `${owner.name}'s fork of ${project.fullPath}`,
    visibility: "public",
    defaultBranch: "main",
    creatorId: owner.id,
    forkedFromId: project.id,
    createdAt: from.toISOString(),
  });
  await git(store.git.open(fork.repositoryPath), [
    "fetch",
    "--quiet",
    "--no-tags",
    project.repositoryPath,
    "+refs/heads/main:refs/heads/main",
  ]);
  const history = new History();
  history.begin("main", await tipOf(store, fork, "main"));
  const date = new Date(from.getTime() + 420 * hour);
  history.commit({
    branch: "feature/spanish",
    from: "main",
    author: people[1],
    date,
    message: "Traduce el tablero\n",
    files: {
      "src/words/es.ts":
        'export const words = {\n  berth: "amarre",\n  crew: "tripulación",\n  tide: "marea",\n};\n',
    },
  });
  await history.writeTo(store.git.open(fork.repositoryPath));
  await makeMergeRequest(store, {
    project,
    source: fork,
    branch: "feature/spanish",
    title: "Say it in Spanish",
    description: "For the crews of Valparaíso.",
    authorId: owner.id,
    labels: ["feature", "good first issue"],
    at: date,
  });
}

/** An issue with something said of it. */
function addTalks(store: ServiceStore, project: Project, users: readonly number[], at: string): void {
  const author = users[0] ?? 1;
  const { id } = insertIssue(store, {
    projectId: project.id,
    title: "The wall flickers at noon",
    description: "Every day, for a second.",
    authorId: author,
    createdAt: at,
  });
  const said = ["It is the tide table that reloads. I will look.", "Seen here too."];
  for (const body of said)
    insertNote(store, { parentType: "Issue", parentId: id, authorId: users[2] ?? 1, body, createdAt: at });
}
