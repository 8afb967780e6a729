import type { Context } from "../http/context.ts";
import { listCustomAttributes } from "../store/custom-attributes.ts";
import type { Group } from "../store/groups/groups.ts";

/** Returns a group as the interface shows it. Custom attributes are for administrators. */
export const toGroupShape = (
  context: Context,
  group: Group,
  show: { readonly with_custom_attributes?: boolean | undefined } = {},
) => ({
  id: group.id,
  name: group.name,
  path: group.path,
  description: group.description,
  visibility: group.visibility,
  lfs_enabled: group.lfsEnabled,
  avatar_url: null,
  web_url: `${context.baseUrl}/groups/${group.fullPath}`,
  request_access_enabled: group.requestAccessEnabled,
  full_name: group.fullName,
  full_path: group.fullPath,
  file_template_project_id: group.fileTemplateProjectId,
  parent_id: group.parentId,
  ...(group.deletionRequestedAt === null
    ? {}
    : { marked_for_deletion_on: group.deletionRequestedAt.slice(0, 10) }),
  ...(show.with_custom_attributes && context.user?.isAdmin
    ? { custom_attributes: listCustomAttributes(context.store, { kind: "group", id: group.id }) }
    : {}),
});
