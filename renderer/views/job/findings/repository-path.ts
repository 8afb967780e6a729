/** Where runners check repositories out, up to the folder that is named after the project. */
const buildFolder = /^(?:[a-z]:)?\/(?:.*\/)?builds\/(?:[\w-]+\/\d+\/)?/i;

/**
 * Returns the path within the repository of a file that a tool named; null where it lies outside of it. `project` is the
 * project's full path.
 */
export function repositoryPath(named: string, project: string): string | null {
  const path = named.replaceAll("\\", "/").replace(/^file:\/\//, "");
  const isAbsolute = path.startsWith("/") || /^[a-z]:\//i.test(path);
  const inside = isAbsolute ? withinCheckout(path, project) : path;
  if (inside === null) return null;
  const parts = inside.split("/").filter((part) => part !== "" && part !== ".");
  return parts.length === 0 || parts.includes("..") ? null : parts.join("/");
}

function withinCheckout(path: string, project: string): string | null {
  const at = path.indexOf(`/${project}/`);
  if (at >= 0) return path.slice(at + project.length + 2);
  // The project may have been renamed or forked since: as many folders below the builds as its path has.
  const folder = buildFolder.exec(path)?.[0];
  if (folder === undefined) return null;
  return path.slice(folder.length).split("/").slice(project.split("/").length).join("/");
}
