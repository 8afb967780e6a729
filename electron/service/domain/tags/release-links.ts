import type { LinkType } from "../../../../shared/api/resources/release-links.ts";
import type { ServiceStore } from "../../service-store.ts";
import type { Release } from "../../store/projects/releases.ts";
import {
  deleteReleaseLinkRow,
  insertReleaseLink,
  type NewReleaseLink,
  type ReleaseLink,
  updateReleaseLinkRow,
} from "../../store/projects/releases.ts";
import { invalidFields, notFound } from "../refusal.ts";

/** Links that a release may have. */
const maxLinks = 500;

/** Returns a link of a release. Throws `notFound`. */
export function requireReleaseLink({ links }: Release, id: number): ReleaseLink {
  const link = links.find((each) => each.id === id);
  if (!link) throw notFound();
  return link;
}

/** Throws `invalidFields` where two links have one name, one address or one path, or there are too many. */
export function refuseEqualLinks(links: readonly NewReleaseLink[]): void {
  const isTwice = (values: readonly string[]) => new Set(values).size < values.length;
  if (links.length > maxLinks) throw invalidFields({ links: [`are more than ${maxLinks}`] });
  if (isTwice(links.map(({ name }) => name)) || isTwice(links.map(({ url }) => url)))
    throw invalidFields({ links: ["Name or URL is used by another link"] });
  if (isTwice(links.flatMap(({ filepath }) => (filepath ? [filepath] : []))))
    throw invalidFields({ filepath: ["has already been taken"] });
}

/** Adds a link to a release and returns it. Throws `invalidFields`. */
export function addReleaseLink(store: ServiceStore, release: Release, link: NewReleaseLink): ReleaseLink {
  return store.transaction(() => {
    refuseEqualLinks([...release.links, link]);
    return insertReleaseLink(store, release.id, link);
  });
}

interface LinkChanges {
  readonly name?: string;
  readonly url?: string;
  readonly filepath?: string;
  readonly link_type?: LinkType;
}

/** Changes the given fields of a link and returns it. Throws `notFound` and `invalidFields`. */
export function changeReleaseLink(
  store: ServiceStore,
  release: Release,
  id: number,
  { link_type: linkType, ...changes }: LinkChanges,
): ReleaseLink {
  const before = requireReleaseLink(release, id);
  const link = { ...before, ...changes, ...(linkType ? { linkType } : {}) };
  return store.transaction(() => {
    refuseEqualLinks(release.links.map((each) => (each.id === id ? link : each)));
    updateReleaseLinkRow(store, link);
    return link;
  });
}

/** Removes a link from a release and returns what it was. Throws `notFound`. */
export function removeReleaseLink(store: ServiceStore, release: Release, id: number): ReleaseLink {
  const link = requireReleaseLink(release, id);
  deleteReleaseLinkRow(store, link.id);
  return link;
}
