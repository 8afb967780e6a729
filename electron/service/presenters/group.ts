import type { GroupDetails, SingleGroupDetails } from "../domain/groups/read-groups.ts";
import type { Links } from "../http/context.ts";
import { toCustomAttributes } from "./custom-attributes.ts";
import { toProjectShape } from "./project.ts";

/** Returns a group as the interface shows it. */
export const toGroupShape = (links: Links, { group, attributes }: GroupDetails) => ({
  id: group.id,
  name: group.name,
  path: group.path,
  description: group.description,
  visibility: group.visibility,
  lfs_enabled: group.lfsEnabled,
  avatar_url: null,
  web_url: `${links.baseUrl}/groups/${group.fullPath}`,
  request_access_enabled: group.requestAccessEnabled,
  full_name: group.fullName,
  full_path: group.fullPath,
  file_template_project_id: group.fileTemplateProjectId,
  parent_id: group.parentId,
  ...(group.deletionRequestedAt === null
    ? {}
    : { marked_for_deletion_on: group.deletionRequestedAt.slice(0, 10) }),
  ...toCustomAttributes(attributes),
});

/** Returns a group with its projects. */
export const toGroupDetail = (links: Links, details: SingleGroupDetails) => ({
  ...toGroupShape(links, details),
  projects: details.projects.map((project) => toProjectShape(links, project)),
  shared_projects: details.sharedProjects.map((project) => toProjectShape(links, project)),
});
