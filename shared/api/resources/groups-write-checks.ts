import type { Fields } from "../identity/identity.ts";
import { addsNamed } from "../write-checks/added-entry.ts";
import {
  deletes,
  done,
  isFields,
  makes,
  pickFields,
  sets,
  undecided,
  unseen,
  type WriteCheck,
  type WriteChecks,
} from "../write-checks/write-check.ts";
import { createGroup, deleteGroup, getGroup, listGroups, transferProject, updateGroup } from "./groups.ts";
import { openLocalRepository, removeLocalRepository } from "./local-repositories.ts";
import { getProject, updateProject } from "./projects.ts";

const group = ({ path, name }: Fields) => (path || name ? `Group ${name ?? path}` : "The group");

/** A service deletes groups in the background: one that is marked for it was accepted. */
const judgeDeletion: WriteCheck["judge"] = (found) =>
  found === null || (isFields(found) && found.marked_for_deletion_on) ? done(found) : undecided;

/** Checks of the writes of groups, projects and repositories of this computer. */
export const groupWriteChecks: WriteChecks = [
  [
    createGroup,
    addsNamed(
      listGroups,
      ({ path }) => ({ search: path, per_page: 100 }),
      (entry, { path, parent_id: parent }) =>
        entry.path === path && (entry.parent_id ?? null) === (parent ?? null),
      group,
    ),
  ],
  [updateGroup, sets(getGroup, pickFields("id"), ["name", "path", "description", "visibility"], group)],
  [deleteGroup, { ...deletes(getGroup, pickFields("id"), group, true), judge: judgeDeletion }],
  [
    transferProject,
    makes(
      getProject,
      ({ project_id: id }) => ({ id }),
      ({ namespace }, { id }) =>
        isFields(namespace) ? [String(namespace.id), namespace.full_path].includes(String(id)) : null,
      () => ["The project is in the group.", "The project is not in the group."],
    ),
  ],
  [updateProject, sets(getProject, pickFields("id"), Object.keys(updateProject.body), () => "The setting")],
  [openLocalRepository, unseen("Helve's own service opens a folder twice without harm")],
  [removeLocalRepository, unseen("Helve's own service removes it from its list alone, which is read again")],
];
