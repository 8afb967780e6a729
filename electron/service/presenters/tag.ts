import type { TagDetails } from "../domain/tags/read-tags.ts";
import type { Links } from "../http/context.ts";
import type { Project } from "../store/projects/projects.ts";
import type { Release } from "../store/projects/releases.ts";
import { toCommit } from "./commit.ts";

/** Returns a tag as the API represents it. */
export const toTag = (links: Links, project: Project, { ref, commit, release }: TagDetails) => ({
  name: ref.name,
  message: ref.message,
  target: ref.target,
  commit: commit && toCommit(links, project, commit),
  release: release && toTagRelease(release),
  protected: false,
  created_at: ref.taggedAt,
});

/** Returns the release of a tag as its tag shows it. */
export const toTagRelease = ({ tagName, description }: Release) => ({ tag_name: tagName, description });
