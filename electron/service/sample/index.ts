import { createProject } from "../domain/projects/create-project.ts";
import { branchTip } from "../git/refs/refs.ts";
import { openRepository } from "../git/repository.ts";
import { type Group, insertGroup } from "../store/groups/groups.ts";
import { setMember } from "../store/groups/members.ts";
import type { NewProject, Project } from "../store/projects/projects.ts";
import { starProject } from "../store/projects/projects.ts";
import { protectBranch } from "../store/projects/protected-branches.ts";
import type { Store } from "../store/store.ts";
import { findUserByName, type User } from "../store/users/users.ts";
import { addPeople } from "./add-people.ts";
import { beacon } from "./ci/beacon.ts";
import { addCi } from "./ci/index.ts";
import { addGroupExtras } from "./group-extras.ts";
import { handbook } from "./handbook.ts";
import { harbor } from "./harbor.ts";
import { lantern } from "./lantern.ts";
import { addReleases } from "./releases.ts";
import { addReviews } from "./review/index.ts";
import { datesUntil } from "./seed/dates.ts";
import type { History } from "./seed/history.ts";
import { addSnippets } from "./snippets.ts";
import { addExternalChecks, addStatuses } from "./statuses.ts";
import { tides } from "./tides.ts";
import { toolbox } from "./toolbox.ts";
import { addWikis } from "./wikis/index.ts";

/** Fills an empty store: people, groups and projects with months of history until `today`, the same each time. */
export async function createSample(store: Store, today: Date): Promise<void> {
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
    lantern(dates).history,
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
    harbor(dates).history,
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
    handbook(dates),
  );
  await add(
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
  const submodule = await branchTip(openRepository(pages.repositoryPath), "main");
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
    toolbox(submodule ?? "", dates),
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
    beacon(dates),
  );
  await addCi(store, users, { project: light, groupId: fjord.id, others: [board, server] }, dates);
  await addStatuses(store, board);
  addReleases(store, board, administrator.id, dates);
  await Promise.all([
    addReviews(store, users, administrator, { board, server, tools }, dates),
    addWikis(board, server, dates),
  ]);
  addExternalChecks(store, board);
  addSnippets(store, users, administrator, { board, server }, dates);
  addGroupExtras(store, { fjord, atlas, handbook: pages });
  starProject(store, administrator.id, board.id);
}

function addMembers(store: Store, users: readonly User[], fjord: Group, atlas: Group): void {
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

async function addProject(store: Store, project: NewProject, history: History | undefined): Promise<Project> {
  const made = await createProject(store, {
    ...project,
    ...(history ? { defaultBranch: "main", lastActivityAt: history.last.toISOString() } : {}),
  });
  if (!history) return made;
  await history.writeTo(made.repositoryPath);
  protectBranch(store, made.id, { name: "main", pushAccessLevel: 30, mergeAccessLevel: 30 });
  return made;
}
