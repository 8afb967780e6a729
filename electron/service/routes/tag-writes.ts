import {
  createTag,
  createTagRelease,
  deleteTag,
  updateTagRelease,
} from "../../../shared/api/resources/tags.ts";
import { requireReadableProject } from "../domain/access/require-readable-project.ts";
import { moveRefs } from "../domain/branches/move-refs.ts";
import { requireRefChange } from "../domain/branches/require-ref-change.ts";
import { findRef, isRefName, noObject, resolveCommit } from "../git/refs/refs.ts";
import { makeTagTarget } from "../git/write/tag-object.ts";
import { httpError, notFound, unauthorized } from "../http/http-error.ts";
import { type Context, implement } from "../http/implement.ts";
import { type Project, touchProject } from "../store/projects/projects.ts";
import { deleteRelease, findRelease, insertRelease, updateRelease } from "../store/projects/releases.ts";
import { toTags } from "./tags.ts";

/** Status with which a tag that cannot be made is refused: 405 for tags (Errors), 400 for releases. */
type RefusalStatus = 400 | 405;

/** Makes a tag of a branch, tag or commit. Throws the interface's refusals. */
export async function tagCommit(
  context: Context,
  project: Project,
  name: string,
  ref: string,
  message: string | null,
  refusal: RefusalStatus,
): Promise<void> {
  if (!context.user) throw unauthorized();
  requireRefChange(context, project, { kind: "tag", name, change: "create" });
  const repository = context.repository(project);
  if (!(await isRefName(repository, name))) throw httpError(refusal, "Tag name invalid");
  const commit = await resolveCommit(repository, ref);
  if (!commit) throw httpError(refusal, `Target ${ref} is invalid`);
  const user = context.user;
  const made = await repository.exclusively(async () => {
    const after = await makeTagTarget(repository, name, commit, message, user);
    return moveRefs(context.store, project, [{ ref: `refs/tags/${name}`, before: noObject, after }], {
      user,
    });
  });
  if (!made) throw httpError(refusal, `Tag ${name} already exists`);
  touchProject(context.store, project);
}

/** The tag of a name as git has it. Throws 404. */
export async function requireTag(context: Context, project: Project, name: string) {
  const ref = await findRef(context.repository(project), "tags", name);
  if (!ref) throw notFound("Tag");
  return ref;
}

export const tagWriteRoutes = [
  implement(createTag, async (input, context) => {
    const project = requireReadableProject(context, input.id);
    context.project(input.id, "developer");
    await tagCommit(context, project, input.tag_name, input.ref, input.message || null, 405);
    if (input.release_description && context.user) {
      insertRelease(context.store, project.id, {
        tagName: input.tag_name,
        name: input.tag_name,
        description: input.release_description,
        authorId: context.user.id,
      });
    }
    const [tag] = await toTags(context, project, [await requireTag(context, project, input.tag_name)]);
    if (!tag) throw notFound("Tag");
    return tag;
  }),
  implement(deleteTag, async (input, context) => {
    const project = requireReadableProject(context, input.id);
    context.project(input.id, "developer");
    const { name, target } = await requireTag(context, project, input.tag_name);
    requireRefChange(context, project, { kind: "tag", name, change: "delete" });
    const repository = context.repository(project);
    const ref = `refs/tags/${name}`;
    const update = { ref, before: target, after: noObject };
    const gone = await repository.exclusively(() => moveRefs(context.store, project, [update]));
    if (!gone) throw httpError(400, "The tag has moved. Please refresh and try again.");
    const release = findRelease(context.store, project.id, name);
    if (release) deleteRelease(context.store, release);
    touchProject(context.store, project);
    return undefined;
  }),
  implement(createTagRelease, async (input, context) => {
    const project = requireReadableProject(context, input.id);
    context.project(input.id, "developer");
    if (!context.user) throw unauthorized();
    const { name } = await requireTag(context, project, input.tag_name);
    if (findRelease(context.store, project.id, name)) throw httpError(409, "Release already exists");
    const release = insertRelease(context.store, project.id, {
      tagName: name,
      name,
      description: input.description,
      authorId: context.user.id,
    });
    return { tag_name: release.tagName, description: release.description };
  }),
  implement(updateTagRelease, async (input, context) => {
    const project = requireReadableProject(context, input.id);
    context.project(input.id, "developer");
    const { name } = await requireTag(context, project, input.tag_name);
    const release = findRelease(context.store, project.id, name);
    if (!release) throw notFound("Release");
    updateRelease(context.store, release, { description: input.description });
    return { tag_name: name, description: input.description };
  }),
];
