import { z } from "zod";
import { createLabel, getLabel, listLabels } from "../../../shared/api/resources/labels.ts";
import { addProjectMember, getDirectMember } from "../../../shared/api/resources/members.ts";
import {
  createMilestone,
  listMilestones,
  updateMilestone,
} from "../../../shared/api/resources/milestones.ts";
import { createProject } from "../../../shared/api/resources/project-actions.ts";
import { getProject, updateProject } from "../../../shared/api/resources/projects.ts";
import {
  getProtectedBranch,
  protectBranch,
  unprotectBranch,
} from "../../../shared/api/resources/protected-branches.ts";
import { getProtectedTag, protectTag, unprotectTag } from "../../../shared/api/resources/protected-tags.ts";
import { createVariable, getVariable } from "../../../shared/api/resources/variables.ts";
import { ProblemError } from "../../../shared/errors.ts";
import type { PublishRun } from "./publish-run.ts";
import type { StoredPublish } from "./publish-store.ts";
import { isRefusal } from "./service-side.ts";
import {
  labelItem,
  memberItem,
  milestoneItem,
  projectItem,
  protectedBranchItem,
  protectedTagItem,
  variableItem,
} from "./source-items.ts";

const isDone = z.boolean();
const idResult = z.object({ id: z.int() });

/** Makes the project, which nobody else sees and which runs no jobs until the end. Throws where the target refuses. */
export async function writeProject(run: PublishRun, { target, namespaceId }: StoredPublish): Promise<void> {
  const { store, id, targetProject } = run;
  const item = requireProject(run);
  run.report("Making the project");
  const made = await run.once("project", idResult, {
    what: "The project",
    name: targetProject,
    async find() {
      const found = await run.target.find(getProject, { id: targetProject });
      // It was not there when the write was begun: one with content is somebody else's.
      const isEmpty = found?.empty_repo ?? found?.default_branch === null;
      return found && isEmpty ? { id: found.id } : null;
    },
    async write() {
      if (await run.target.find(getProject, { id: targetProject })) {
        const message = `${targetProject} exists on the target. Choose another path.`;
        throw new ProblemError({ code: "conflict", message });
      }
      const { name, path } = target;
      return run.target.write(createProject, {
        name,
        path,
        visibility: "private",
        description: item.description,
        ...(namespaceId === null ? {} : { namespace_id: namespaceId }),
      });
    },
  });
  if (!made) {
    store.forgetStep(id, "project");
    const why = store.losses(id).find(({ what }) => what === "The project")?.why ?? "";
    throw new ProblemError({ code: "refused", message: `The target does not make the project: ${why}` });
  }
  await setting(run, "jobs_enabled", false, "Pipelines");
}

/** Returns the source's project as it was read. */
export function requireProject(run: PublishRun) {
  const item = run.store.item(run.id, "project", "", projectItem);
  if (!item) throw new Error("the source was not read");
  return item;
}

async function setting(run: PublishRun, name: string, value: boolean | string, what: string): Promise<void> {
  await run.once(`setting:${name}:${value}`, isDone, {
    what,
    name,
    find: async () => null,
    async write() {
      await run.target.write(updateProject, { id: run.targetProject, [name]: value });
      return true;
    },
  });
}

/** Writes labels, milestones and members, which issues and merge requests name. */
export async function writePlanning(run: PublishRun): Promise<void> {
  const { store, id, target, targetProject } = run;
  const of = { id: targetProject };
  for (const { value } of store.items(id, "label", labelItem)) {
    run.advance(`Label ${value.name}`);
    const { name, color, description, priority } = value;
    await run.once(`label:${name}`, isDone, {
      what: "Labels",
      name,
      find: async () => null,
      async write() {
        // A group of the target may have it already.
        if (await findLabel(run, name)) return true;
        const more = priority === null ? {} : { priority };
        await target.write(createLabel, { ...of, name, color, description, ...more });
        return true;
      },
    });
  }
  for (const { value } of store.items(id, "milestone", milestoneItem)) {
    const { title, description, startDate, dueDate, isClosed } = value;
    run.advance(`Milestone ${title}`);
    const made = await run.once(`milestone:${title}`, idResult, {
      what: "Milestones",
      name: title,
      async find() {
        for await (const found of target.entries(listMilestones, of)) if (found.title === title) return found;
        return null;
      },
      write: () =>
        target.write(createMilestone, {
          ...of,
          title,
          description: run.rewrite(description),
          ...(startDate ? { start_date: startDate } : {}),
          ...(dueDate ? { due_date: dueDate } : {}),
        }),
    });
    if (!made || !isClosed) continue;
    await run.once(`milestone-closed:${title}`, isDone, {
      what: "Closed milestones",
      name: title,
      find: async () => null,
      async write() {
        await target.write(updateMilestone, { ...of, milestone_id: made.id, state_event: "close" });
        return true;
      },
    });
  }
  for (const { key, value } of store.items(id, "member", memberItem)) {
    run.advance(`Member ${key}`);
    const userId = run.userId(key);
    if (userId === null) continue;
    const { level, expiresAt } = value;
    await run.once(`member:${key}`, isDone, {
      what: "Members",
      name: key,
      find: async () => null,
      async write() {
        // The account's own user is one from the start.
        if (await target.find(getDirectMember, { ...of, user_id: userId })) return true;
        const expires = expiresAt ? { expires_at: expiresAt } : {};
        await target.write(addProjectMember, { ...of, user_id: userId, access_level: level, ...expires });
        return true;
      },
    });
  }
}

async function findLabel({ target, targetProject }: PublishRun, name: string): Promise<boolean> {
  if (!/^\d+$/.test(name))
    return (await target.find(getLabel, { id: targetProject, label_id: name })) !== null;
  // A number would be read as an id.
  for await (const label of target.entries(listLabels, { id: targetProject }))
    if (label.name === name) return true;
  return false;
}

/** Returns the target's id of a milestone; null where it has none. */
export const milestoneId = (run: PublishRun, title: string | null): number | null =>
  title === null ? null : (run.resultOf(`milestone:${title}`, idResult)?.id ?? null);

/** Writes CI variables; a value is read when it is sent, and never stored. */
export async function writeVariables(run: PublishRun): Promise<void> {
  const { store, id, source, target, sourceProject, targetProject } = run;
  for (const { value } of store.items(id, "variable", variableItem)) {
    const { key, scope } = value;
    run.advance(`CI variable ${key}`);
    const of = { key, filter: { environment_scope: scope } };
    await run.once(`variable:${key}:${scope}`, isDone, {
      what: "CI variables",
      name: key,
      find: async () => null,
      async write() {
        if (await target.find(getVariable, { id: targetProject, ...of })) return true;
        const read = await source.read(getVariable, { id: sourceProject, ...of });
        if (read.value === null || read.value === undefined || read.hidden === true) {
          throw new ProblemError({ code: "forbidden", message: "The source does not show its value." });
        }
        await target.write(createVariable, {
          id: targetProject,
          key,
          value: read.value,
          environment_scope: scope,
          variable_type: read.variable_type === "file" ? "file" : "env_var",
          protected: read.protected,
          masked: read.masked,
          ...(read.raw === undefined ? {} : { raw: read.raw }),
          ...(read.description ? { description: read.description } : {}),
        });
        return true;
      },
    });
  }
}

/** Lets a branch that the target protects by itself be set to any commit until {@link writeProtections}. */
export async function unprotectOnce(run: PublishRun, branch: string): Promise<void> {
  await run.once(`unprotected:${branch}`, isDone, {
    what: "Protected branches",
    name: branch,
    find: async () => null,
    async write() {
      await unprotect(run, branch);
      return true;
    },
  });
}

async function unprotect(run: PublishRun, branch: string): Promise<void> {
  try {
    await run.target.write(unprotectBranch, { id: run.targetProject, name: branch });
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
}

export async function writeProtections(run: PublishRun): Promise<void> {
  const { store, id, target, targetProject } = run;
  for (const { key: name, value } of store.items(id, "protected-branch", protectedBranchItem)) {
    run.advance(`Protected branch ${name}`);
    const of = { id: targetProject, name };
    await run.once(`protected-branch:${name}`, isDone, {
      what: "Protected branches",
      name,
      find: async () => null,
      async write() {
        if (await target.find(getProtectedBranch, of)) await unprotect(run, name);
        await target.write(protectBranch, {
          ...of,
          ...(value.push === null ? {} : { push_access_level: value.push }),
          ...(value.merge === null ? {} : { merge_access_level: value.merge }),
          allow_force_push: value.forcePush,
        });
        return true;
      },
    });
  }
  for (const { key: name, value } of store.items(id, "protected-tag", protectedTagItem)) {
    run.advance(`Protected tag ${name}`);
    const of = { id: targetProject, name };
    await run.once(`protected-tag:${name}`, isDone, {
      what: "Protected tags",
      name,
      find: async () => null,
      async write() {
        if (await target.find(getProtectedTag, of)) await target.write(unprotectTag, of);
        await target.write(protectTag, {
          ...of,
          ...(value.create === null ? {} : { create_access_level: value.create }),
        });
        return true;
      },
    });
  }
}

/** Sets what the project was made without: one setting at a time, since a service may lack any. */
export async function writeSettings(run: PublishRun, visibility: string): Promise<void> {
  const { settings, jobsEnabled } = requireProject(run);
  run.report("Settings of the project");
  for (const [name, value] of Object.entries(settings)) await setting(run, name, value, "Settings");
  await setting(run, "jobs_enabled", jobsEnabled, "Pipelines");
  await setting(run, "visibility", visibility, "The visibility");
}
