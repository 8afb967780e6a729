import type { DecodedInput } from "../../../../shared/api/contract/operation.ts";
import type { createProject as createOperation } from "../../../../shared/api/resources/project-actions.ts";
import type { Visibility } from "../../../../shared/api/resources/projects.ts";
import { findPathProblem, proposePath } from "../../../../shared/text/group-path.ts";
import { checkReach, ForbiddenAddress } from "../../../system/address.ts";
import type { ImportSource } from "../../git/import-refs.ts";
import type { ServiceStore } from "../../service-store.ts";
import type { Group } from "../../store/groups/groups.ts";
import { findProject, type Project, updateProjectRow } from "../../store/projects/projects.ts";
import type { User } from "../../store/users/users.ts";
import type { Caller } from "../access/access-level.ts";
import {
  requireCaller,
  requireGroup,
  requireProject,
  requireReadableProject,
} from "../access/require-access.ts";
import { commitToBranch } from "../branches/commit-to-branch.ts";
import { isWider, moveProjectToGroup, moveProjectToUser } from "../groups/groups.ts";
import { hookReach } from "../hooks/change-hooks.ts";
import { emitSystemEvent } from "../hooks/system-events.ts";
import { createProject } from "../projects/write-project.ts";
import { conflict, forbidden, invalid, invalidFields } from "../refusal.ts";
import { isPathTaken } from "./change-project.ts";
import { startImport } from "./import-repository.ts";

/** A group that projects may be made in, or null for the caller's own namespace. */
interface Namespace {
  readonly group: Group | null;
  readonly user: User;
  readonly fullPath: string;
}

type NewProject = DecodedInput<typeof createOperation>;

/**
 * Makes a project: empty, with a README, or as a copy of what a URL leads to. Throws `notFound` and `forbidden` for a
 * namespace that the caller may not make it in, and `invalidFields` with what is refused.
 */
export async function makeProject(caller: Caller, input: NewProject): Promise<Project> {
  const { store } = caller;
  const namespace = requireNamespace(caller, input.namespace_id ?? null);
  const { group, user } = namespace;
  const name = input.name.trim();
  const path = input.path ?? proposePath(name);
  const visibility = input.visibility ?? "private";
  const source = input.import_url ? importSource(store, input.import_url) : null;
  const pathProblem = pathProblemIn(store, namespace, path);
  const problems = {
    ...(name === "" ? { name: ["can't be blank"] } : {}),
    ...(pathProblem === null ? {} : { path: [pathProblem] }),
    ...(group && isWider(visibility, group.visibility)
      ? { visibility_level: [`${visibility} is not allowed in a ${group.visibility} group.`] }
      : {}),
    ...(typeof source === "string" ? { import_url: [source] } : {}),
  };
  if (Object.keys(problems).length > 0) throw invalidFields(problems);
  const project = await createProject(store, {
    ...ownerOf(namespace),
    name,
    path,
    description: input.description || undefined,
    visibility,
    creatorId: user.id,
  });
  emitSystemEvent(store, { name: "project_create", project });
  if (source && typeof source !== "string") startImport(store, project, source);
  else if (input.initialize_with_readme)
    await writeReadme(store, project, user, input.default_branch ?? "main");
  return findProject(store, project.id) ?? project;
}

/**
 * Begins to copy a project that the caller may read into another namespace. Throws `notFound` and `forbidden` as {@link makeProject}
 * does, `invalid` for a repository that was opened in place, and `conflict` for a path that is taken.
 */
export async function fork(
  caller: Caller,
  id: string | number,
  input: {
    readonly namespace_path?: string;
    readonly name?: string;
    readonly path?: string;
    readonly visibility?: Visibility;
  },
): Promise<Project> {
  const { store } = caller;
  const source = requireReadableProject(caller, id);
  if (source.origin !== null) throw invalid("A repository that was opened in place cannot be forked");
  const namespace = requireNamespace(caller, input.namespace_path ?? null);
  const path = input.path ?? source.path;
  const problem = pathProblemIn(store, namespace, path);
  if (problem === taken) throw conflict(["Name has already been taken", "Path has already been taken"]);
  if (problem !== null) throw invalidFields({ path: [problem] });
  const limits = [source.visibility, ...(namespace.group ? [namespace.group.visibility] : [])];
  const widest = limits.reduce((least, one) => (isWider(least, one) ? one : least));
  const visibility = input.visibility ?? widest;
  if (isWider(visibility, widest))
    throw invalidFields({ visibility_level: [`${visibility} is not allowed in a fork of this project.`] });
  const project = await createProject(store, {
    ...ownerOf(namespace),
    name: input.name?.trim() || source.name,
    path,
    description: source.description ?? undefined,
    visibility,
    creatorId: namespace.user.id,
    forkedFromId: source.id,
  });
  emitSystemEvent(store, { name: "project_create", project });
  startImport(store, project, { kind: "folder", folder: source.repositoryPath });
  return findProject(store, project.id) ?? project;
}

/** Moves a project of an owner into another namespace. Throws `notFound`, `forbidden` and `invalid`. */
export function transfer(caller: Caller, id: string | number, to: string): Project {
  const { store } = caller;
  const project = requireProject(caller, id, "owner");
  const { group, user } = requireNamespace(caller, to);
  if (group) moveProjectToGroup(store, project, group);
  else moveProjectToUser(store, project, user);
  return requireProject(caller, project.id);
}

/** Makes a project read-only for everybody, or lets it be written to again. Throws `forbidden` and `notFound`. */
export function setArchived(caller: Caller, id: string | number, archived: boolean): Project {
  const project = requireProject(caller, id, "owner");
  updateProjectRow(caller.store, { ...project, archived });
  return requireProject(caller, project.id);
}

/**
 * Returns the namespace of an id or path, the caller's own for null or the caller's name. Throws `notFound`, and `forbidden` below a
 * developer of a group and for users who make no projects of their own.
 */
function requireNamespace(caller: Caller, idOrPath: number | string | null): Namespace {
  const user = requireCaller(caller);
  const isOwn = idOrPath === null || String(idOrPath).toLowerCase() === user.username.toLowerCase();
  if (!isOwn) {
    const group = requireGroup(caller, idOrPath, "developer");
    return { group, user, fullPath: group.fullPath };
  }
  if (!user.isAdmin && (user.external || user.projectsLimit <= 0)) throw forbidden();
  return { group: null, user, fullPath: user.username };
}

const ownerOf = ({ group, user }: Namespace) => (group ? { groupId: group.id } : { userId: user.id });

const taken = "has already been taken";

const pathProblemIn = (store: ServiceStore, { fullPath }: Namespace, path: string): string | null =>
  findPathProblem(path, "below") ?? (isPathTaken(store, `${fullPath}/${path}`) ? taken : null);

/** Returns what a URL leads to, or why it cannot be copied. */
function importSource(store: ServiceStore, text: string): ImportSource | string {
  if (!URL.canParse(text)) return "is not a URL";
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol)) return "is blocked: Only allowed schemes are http, https";
  const reach = hookReach(store);
  try {
    checkReach(url, reach);
  } catch (error) {
    if (error instanceof ForbiddenAddress) return "is blocked: Requests to the local network are not allowed";
    throw error;
  }
  return { kind: "url", url, reach };
}

/** Commits a README that has the project's name and description. */
async function writeReadme(store: ServiceStore, project: Project, user: User, branch: string): Promise<void> {
  const text = [`# ${project.name}`, project.description].filter(Boolean).join("\n\n");
  await commitToBranch(
    { store, project, user },
    {
      branch,
      changes: [{ kind: "create", path: "README.md", content: Buffer.from(`${text}\n`) }],
      message: "Initial commit",
      updateWorktree: false,
    },
  );
}
