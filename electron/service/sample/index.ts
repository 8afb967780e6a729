import { accessLevels } from "../../../shared/api/contract/access-levels.ts";
import { environmentSlug } from "../ci/environment-fields.ts";
import { createProject } from "../domain/projects/write-project.ts";
import { wikiFolder } from "../domain/wiki/wiki-repository.ts";
import { branchTip } from "../git/refs.ts";
import { createRepository, type Repositories } from "../git/repository.ts";
import type { ServiceStore } from "../service-store.ts";
import { insertEnvironment } from "../store/ci/environments.ts";
import { setCustomAttribute } from "../store/custom-attributes.ts";
import { type Group, insertGroup } from "../store/groups/groups.ts";
import { setMember } from "../store/groups/members.ts";
import { shareProject } from "../store/projects/project-shares.ts";
import type { NewProject, Project } from "../store/projects/projects.ts";
import { insertProtectedBranch } from "../store/projects/protected-branches.ts";
import { insertRelease } from "../store/projects/releases.ts";
import { starProject } from "../store/projects/stars.ts";
import { findUserByName, type User } from "../store/users/users.ts";
import { addPeople } from "./add-people.ts";
import { beaconHistory } from "./ci/beacon.ts";
import { addPipelines } from "./ci/pipelines.ts";
import { addRunners } from "./ci/runners.ts";
import { handbookHistory } from "./handbook.ts";
import { harborHistory } from "./harbor.ts";
import { lanternHistory } from "./lantern.ts";
import { addIssues } from "./review/add-issues.ts";
import { addReviews } from "./review/index.ts";
import { createCalendar, datesUntil, type SampleDates } from "./seed/dates.ts";
import { History, people } from "./seed/sample-history.ts";
import { createRandom } from "./seed/seeded-random.ts";
import { addSnippets } from "./snippets.ts";
import { addExternalChecks, addStatuses } from "./statuses.ts";
import { tides } from "./tides.ts";
import { toolboxHistory } from "./toolbox.ts";
import { harborWiki } from "./wikis/harbor-wiki.ts";
import { lanternWiki } from "./wikis/lantern-wiki.ts";
import type { WikiEdit } from "./wikis/wiki-edit.ts";

/** Fills an empty store: people, groups and projects with months of history until `today`, the same each time. */
export async function createSample(store: ServiceStore, today: Date): Promise<void> {
  const dates = datesUntil(today);
  const began = dates("2026-02-01T08:00:00Z").toISOString();
  const users = addPeople(store, began);
  const administrator = findUserByName(store, "helve") ?? users[0];
  if (!administrator) throw new Error("the sample needs a user");
  const fjord = insertGroup(store, {
    name: "Fjord",
    path: "fjord",
    description: "Boats, boards and the people between them",
    visibility: "public",
    createdAt: began,
  });
  const platform = insertGroup(store, {
    name: "Platform",
    path: "platform",
    parentId: fjord.id,
    description: "What runs below everything else",
    visibility: "internal",
    createdAt: began,
  });
  const atlas = insertGroup(store, {
    name: "Atlas Data",
    path: "atlas",
    description: "Measurements and what they mean",
    visibility: "private",
    createdAt: began,
  });
  addMembers(store, users, fjord, atlas);
  const add = (group: Group, project: Omit<NewProject, "groupId" | "creatorId">, history?: History) =>
    addProject(
      store,
      { ...project, groupId: group.id, creatorId: administrator.id, createdAt: began },
      history,
    );

  const board = await add(
    fjord,
    {
      name: "Lantern",
      path: "lantern",
      description: "A small board for crews who share one harbour",
      visibility: "public",
      topics: ["typescript", "react", "offline"],
      starCount: 42,
    },
    lanternHistory(dates).history,
  );
  const server = await add(
    platform,
    {
      name: "Harbor",
      path: "harbor",
      description: "The server behind Lantern: one binary, one file, no cloud",
      visibility: "internal",
      topics: ["go", "sqlite"],
      starCount: 17,
    },
    harborHistory(dates).history,
  );
  const pages = await add(
    fjord,
    {
      name: "Handbook",
      path: "handbook",
      description: "How we work",
      visibility: "public",
      topics: ["documentation"],
      starCount: 8,
    },
    handbookHistory(dates),
  );
  const levels = await add(
    atlas,
    {
      name: "Tides",
      path: "tides",
      description: "Hourly water levels of the harbour",
      visibility: "private",
      topics: ["python", "data"],
      starCount: 3,
    },
    tides(dates),
  );
  const submodule = await branchTip(store.git.open(pages.repositoryPath), "main");
  const tools = await add(
    platform,
    {
      name: "Toolbox",
      path: "toolbox",
      description: "Small tools, and files that break big ones",
      visibility: "internal",
      topics: ["shell"],
      starCount: 5,
    },
    toolboxHistory(submodule ?? "", dates),
  );
  await add(atlas, { name: "Blank", path: "blank", description: "Nothing here yet", visibility: "private" });
  const light = await add(
    fjord,
    {
      name: "Beacon",
      path: "beacon",
      description: "The lamp at the end of the pier, and the jobs that watch over it",
      visibility: "public",
      topics: ["ci"],
      starCount: 11,
    },
    beaconHistory(dates),
  );
  await addCi(store, users, { project: light, groupId: fjord.id, others: [board, server] }, dates);
  await addStatuses(store, board);
  addReleases(store, board, administrator.id, dates);
  await Promise.all([
    addReviews(store, users, administrator, { board, server, tools }, dates),
    addWikis(store, board, server, dates),
  ]);
  addExternalChecks(store, board);
  addSnippets(store, users, administrator, { board, server }, dates);
  addGroupExtras(store, { fjord, atlas, handbook: pages });
  starProject(store, administrator.id, board.id);
  const everybody = [...users, administrator].map(({ id }) => id);
  addIssues(
    store,
    { lantern: board, harbor: server, beacon: light, toolbox: tools, handbook: pages, tides: levels },
    everybody,
    dates,
  );
}

function addMembers(store: ServiceStore, users: readonly User[], fjord: Group, atlas: Group): void {
  const roles = [
    "owner",
    "maintainer",
    "developer",
    "developer",
    "reporter",
    "developer",
    "guest",
    "developer",
  ] as const;
  for (const [index, user] of users.entries()) {
    setMember(store, { kind: "group", id: fjord.id, userId: user.id, role: roles[index] ?? "guest" });
    if (index % 2 === 0)
      setMember(store, { kind: "group", id: atlas.id, userId: user.id, role: "developer" });
  }
}

async function addProject(
  store: ServiceStore,
  project: NewProject,
  history: History | undefined,
): Promise<Project> {
  const made = await createProject(store, {
    ...project,
    ...(history ? { defaultBranch: "main", lastActivityAt: history.last.toISOString() } : {}),
  });
  if (!history) return made;
  await history.writeTo(store.git.open(made.repositoryPath));
  insertProtectedBranch(store, made.id, { name: "main", pushAccessLevel: 30, mergeAccessLevel: 30 });
  return made;
}

/** Shares the handbook with another group, and gives a group and a project custom attributes. */
function addGroupExtras(
  store: ServiceStore,
  { fjord, atlas, handbook }: { readonly fjord: Group; readonly atlas: Group; readonly handbook: Project },
): void {
  shareProject(store, {
    projectId: handbook.id,
    groupId: atlas.id,
    accessLevel: accessLevels.reporter,
    expiresAt: "2099-12-31",
  });
  setCustomAttribute(store, { kind: "group", id: fjord.id }, "cost-centre", "4200");
  setCustomAttribute(store, { kind: "project", id: handbook.id }, "audience", "everyone");
}

/** Writes the wikis of two projects. */
async function addWikis(
  { git }: ServiceStore,
  board: Project,
  server: Project,
  dates: SampleDates,
): Promise<void> {
  await Promise.all([writeWiki(git, board, lanternWiki, dates), writeWiki(git, server, harborWiki, dates)]);
}

async function writeWiki(
  repositories: Repositories,
  project: Project,
  edits: readonly WikiEdit[],
  dates: SampleDates,
): Promise<void> {
  const nextDate = createCalendar(createRandom(project.id), dates("2026-05-20T08:00:00Z"));
  const history = new History();
  for (const [person, message, files] of edits) {
    const author = people[person] ?? people[0];
    history.commit({ branch: "main", author, date: nextDate(), message: `${message}\n`, files });
  }
  const folder = wikiFolder(project);
  await createRepository(repositories, folder);
  await history.writeTo(repositories.open(folder));
}

const environmentNames = [
  "staging",
  "production",
  "pier/north",
  "pier/south",
  "review/fog-lamp",
  "review/dawn",
];

/** Adds runners, environments, pipelines with their jobs, and deployments. */
export async function addCi(
  store: ServiceStore,
  users: readonly User[],
  {
    project,
    groupId,
    others,
  }: { readonly project: Project; readonly groupId: number; readonly others: readonly Project[] },
  dates: SampleDates,
): Promise<void> {
  const random = createRandom(1757);
  const projectIds = [project, ...others].map(({ id }) => id);
  const runnerIds = addRunners(store, random, { groupId, projectIds }, dates);
  const environments = environmentNames.map((name) => {
    const slug = environmentSlug(name);
    const url = `https://${slug}.beacon.example`;
    const { id } = insertEnvironment(store, project.id, {
      name,
      slug,
      externalUrl: url,
      state: name.endsWith("dawn") ? "stopped" : "available",
      createdAt: dates("2026-05-11T08:00:00.000Z").toISOString(),
    });
    return { id, name, url };
  });
  await addPipelines(store, project, { users, runnerIds, environments, random });
}

const releases = [
  {
    tag: "v0.3.0",
    name: "Offline",
    words: "Edits wait for the signal and are merged when it is back.",
    at: "2026-03-30T10:00:00.000Z",
  },
  {
    tag: "v0.4.0",
    name: "Repairs",
    words: "Repairs have dates, and what is late is shown first.",
    at: "2026-04-17T10:00:00.000Z",
  },
  {
    tag: "v0.5.0",
    name: "The wall",
    words:
      "A view for the wall: large letters, no buttons.\n\n- [x] Reads from ten metres\n- [x] Needs no mouse",
    at: "2026-05-12T10:00:00.000Z",
  },
] as const;

/** Releases of the tags that a project has. */
function addReleases(store: ServiceStore, project: Project, authorId: number, dates: SampleDates): void {
  for (const { tag, name, words, at: written } of releases) {
    const at = dates(written).toISOString();
    insertRelease(store, project.id, {
      tagName: tag,
      name: `${tag.slice(1)}: ${name}`,
      description: `## What is new\n\n${words}`,
      authorId,
      createdAt: at,
      releasedAt: at,
      links: [{ name: "Installer", url: `https://downloads.fjord.example/lantern-${tag}.zip` }],
    });
  }
}
