import {
  createRelease,
  deleteRelease,
  getRelease,
  listReleases,
  updateRelease,
} from "../../../shared/api/resources/releases.ts";
import { tagRef } from "../../../shared/text/ref-name.ts";
import { timeNow } from "../clock.ts";
import { requirePush, requireReadableProject } from "../domain/access/require-access.ts";
import { Paged, pageOf } from "../domain/paged.ts";
import {
  addRelease,
  changeRelease,
  describeRelease,
  type ReleaseDetails,
  releasesOf,
  removeRelease,
  requireRelease,
} from "../domain/tags/releases.ts";
import { type Context, implement } from "../http/implement.ts";
import { toCommit } from "../presenters/commit.ts";
import { toUserOrNull } from "../presenters/user.ts";
import type { Project } from "../store/projects/projects.ts";

type InProject = Parameters<typeof describeRelease>;

const show = async (context: Context, project: InProject[1], release: InProject[2]) =>
  toRelease(context, project, await describeRelease(context.store, project, release));

export const releaseRoutes = [
  implement(listReleases, async (input, context) => {
    const project = requireReadableProject(context, input.id);
    const releases = releasesOf(context.store, project, input);
    const page = pageOf(context, releases).items.map((release) => show(context, project, release));
    return new Paged(await Promise.all(page), { total: releases.length });
  }),
  implement(getRelease, (input, context) => {
    const project = requireReadableProject(context, input.id);
    return show(context, project, requireRelease(context, project, input.tag_name));
  }),
  implement(createRelease, async (input, context) => {
    const writer = requirePush(context, input.id);
    return show(context, writer.project, await addRelease(writer, input));
  }),
  implement(updateRelease, (input, context) => {
    const writer = requirePush(context, input.id);
    return show(context, writer.project, changeRelease(writer, input.tag_name, input));
  }),
  implement(deleteRelease, async (input, context) => {
    const writer = requirePush(context, input.id);
    return toRelease(context, writer.project, await removeRelease(writer, input.tag_name));
  }),
];

const formats = ["zip", "tar.gz", "tar.bz2", "tar"] as const;

/** Returns a release with its notes as HTML; the Markdown renderer, which takes memory, is loaded with the first one. */
async function toRelease(context: Context, project: Project, { release, author, commit }: ReleaseDetails) {
  const { releaseHtml } = await import("../presenters/release-html.ts");
  const archive = `${context.baseUrl}/api/v4/projects/${project.id}/repository/archive`;
  return {
    tag_name: release.tagName,
    name: release.name,
    description: release.description,
    description_html: await releaseHtml(release.description),
    created_at: release.createdAt,
    released_at: release.releasedAt,
    upcoming_release: release.releasedAt > timeNow(context.store),
    author: toUserOrNull(context, author),
    commit: commit && toCommit(context, project, commit),
    assets: {
      count: formats.length + release.links.length,
      sources: formats.map((format) => ({
        format,
        url: `${archive}.${format}?sha=${encodeURIComponent(tagRef(release.tagName))}`,
      })),
      links: release.links.map((link) => ({ ...link, external: !link.url.startsWith(context.baseUrl) })),
    },
    _links: {
      self: `${context.baseUrl}/${project.fullPath}/-/releases/${encodeURIComponent(release.tagName)}`,
    },
  };
}
