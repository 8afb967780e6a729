import type { findLicense } from "../domain/projects/project-license.ts";
import type { Links } from "../http/context.ts";
import type { Project } from "../store/projects/projects.ts";

/** Returns the two fields of a project that name its license. */
export function toLicense(links: Links, project: Project, license: Awaited<ReturnType<typeof findLicense>>) {
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
    license_url: `${links.baseUrl}/${project.fullPath}/-/blob/${project.defaultBranch}/${encodeURIComponent(path)}`,
  };
}
