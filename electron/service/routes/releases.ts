import {
  createReleaseLink,
  deleteReleaseLink,
  getReleaseLink,
  listReleaseLinks,
  updateReleaseLink,
} from "../../../shared/api/resources/release-links.ts";
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
import { mapPage, Paged, pageOf } from "../domain/paged.ts";
import {
  addReleaseLink,
  changeReleaseLink,
  removeReleaseLink,
  requireReleaseLink,
} from "../domain/tags/release-links.ts";
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
    const { assets, ...fields } = input;
    const links = (assets?.links ?? []).map((link) => toStoredLink(context, link));
    return show(context, writer.project, await addRelease(writer, { ...fields, links }));
  }),
  implement(updateRelease, (input, context) => {
    const writer = requirePush(context, input.id);
    return show(context, writer.project, changeRelease(writer, input.tag_name, input));
  }),
  implement(deleteRelease, async (input, context) => {
    const writer = requirePush(context, input.id);
    return toRelease(context, writer.project, await removeRelease(writer, input.tag_name));
  }),
  implement(listReleaseLinks, (input, context) => {
    const project = requireReadableProject(context, input.id);
    const release = requireRelease(context, project, input.tag_name);
    return mapPage(pageOf(context, release.links), (link) => toReleaseLink(context, project, release, link));
  }),
  implement(getReleaseLink, (input, context) => {
    const project = requireReadableProject(context, input.id);
    const release = requireRelease(context, project, input.tag_name);
    return toReleaseLink(context, project, release, requireReleaseLink(release, input.link_id));
  }),
  implement(createReleaseLink, (input, context) => {
    const writer = requirePush(context, input.id);
    const release = requireRelease(writer, writer.project, input.tag_name);
    const link = addReleaseLink(context.store, release, toStoredLink(context, input));
    return toReleaseLink(context, writer.project, release, link);
  }),
  implement(updateReleaseLink, ({ id, tag_name, link_id, url, ...changes }, context) => {
    const writer = requirePush(context, id);
    const release = requireRelease(writer, writer.project, tag_name);
    const stored = url === undefined ? changes : { ...changes, url: toStoredUrl(context, url) };
    const link = changeReleaseLink(context.store, release, link_id, stored);
    return toReleaseLink(context, writer.project, release, link);
  }),
  implement(deleteReleaseLink, (input, context) => {
    const writer = requirePush(context, input.id);
    const release = requireRelease(writer, writer.project, input.tag_name);
    const link = removeReleaseLink(context.store, release, input.link_id);
    return toReleaseLink(context, writer.project, release, link);
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
      links: release.links.map((link) => toReleaseLink(context, project, release, link)),
    },
    _links: { self: releaseUrl(context, project, release) },
  };
}

const releaseUrl = ({ baseUrl }: Context, project: Project, { tagName }: InProject[2]): string =>
  `${baseUrl}/${project.fullPath}/-/releases/${encodeURIComponent(tagName)}`;

/** Returns a link's URL as it is stored: a path of this service, whose port may be another one next time. */
const toStoredUrl = ({ baseUrl }: Context, url: string): string =>
  url.startsWith(`${baseUrl}/`) ? url.slice(baseUrl.length) : url;

interface SentLink {
  readonly name: string;
  readonly url: string;
  readonly filepath?: string;
  readonly direct_asset_path?: string;
  readonly link_type?: string;
}

/** Returns a link as it is stored. */
const toStoredLink = (
  context: Context,
  { name, url, link_type: linkType, filepath, direct_asset_path = filepath }: SentLink,
) => ({ name, url: toStoredUrl(context, url), linkType, filepath: direct_asset_path });

function toReleaseLink(
  context: Context,
  project: Project,
  release: InProject[2],
  link: ReturnType<typeof requireReleaseLink>,
) {
  const isOwn = link.url.startsWith("/");
  const url = isOwn ? `${context.baseUrl}${link.url}` : link.url;
  return {
    id: link.id,
    name: link.name,
    url,
    external: !isOwn && !url.startsWith(`${context.baseUrl}/`),
    direct_asset_url: link.filepath
      ? `${releaseUrl(context, project, release)}/downloads${link.filepath}`
      : url,
    link_type: link.linkType,
  };
}
