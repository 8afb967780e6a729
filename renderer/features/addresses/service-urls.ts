/**
 * URLs on a service that no address of the app leads to; `webUrl` has the others. `service` is the service's base URL,
 * `project` the URL of a project on it.
 */
export const serviceUrls = {
  /** URL of an operation; `path` begins with a slash. */
  api: (service: string, path: string) => `${service.replace(/\/+$/, "")}/api/v4${path}`,
  /** Page on which a user creates a personal access token. */
  newToken: (service: string) => `${service}/-/user_settings/personal_access_tokens?name=Helve&scopes=api`,
  /** Page on which users change their own profile. */
  profile: (service: string) => `${service}/-/profile`,
  /** A page or file of a project, such as `wikis/uploads/plan.pdf`. */
  epic: (service: string, group: string, iid: string) =>
    `${service.replace(/\/+$/, "")}/groups/${group.split("/").map(encodeURIComponent).join("/")}/-/epics/${iid}`,
  projectPage: (project: string, path: string, hash = "") => `${project}/-/${path}${hash ? `#${hash}` : ""}`,
} as const;

/** Returns the page of a commit's files by the page of the commit; null where that has another form. */
export function blobPageOfCommit(commitPage: string | null | undefined, id: string): string | null {
  const end = `/-/commit/${id}`;
  return commitPage?.endsWith(end) ? `${commitPage.slice(0, -end.length)}/-/blob/${id}` : null;
}

/** Returns the path in a project's wiki that a URL, or its path on the service, names; null for anything else. */
export function pathInWiki(project: string, address: string): string | null {
  if (!URL.canParse(project)) return null;
  const { origin, pathname } = new URL(project);
  const path = address.startsWith(origin) ? address.slice(origin.length) : address;
  const wiki = [`${pathname}/-/wikis/`, `${pathname}/wikis/`].find((begin) => path.startsWith(begin));
  return wiki === undefined ? null : path.slice(wiki.length);
}
