import {
  createTag,
  createTagRelease,
  deleteTag,
  getTag,
  listTags,
  updateTagRelease,
} from "../../../shared/api/resources/tags.ts";
import { requirePush, requireReadableProject } from "../domain/access/require-access.ts";
import { Paged, pageOf } from "../domain/paged.ts";
import { addNotes, changeNotes, createTagWithNotes } from "../domain/tags/releases.ts";
import { deleteTagNamed, describeTags, findTags, readTag, type TagDetails } from "../domain/tags/tags.ts";
import { implement, type Links } from "../http/implement.ts";
import { toCommit } from "../presenters/commit.ts";
import type { Project } from "../store/projects/projects.ts";
import type { Release } from "../store/projects/releases.ts";

export const tagRoutes = [
  implement(listTags, async (input, context) => {
    const project = requireReadableProject(context, input.id);
    const { signal } = context.request;
    const found = await findTags(context.store, project, input, signal);
    const tags = await describeTags(context.store, project, pageOf(context, found).items, signal);
    return new Paged(
      tags.map((tag) => toTag(context, project, tag)),
      { total: found.length },
    );
  }),
  implement(getTag, async (input, context) => {
    const project = requireReadableProject(context, input.id);
    const { signal } = context.request;
    return toTag(context, project, await readTag(context.store, project, input.tag_name, signal));
  }),
  implement(createTag, async (input, context) => {
    const writer = requirePush(context, input.id);
    const tag = { name: input.tag_name, from: input.ref, message: input.message || null };
    await createTagWithNotes(writer, tag, input.release_description);
    const { signal } = context.request;
    return toTag(context, writer.project, await readTag(writer.store, writer.project, tag.name, signal));
  }),
  implement(deleteTag, async (input, context) => {
    await deleteTagNamed(requirePush(context, input.id), input.tag_name);
    return undefined;
  }),
  implement(createTagRelease, async (input, context) =>
    toTagRelease(await addNotes(requirePush(context, input.id), input.tag_name, input.description)),
  ),
  implement(updateTagRelease, async (input, context) =>
    toTagRelease(await changeNotes(requirePush(context, input.id), input.tag_name, input.description)),
  ),
];

/** Returns a tag as the API represents it. */
const toTag = (links: Links, project: Project, { ref, commit, release, isProtected }: TagDetails) => ({
  name: ref.name,
  message: ref.message,
  target: ref.target,
  commit: commit && toCommit(links, project, commit),
  release: release && toTagRelease(release),
  protected: isProtected,
  created_at: ref.taggedAt,
});

/** Returns the release of a tag as its tag shows it. */
const toTagRelease = ({ tagName, description }: Release) => ({ tag_name: tagName, description });
