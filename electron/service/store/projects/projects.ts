import { relative, sep } from "node:path";
import { z } from "zod";
import { type Visibility, visibility } from "../../../../shared/api/resources/projects.ts";
import type { Optional } from "../../../../shared/optional.ts";
import { timeNow } from "../../clock.ts";
import {
  intOrNull,
  parseCell,
  parseColumn,
  parseCount,
  parseTexts,
  storedFlag,
  text,
  textOrNull,
} from "../rows.ts";
import type { Store } from "../store.ts";
import type { IdQuery } from "./readable-projects.ts";

const projectRow = z.object({
  id: z.int(),
  group_id: intOrNull,
  user_id: intOrNull,
  name: z.string(),
  path: z.string(),
  full_path: z.string(),
  description: textOrNull,
  visibility,
  repository: z.string(),
  origin: textOrNull,
  default_branch: textOrNull,
  topics: z.string(),
  archived: storedFlag,
  star_count: z.int(),
  creator_id: intOrNull,
  forked_from_id: intOrNull,
  issues_enabled: storedFlag,
  merge_requests_enabled: storedFlag,
  needs_pipeline: storedFlag,
  takes_skipped_pipeline: storedFlag,
  needs_resolved_threads: storedFlag,
  approvals_required: z.int(),
  merge_trains_enabled: storedFlag,
  merge_template: textOrNull,
  squash_template: textOrNull,
  jobs_enabled: storedFlag,
  wiki_enabled: storedFlag,
  snippets_enabled: storedFlag,
  merge_method: z.enum(["merge", "rebase_merge", "ff"]),
  squash_option: z.enum(["never", "always", "default_on", "default_off"]),
  import_status: z.enum(["none", "started", "finished", "failed"]),
  import_error: textOrNull,
  created_at: z.string(),
  updated_at: z.string(),
  last_activity_at: z.string(),
});

const noTopics: readonly string[] = [];

function toProject(store: Store, columns: unknown) {
  const row = projectRow.parse(columns);
  return {
    id: row.id,
    /** Exactly one of `groupId` and `userId` is set. */
    groupId: row.group_id,
    userId: row.user_id,
    name: row.name,
    path: row.path,
    fullPath: row.full_path,
    description: row.description,
    visibility: row.visibility,
    /** Folder of the bare repository, absolute. */
    repositoryPath: store.repositories + sep + row.repository,
    /** Git folder of the repository on disk that the project was opened from, else null. */
    origin: row.origin,
    /** Null while the repository is empty. */
    defaultBranch: row.default_branch,
    topics: row.topics === "[]" ? noTopics : parseTexts(row.topics),
    archived: row.archived === 1,
    starCount: row.star_count,
    creatorId: row.creator_id,
    /** Project that this one was forked from. */
    forkedFromId: row.forked_from_id,
    issuesEnabled: row.issues_enabled === 1,
    mergeRequestsEnabled: row.merge_requests_enabled === 1,
    /** Whether the pipeline of a merge request has to succeed before it is merged. */
    needsPipeline: row.needs_pipeline === 1,
    /** Whether a skipped pipeline counts as one that succeeded. */
    takesSkippedPipeline: row.takes_skipped_pipeline === 1,
    /** Whether all threads of a merge request have to be resolved before it is merged. */
    needsResolvedThreads: row.needs_resolved_threads === 1,
    /** Number of people who have to approve a merge request before it is merged. */
    approvalsRequired: row.approvals_required,
    /** Whether merge requests are merged by the trains of their target branches. */
    mergeTrainsEnabled: row.merge_trains_enabled === 1,
    /** Templates of commit messages, null for the default ones. */
    mergeTemplate: row.merge_template,
    squashTemplate: row.squash_template,
    jobsEnabled: row.jobs_enabled === 1,
    wikiEnabled: row.wiki_enabled === 1,
    snippetsEnabled: row.snippets_enabled === 1,
    mergeMethod: row.merge_method,
    squashOption: row.squash_option,
    /** State of the copy of another repository. */
    importStatus: row.import_status,
    importError: row.import_error,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    lastActivityAt: row.last_activity_at,
  };
}

/** A row of the projects table. */
export type Project = Readonly<ReturnType<typeof toProject>>;

export interface NewProject
  extends Optional<{
    groupId: number;
    userId: number;
    description: string;
    visibility: Visibility;
    defaultBranch: string;
    topics: readonly string[];
    archived: boolean;
    starCount: number;
    origin: string;
    forkedFromId: number;
    issuesEnabled: boolean;
    mergeRequestsEnabled: boolean;
    createdAt: string;
    lastActivityAt: string;
  }> {
  readonly name: string;
  readonly path: string;
  readonly creatorId: number;
}

/** Returns the id that the next project gets. */
export const nextProjectId = (store: Store): number =>
  parseCount("seq", store.get("SELECT seq FROM sqlite_sequence WHERE name = 'projects'")) + 1;

/** Adds a project whose repository is in the folder `repository` of `repositories/`. */
export function insertProject(store: Store, project: NewProject, repository: string): Project {
  const namespace =
    project.groupId === undefined
      ? store.get("SELECT username AS path FROM users WHERE id = ?", project.userId ?? 0)
      : store.get("SELECT full_path AS path FROM groups WHERE id = ?", project.groupId);
  const above = parseCell("path", text, namespace);
  if (above === null) throw new Error("a project needs a group or a user");
  const now = timeNow(store);
  const created = project.createdAt ?? now;
  const active = project.lastActivityAt ?? created;
  const id = store.run(
    `INSERT INTO projects (group_id, user_id, name, path, full_path, description, visibility, repository, origin,
       default_branch, topics, archived, star_count, creator_id, forked_from_id, issues_enabled,
       merge_requests_enabled, created_at, updated_at, last_activity_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    project.groupId ?? null,
    project.userId ?? null,
    project.name,
    project.path,
    `${above}/${project.path}`,
    project.description ?? null,
    project.visibility ?? "private",
    repository,
    project.origin ?? null,
    project.defaultBranch ?? null,
    JSON.stringify(project.topics ?? []),
    project.archived ? 1 : 0,
    project.starCount ?? 0,
    project.creatorId,
    project.forkedFromId ?? null,
    Number(project.issuesEnabled ?? true),
    Number(project.mergeRequestsEnabled ?? true),
    created,
    active,
    active,
  );
  const inserted = findProject(store, id);
  if (!inserted) throw new Error("the project was not inserted");
  return inserted;
}

/** Returns rows as projects of a store. */
export const toProjects = (store: Store, rows: readonly unknown[]): Project[] =>
  rows.map((row) => toProject(store, row));

export function findProject(store: Store, id: number): Project | null {
  const row = store.get("SELECT * FROM projects WHERE id = ?", id);
  return row ? toProject(store, row) : null;
}

export function findProjectByPath(store: Store, fullPath: string): Project | null {
  const row = store.get("SELECT * FROM projects WHERE full_path = ?", fullPath);
  return row ? toProject(store, row) : null;
}

/** Returns the id of the project that a project and its siblings were forked from at last; its own where there is none. */
export const forkNetworkOf = (store: Store, projectId: number): number =>
  parseCount(
    "id",
    store.get(
      `WITH RECURSIVE above (id, source) AS (
         SELECT id, forked_from_id FROM projects WHERE id = ?
         UNION SELECT projects.id, forked_from_id FROM projects JOIN above ON projects.id = source
       ) SELECT id FROM above WHERE source IS NULL`,
      projectId,
    ),
  );

/** Returns every project, oldest first. */
export const listProjectRows = (store: Store): Project[] =>
  toProjects(store, store.all("SELECT * FROM projects ORDER BY id"));

/** Returns the projects of a query of ids, the one with the latest activity first. */
export const listProjectsIn = (store: Store, { sql, values }: IdQuery): Project[] =>
  toProjects(
    store,
    store.all(
      `SELECT * FROM projects WHERE id IN (${sql}) ORDER BY last_activity_at DESC, id DESC`,
      ...values,
    ),
  );

/** Sets who may see a project. */
export function setVisibility(store: Store, projectId: number, visibility: Visibility): void {
  store.run("UPDATE projects SET visibility = ? WHERE id = ?", visibility, projectId);
}

/** Requirements of a merge, and templates of its messages. */
export type MergeSettings = Pick<
  Project,
  | "needsPipeline"
  | "takesSkippedPipeline"
  | "needsResolvedThreads"
  | "approvalsRequired"
  | "mergeTrainsEnabled"
  | "mergeTemplate"
  | "squashTemplate"
>;

/** Sets what has to be done before a merge, and the templates of its messages. */
export function setMergeSettings(store: Store, projectId: number, settings: MergeSettings): void {
  store.run(
    `UPDATE projects SET needs_pipeline = ?, takes_skipped_pipeline = ?, needs_resolved_threads = ?,
       approvals_required = ?, merge_trains_enabled = ?, merge_template = ?, squash_template = ?, updated_at = ? WHERE id = ?`,
    Number(settings.needsPipeline),
    Number(settings.takesSkippedPipeline),
    Number(settings.needsResolvedThreads),
    settings.approvalsRequired,
    Number(settings.mergeTrainsEnabled),
    settings.mergeTemplate,
    settings.squashTemplate,
    timeNow(store),
    projectId,
  );
}

/** Writes what a project's settings change of its row; its full path is `setProjectPath`'s. */
export function updateProjectRow(store: Store, project: Project): void {
  store.run(
    `UPDATE projects SET name = ?, path = ?, description = ?, visibility = ?, default_branch = ?, archived = ?,
       issues_enabled = ?, merge_requests_enabled = ?, jobs_enabled = ?, wiki_enabled = ?, snippets_enabled = ?,
       merge_method = ?, squash_option = ?, updated_at = ? WHERE id = ?`,
    project.name,
    project.path,
    project.description,
    project.visibility,
    project.defaultBranch,
    Number(project.archived),
    Number(project.issuesEnabled),
    Number(project.mergeRequestsEnabled),
    Number(project.jobsEnabled),
    Number(project.wikiEnabled),
    Number(project.snippetsEnabled),
    project.mergeMethod,
    project.squashOption,
    timeNow(store),
    project.id,
  );
}

/** Numbers of entries that refer to a project. */
interface ProjectCounts {
  readonly forks: number;
  readonly openIssues: number;
  /** Number of the open issues that are confidential. */
  readonly confidentialIssues: number;
}

/** Returns how many forks and open issues a project has. */
export function countOf(store: Store, projectId: number): ProjectCounts {
  const row = store.get(
    `SELECT (SELECT count(*) FROM projects WHERE forked_from_id = ?1) AS forks,
       (SELECT count(*) FROM issues WHERE project_id = ?1 AND state = 'opened') AS issues,
       (SELECT count(*) FROM issues WHERE project_id = ?1 AND state = 'opened' AND confidential = 1) AS hidden`,
    projectId,
  );
  return {
    forks: parseCount("forks", row),
    openIssues: parseCount("issues", row),
    confidentialIssues: parseCount("hidden", row),
  };
}

/** Deletes a project with all that belongs to it; its repository's folder stays. */
export function deleteProject(store: Store, projectId: number): void {
  store.run("DELETE FROM projects WHERE id = ?", projectId);
}

/** Makes another branch the default one. */
export function setDefaultBranch(store: Store, projectId: number, branch: string): void {
  store.run("UPDATE projects SET default_branch = ? WHERE id = ?", branch, projectId);
}

/** Records activity in a project; the first branch of an empty one becomes its default branch. */
export function touchProject(store: Store, project: Project, branch?: string): void {
  const now = timeNow(store);
  store.run(
    "UPDATE projects SET last_activity_at = ?, updated_at = ?, default_branch = coalesce(default_branch, ?) WHERE id = ?",
    now,
    now,
    branch ?? null,
    project.id,
  );
}

/** Records folders, absolute and below the store's, that have to be removed: also after a kill. Returns their recorded paths. */
export function addFolderRemovals(store: Store, folders: readonly string[]): string[] {
  const paths = folders.map((folder) => relative(store.folder, folder));
  for (const path of paths) store.run("INSERT OR IGNORE INTO folder_removals (path) VALUES (?)", path);
  return paths;
}

/**
 * Returns the folder to remove that follows another in their order, relative to the store's, or null. One is asked for at a
 * time: a project that is made meanwhile takes its folder off the list.
 */
export const nextFolderRemoval = (store: Store, previous: string): string | null =>
  parseColumn(
    "path",
    text,
    store.all("SELECT path FROM folder_removals WHERE path > ? ORDER BY path LIMIT 1", previous),
  ).at(0) ?? null;

/** Forgets a folder that was removed. */
export function deleteFolderRemoval(store: Store, path: string): void {
  store.run("DELETE FROM folder_removals WHERE path = ?", path);
}
