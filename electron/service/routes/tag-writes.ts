import {
  createTag,
  createTagRelease,
  deleteTag,
  updateTagRelease,
} from "../../../shared/api/resources/tags.ts";
import { requirePush } from "../domain/access/require-project.ts";
import { createTagAt, deleteTagNamed, requireTag } from "../domain/tags/update-tag.ts";
import { httpError, notFound } from "../http/http-error.ts";
import { implement } from "../http/implement.ts";
import { findRelease, insertRelease, updateRelease } from "../store/projects/releases.ts";
import { toTags } from "./tags.ts";

export const tagWriteRoutes = [
  implement(createTag, async (input, context) => {
    const writer = requirePush(context, input.id);
    const { store, project, user } = writer;
    const tagged = { name: input.tag_name, from: input.ref, message: input.message || null };
    await createTagAt(writer, tagged, 405);
    if (input.release_description) {
      insertRelease(store, project.id, {
        tagName: input.tag_name,
        name: input.tag_name,
        description: input.release_description,
        authorId: user.id,
      });
    }
    const [tag] = await toTags(context, project, [await requireTag(store, project, input.tag_name)]);
    if (!tag) throw notFound("Tag");
    return tag;
  }),
  implement(deleteTag, async (input, context) => {
    await deleteTagNamed(requirePush(context, input.id), input.tag_name);
    return undefined;
  }),
  implement(createTagRelease, async (input, context) => {
    const { store, project, user } = requirePush(context, input.id);
    const { name } = await requireTag(store, project, input.tag_name);
    if (findRelease(store, project.id, name)) throw httpError(409, "Release already exists");
    const release = insertRelease(store, project.id, {
      tagName: name,
      name,
      description: input.description,
      authorId: user.id,
    });
    return { tag_name: release.tagName, description: release.description };
  }),
  implement(updateTagRelease, async (input, context) => {
    const { store, project } = requirePush(context, input.id);
    const { name } = await requireTag(store, project, input.tag_name);
    const release = findRelease(store, project.id, name);
    if (!release) throw notFound("Release");
    updateRelease(store, release, { description: input.description });
    return { tag_name: name, description: input.description };
  }),
];
