import type { findLicense } from "../domain/projects/project-license.ts";
import type { Context } from "../http/context.ts";
import type { Project } from "../store/projects/projects.ts";

/** Returns the two fields of a project that name its license. */
export function toLicense(
  context: Context,
  project: Project,
  license: Awaited<ReturnType<typeof findLicense>>,
) {
  if (!license) return { license: null, license_url: null };
  const { key, name, path } = license;
  return {
    license: {
      key,
      name,
      nickname: null,
      html_url: `https://choosealicense.com/licenses/${key}/`,
      source_url: null,
    },
    license_url: `${context.baseUrl}/${project.fullPath}/-/blob/${project.defaultBranch}/${encodeURIComponent(path)}`,
  };
}
