import { tagRef } from "../../../shared/text/ref-name.ts";
import type { ReleaseDetails } from "../domain/tags/releases.ts";
import type { Links } from "../http/context.ts";
import type { Project } from "../store/projects/projects.ts";
import { toCommit } from "./commit.ts";
import { toUserOrNull } from "./user.ts";

const formats = ["zip", "tar.gz", "tar.bz2", "tar"] as const;

/** Returns a release with its notes as HTML; the Markdown renderer, which takes memory, is loaded with the first one. */
export async function toRelease(links: Links, project: Project, { release, author, commit }: ReleaseDetails) {
  const { releaseHtml } = await import("./release-html.ts");
  const archive = `${links.baseUrl}/api/v4/projects/${project.id}/repository/archive`;
  return {
    tag_name: release.tagName,
    name: release.name,
    description: release.description,
    description_html: await releaseHtml(release.description),
    created_at: release.createdAt,
    released_at: release.releasedAt,
    upcoming_release: release.releasedAt > new Date().toISOString(),
    author: toUserOrNull(links, author),
    commit: commit && toCommit(links, project, commit),
    assets: {
      count: formats.length + release.links.length,
      sources: formats.map((format) => ({
        format,
        url: `${archive}.${format}?sha=${encodeURIComponent(tagRef(release.tagName))}`,
      })),
      links: release.links.map((link) => ({ ...link, external: !link.url.startsWith(links.baseUrl) })),
    },
    _links: {
      self: `${links.baseUrl}/${project.fullPath}/-/releases/${encodeURIComponent(release.tagName)}`,
    },
  };
}
