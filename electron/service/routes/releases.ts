import {
  createRelease,
  deleteRelease,
  getRelease,
  listReleases,
  updateRelease,
} from "../../../shared/api/resources/releases.ts";
import { accessLevel } from "../domain/access/access-level.ts";
import { requirePush, requireReadableProject } from "../domain/access/require-project.ts";
import { createTagAt } from "../domain/tags/update-tag.ts";
import { readCommit } from "../git/history/commits.ts";
import { findRef } from "../git/refs/refs.ts";
import type { Context } from "../http/context.ts";
import { forbidden, httpError, notFound } from "../http/http-error.ts";
import { implement } from "../http/implement.ts";
import { Paged, pageOf } from "../http/paging.ts";
import { toCommit } from "../presenters/commit.ts";
import { toUserSummary } from "../presenters/user.ts";
import { accessLevels } from "../store/groups/members.ts";
import type { Project } from "../store/projects/projects.ts";
import {
  updateRelease as changeRelease,
  findRelease,
  insertRelease,
  type Release,
  listReleases as readReleases,
  deleteRelease as removeRelease,
} from "../store/projects/releases.ts";
import { findUser } from "../store/users/users.ts";

const formats = ["zip", "tar.gz", "tar.bz2", "tar"] as const;

async function toRelease(context: Context, project: Project, release: Release) {
  const repository = context.repository(project);
  const tag = await findRef(repository, "tags", release.tagName);
  const author = release.authorId === null ? null : findUser(context.store, release.authorId);
  // Loaded with the first release: Markdown takes memory that most runs never need.
  const { releaseHtml } = await import("../presenters/release-html.ts");
  const archive = `${context.baseUrl}/api/v4/projects/${project.id}/repository/archive`;
  return {
    tag_name: release.tagName,
    name: release.name,
    description: release.description,
    description_html: await releaseHtml(release.description),
    created_at: release.createdAt,
    released_at: release.releasedAt,
    upcoming_release: release.releasedAt > new Date().toISOString(),
    author: author ? toUserSummary(context, author) : null,
    commit: tag ? toCommit(context, project, await readCommit(repository, tag.commit)) : null,
    assets: {
      count: formats.length + release.links.length,
      sources: formats.map((format) => ({
        format,
        url: `${archive}.${format}?sha=${encodeURIComponent(release.tagName)}`,
      })),
      links: release.links.map((link) => ({ ...link, external: !link.url.startsWith(context.baseUrl) })),
    },
  };
}

function requireRelease(context: Context, project: Project, tagName: string): Release {
  const release = findRelease(context.store, project.id, tagName);
  if (release) return release;
  // Hides whether it exists from others (docs/compatibility.md, 23).
  throw accessLevel(context.store, context.user, project) >= accessLevels.reporter
    ? notFound("Release")
    : forbidden();
}

export const releaseRoutes = [
  implement(listReleases, async (input, context) => {
    const project = requireReadableProject(context, input.id);
    const releases = readReleases(context.store, project.id);
    const key = input.order_by === "released_at" ? "releasedAt" : "createdAt";
    const sign = input.sort === "asc" ? 1 : -1;
    const page = pageOf(
      context,
      releases.toSorted((a, b) => sign * (a[key].localeCompare(b[key]) || a.id - b.id)),
    );
    const items = await Promise.all(page.items.map((release) => toRelease(context, project, release)));
    return new Paged(items, { total: page.total ?? items.length });
  }),
  implement(getRelease, (input, context) => {
    const project = requireReadableProject(context, input.id);
    return toRelease(context, project, requireRelease(context, project, input.tag_name));
  }),
  implement(createRelease, async (input, context) => {
    const writer = requirePush(context, input.id);
    const { project, user } = writer;
    if (findRelease(context.store, project.id, input.tag_name))
      throw httpError(409, "Release already exists");
    const tag = await findRef(context.repository(project), "tags", input.tag_name);
    if (!tag) {
      if (input.ref === undefined) throw httpError(422, "Ref is not specified");
      await createTagAt(writer, { name: input.tag_name, from: input.ref, message: null }, 400);
    }
    const release = insertRelease(context.store, project.id, {
      tagName: input.tag_name,
      name: input.name,
      description: input.description,
      authorId: user.id,
      releasedAt: input.released_at,
      links: input.assets?.links,
    });
    return toRelease(context, project, release);
  }),
  implement(updateRelease, (input, context) => {
    const { project } = requirePush(context, input.id);
    const release = requireRelease(context, project, input.tag_name);
    changeRelease(context.store, release, { name: input.name, description: input.description });
    return toRelease(context, project, requireRelease(context, project, input.tag_name));
  }),
  implement(deleteRelease, async (input, context) => {
    const { project } = requirePush(context, input.id);
    const release = requireRelease(context, project, input.tag_name);
    const response = await toRelease(context, project, release);
    removeRelease(context.store, release);
    return response;
  }),
];
