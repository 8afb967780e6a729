import { z } from "zod";
import type { Group } from "../../../shared/api/resources/groups.ts";
import { capitalize } from "../../../shared/text/capitalize.ts";
import { findNameProblem, findPathProblem, proposePath } from "../../../shared/text/group-path.ts";

/** Fields of the form of a group. */
export const groupFields = z.object({
  name: z.string(),
  /** Null while it follows the name. */
  path: z.string().nullable(),
  description: z.string(),
  visibility: z.enum(["private", "internal", "public"]),
  lfs: z.boolean(),
  requestAccess: z.boolean(),
  template: z.int().nullable(),
});
export type GroupFields = z.output<typeof groupFields>;

const visibilityOf = (value: string | undefined): GroupFields["visibility"] =>
  value === "public" || value === "internal" ? value : "private";

/** Returns the form of a new group below a parent, or at the top. */
export const blankFields = (parent: Group | null): GroupFields => ({
  name: "",
  path: null,
  description: "",
  visibility: visibilityOf(parent?.visibility),
  lfs: true,
  requestAccess: true,
  template: null,
});

export const fieldsOf = (group: Group): GroupFields => ({
  name: group.name,
  path: group.path,
  description: group.description ?? "",
  visibility: visibilityOf(group.visibility),
  lfs: group.lfs_enabled ?? true,
  requestAccess: group.request_access_enabled ?? true,
  template: group.file_template_project_id ?? null,
});

export const groupPath = ({ path, name }: GroupFields): string => path ?? proposePath(name);

/** Returns what is wrong with the name and the path, before a request is sent. */
export function findProblems(fields: GroupFields, level: "top" | "below") {
  const sentence = (text: string | null) => (text === null ? null : capitalize(text));
  return {
    name: sentence(findNameProblem(fields.name)),
    path: sentence(findPathProblem(groupPath(fields), level)),
  };
}

/** Returns the fields that were changed, under the interface's names. */
export function toChanges(group: Group, fields: GroupFields) {
  const before = fieldsOf(group);
  const path = groupPath(fields);
  return {
    ...(fields.name === before.name ? {} : { name: fields.name }),
    ...(path === before.path ? {} : { path }),
    ...(fields.description === before.description ? {} : { description: fields.description }),
    ...(fields.visibility === before.visibility ? {} : { visibility: fields.visibility }),
    ...(fields.lfs === before.lfs ? {} : { lfs_enabled: fields.lfs }),
    ...(fields.requestAccess === before.requestAccess
      ? {}
      : { request_access_enabled: fields.requestAccess }),
    ...(fields.template === before.template || fields.template === null
      ? {}
      : { file_template_project_id: fields.template }),
  };
}
