import type { DecodedInput } from "../../../../shared/api/contract/operation.ts";
import type { updateProject } from "../../../../shared/api/resources/projects.ts";
import { findPathProblem } from "../../../../shared/text/group-path.ts";
import { folderOf } from "../../../../shared/text/paths.ts";
import { branchTip } from "../../git/refs.ts";
import { setHead } from "../../git/symbolic-refs.ts";
import type { ServiceStore } from "../../service-store.ts";
import { setProjectPath } from "../../store/groups/group-tree.ts";
import { findGroup, findGroupByPath } from "../../store/groups/groups.ts";
import {
  findProjectByPath,
  type Project,
  setMergeSettings,
  updateProjectRow,
} from "../../store/projects/projects.ts";
import type { Caller } from "../access/access-level.ts";
import { requireProject, requireRole } from "../access/require-access.ts";
import { isWider } from "../groups/groups.ts";
import { emitSystemEvent } from "../hooks/system-events.ts";
import { forbidden, invalidFields } from "../refusal.ts";

type Changes = Omit<DecodedInput<typeof updateProject>, "id">;
type Problems = Readonly<Record<string, readonly string[]>>;

/**
 * Changes those of a project's settings that are given, for a maintainer; name, path and visibility for an owner. Returns
 * the project. Throws `forbidden`, also for others than name and path of an archived project, `notFound`, and `invalidFields` with what is refused.
 */
export async function changeProject(caller: Caller, id: string | number, changes: Changes): Promise<Project> {
  const { store } = caller;
  const project = requireProject(caller, id, "maintainer");
  const { name: _name, path: _path, ...others } = changes;
  if (project.archived && Object.keys(others).length > 0)
    throw forbidden("The project is archived: only its name and path can be changed");
  const next = nextOf(project, changes);
  const isOwners =
    next.name !== project.name || next.path !== project.path || next.visibility !== project.visibility;
  if (isOwners) requireRole(caller, project, "owner");
  const fullPath = `${folderOf(project.fullPath)}/${next.path}`;
  const problems = {
    ...pathProblems(store, project, next, fullPath),
    ...visibilityProblems(store, next),
    ...(await branchProblems(store, project, next)),
  };
  if (Object.keys(problems).length > 0) throw invalidFields(problems);
  if (next.defaultBranch !== null && next.defaultBranch !== project.defaultBranch)
    await setHead(store.git.open(project.repositoryPath), next.defaultBranch);
  store.transaction(() => {
    setProjectPath(store, project, fullPath);
    updateProjectRow(store, next);
    setMergeSettings(store, project.id, next);
    if (next.path === project.path && next.name === project.name) return;
    const renamed = { ...next, fullPath };
    emitSystemEvent(store, { name: "project_rename", project: renamed, oldFullPath: project.fullPath });
  });
  return requireProject(caller, project.id);
}

/** Returns a project as its settings will be. */
function nextOf(project: Project, changes: Changes): Project {
  const template = (given: string | undefined, before: string | null) =>
    given === undefined ? before : given.trim() ? given : null;
  return {
    ...project,
    name: changes.name?.trim() ?? project.name,
    path: changes.path ?? project.path,
    description: changes.description === undefined ? project.description : changes.description || null,
    visibility: changes.visibility ?? project.visibility,
    defaultBranch: changes.default_branch ?? project.defaultBranch,
    issuesEnabled: changes.issues_enabled ?? project.issuesEnabled,
    mergeRequestsEnabled: changes.merge_requests_enabled ?? project.mergeRequestsEnabled,
    jobsEnabled: changes.jobs_enabled ?? project.jobsEnabled,
    wikiEnabled: changes.wiki_enabled ?? project.wikiEnabled,
    snippetsEnabled: changes.snippets_enabled ?? project.snippetsEnabled,
    mergeMethod: changes.merge_method ?? project.mergeMethod,
    squashOption: changes.squash_option ?? project.squashOption,
    needsPipeline: changes.only_allow_merge_if_pipeline_succeeds ?? project.needsPipeline,
    takesSkippedPipeline: changes.allow_merge_on_skipped_pipeline ?? project.takesSkippedPipeline,
    needsResolvedThreads:
      changes.only_allow_merge_if_all_discussions_are_resolved ?? project.needsResolvedThreads,
    approvalsRequired: changes.approvals_before_merge ?? project.approvalsRequired,
    mergeTrainsEnabled: changes.merge_trains_enabled ?? project.mergeTrainsEnabled,
    mergeTemplate: template(changes.merge_commit_template, project.mergeTemplate),
    squashTemplate: template(changes.squash_commit_template, project.squashTemplate),
  };
}

function pathProblems(store: ServiceStore, project: Project, next: Project, fullPath: string): Problems {
  const name = next.name === "" ? "can't be blank" : null;
  const path =
    next.path === project.path
      ? null
      : (findPathProblem(next.path, "below") ??
        (isPathTaken(store, fullPath, project) ? "has already been taken" : null));
  return { ...(name === null ? {} : { name: [name] }), ...(path === null ? {} : { path: [path] }) };
}

/** Returns whether another project, or a group, has a full path. */
export function isPathTaken(store: ServiceStore, fullPath: string, self?: Project): boolean {
  const project = findProjectByPath(store, fullPath);
  return (project !== null && project.id !== self?.id) || findGroupByPath(store, fullPath) !== null;
}

/** A project is seen by no more people than its group. */
function visibilityProblems(store: ServiceStore, { groupId, visibility }: Project): Problems {
  const group = groupId === null ? null : findGroup(store, groupId);
  return group && isWider(visibility, group.visibility)
    ? { visibility_level: [`${visibility} is not allowed in a ${group.visibility} group.`] }
    : {};
}

async function branchProblems(store: ServiceStore, project: Project, next: Project): Promise<Problems> {
  if (next.defaultBranch === project.defaultBranch || next.defaultBranch === null) return {};
  if (project.origin !== null)
    return { default_branch: ["is that of the repository on disk, whose HEAD names it"] };
  const tip = await branchTip(store.git.open(project.repositoryPath), next.defaultBranch);
  return tip ? {} : { default_branch: ["does not exist"] };
}
