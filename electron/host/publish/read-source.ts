import { listLabels } from "../../../shared/api/resources/labels.ts";
import { listDirectMembers } from "../../../shared/api/resources/members.ts";
import { listMilestones } from "../../../shared/api/resources/milestones.ts";
import { getProject, type Project } from "../../../shared/api/resources/projects.ts";
import { listProtectedBranches } from "../../../shared/api/resources/protected-branches.ts";
import { listProtectedTags } from "../../../shared/api/resources/protected-tags.ts";
import { listVariables } from "../../../shared/api/resources/variables.ts";
import { ProblemError } from "../../../shared/errors.ts";
import type { PublishRun } from "./publish-run.ts";
import { fetchVersions, readIssues, readMergeRequests } from "./read-reviews.ts";
import { readReleases, readSnippets, readWiki } from "./read-texts.ts";
import { toPerson } from "./source-items.ts";

/** Settings of a project that the target gets, as far as it has them. */
const kept = [
  "issues_enabled",
  "merge_requests_enabled",
  "wiki_enabled",
  "snippets_enabled",
  "merge_method",
  "squash_option",
  "only_allow_merge_if_pipeline_succeeds",
  "only_allow_merge_if_all_discussions_are_resolved",
  "allow_merge_on_skipped_pipeline",
] as const;

/** Reads all that a publish takes along into its store. Nothing is written to a service. */
export async function readSource(run: PublishRun): Promise<void> {
  const { source, store, id, parts } = run;
  store.clearItems(id);
  run.report("Reading the project");
  const project = await source.read(getProject, { id: run.sourceProject, statistics: true });
  if (run.sourceProject !== project.path_with_namespace) {
    const message = `The project is now ${project.path_with_namespace}. Start again from there.`;
    throw new ProblemError({ code: "conflict", message });
  }
  const refs = await readRepository(run);
  const main = `refs/heads/${project.default_branch}`;
  if (refs.has(main) && (await run.code.usesLfs(main)))
    run.lose("LFS objects", "They are not part of git: push them from a clone.");
  putProject(run, project, refs);
  await readPlanning(run);
  if (parts.issues && project.issues_enabled !== false) await readIssues(run);
  if (parts.mergeRequests && project.merge_requests_enabled !== false) {
    await readMergeRequests(run, project);
    await fetchVersions(run);
  }
  if (parts.snippets && project.snippets_enabled !== false) await readSnippets(run);
  if (parts.releases) await readReleases(run);
  if (parts.wiki && project.wiki_enabled !== false) await readWiki(run);
  await readRights(run);
}

async function readRepository(run: PublishRun): Promise<Map<string, string>> {
  run.report("Reading the repository");
  await run.code.fetchAll(run.sourceCode);
  return run.code.refs();
}

function putProject(run: PublishRun, project: Project, refs: ReadonlyMap<string, string>): void {
  const settings: Record<string, boolean | string> = {};
  for (const name of kept) {
    const value = project[name];
    if (value !== undefined && value !== null) settings[name] = value;
  }
  run.store.putItem(run.id, "project", "", {
    description: project.description ?? "",
    defaultBranch: project.default_branch,
    visibility: project.visibility ?? "private",
    settings,
    jobsEnabled: project.jobs_enabled ?? true,
    refs: Object.fromEntries(refs),
  });
  if (project.avatar_url)
    run.lose("The picture of the project", "Set it again in the settings of the new project.");
}

async function readPlanning(run: PublishRun): Promise<void> {
  const { source, store, id, sourceProject } = run;
  run.report("Reading labels and milestones");
  await run.optional("Labels", async () => {
    for await (const label of source.entries(listLabels, { id: sourceProject })) {
      const { name, color, description, priority = null } = label;
      store.putItem(id, "label", name, { name, color, description: description ?? "", priority });
    }
  });
  await run.optional("Milestones", async () => {
    for await (const milestone of source.entries(listMilestones, { id: sourceProject })) {
      const { title, description, state, start_date, due_date } = milestone;
      store.putItem(id, "milestone", title, {
        title,
        description: description ?? "",
        startDate: start_date ?? "",
        dueDate: due_date ?? "",
        isClosed: state === "closed",
      });
    }
  });
}

async function readRights(run: PublishRun): Promise<void> {
  const { source, store, id, sourceProject, parts } = run;
  run.report("Reading members and protections");
  if (parts.members) {
    await run.optional("Members", async () => {
      for await (const member of source.entries(listDirectMembers, { id: sourceProject })) {
        const found = toPerson(member);
        run.meet(found);
        const expiresAt = member.expires_at ?? "";
        store.putItem(id, "member", member.username, {
          person: found,
          level: member.access_level,
          expiresAt,
        });
      }
    });
  }
  await run.optional("Protected branches", async () => {
    for await (const rule of source.entries(listProtectedBranches, { id: sourceProject })) {
      const [push, merge] = [rule.push_access_levels[0], rule.merge_access_levels[0]];
      store.putItem(id, "protected-branch", rule.name, {
        push: push?.access_level ?? null,
        merge: merge?.access_level ?? null,
        forcePush: rule.allow_force_push ?? false,
      });
      if (rule.push_access_levels.length > 1 || rule.merge_access_levels.length > 1)
        run.lose(
          "Rules for single people and groups",
          "Protected branches keep their first role.",
          rule.name,
        );
    }
  });
  await run.optional("Protected tags", async () => {
    for await (const rule of source.entries(listProtectedTags, { id: sourceProject }))
      store.putItem(id, "protected-tag", rule.name, {
        create: rule.create_access_levels[0]?.access_level ?? null,
      });
  });
  if (!parts.variables) return;
  await run.optional("CI variables", async () => {
    for await (const variable of source.entries(listVariables, { id: sourceProject })) {
      const key = `${variable.key} ${variable.environment_scope}`;
      store.putItem(id, "variable", key, { key: variable.key, scope: variable.environment_scope });
    }
  });
}
