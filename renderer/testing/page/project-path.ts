/** Returns the app's path of a project of the sample, or of a part of it such as `jobs/3`. */
export const projectPath = (project: string, part = ""): string =>
  `/a/local/p/${encodeURIComponent(project)}${part ? `/${part}` : ""}`;
