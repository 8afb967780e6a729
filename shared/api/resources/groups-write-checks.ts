import type { Fields } from "../identity/identity.ts";
import { addsNamed } from "../write-checks/added-entry.ts";
import {
  creates,
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
import {
  addProjectMember,
  createInvitation,
  deleteInvitation,
  getDirectMember,
  listInvitations,
  removeProjectMember,
  updateProjectMember,
} from "./members.ts";
import {
  archiveProject,
  createProject,
  deleteProject,
  forkProject,
  moveProject,
  starProject,
  unarchiveProject,
  unstarProject,
} from "./project-actions.ts";
import { getProject, listProjects, updateProject } from "./projects.ts";

const group = ({ path, name }: Fields) => (path || name ? `Group ${name ?? path}` : "The group");

/** A service deletes groups in the background: one that is marked for it was accepted. */
const judgeDeletion: WriteCheck["judge"] = (found) =>
  found === null || (isFields(found) && found.marked_for_deletion_on) ? done(found) : undecided;

const project = ({ name }: Fields) => (name ? `Project ${name}` : "The project");
const oneProject = pickFields("id");
const member = () => "The member";
const oneMember = pickFields("id", "user_id");

const isArchived = (expected: boolean): WriteCheck =>
  makes(
    getProject,
    oneProject,
    ({ archived }) => (typeof archived === "boolean" ? archived === expected : null),
    () =>
      expected
        ? ["The project is archived.", "The project is not archived."]
        : ["The project is not archived any more.", "The project is still archived."],
  );

/** The account's starred projects, among which the one is or is not. */
const isStarred = (expected: boolean): WriteCheck => ({
  read: listProjects,
  input: () => ({ starred: true, per_page: 100 }),
  judge: (found, { id }, { isComplete }) => {
    if (!Array.isArray(found)) return undecided;
    const starred = found.find(
      (one) => isFields(one) && [String(one.id), one.path_with_namespace].includes(String(id)),
    );
    if (starred) return expected ? done(starred) : { changed: "no" };
    return isComplete ? (expected ? { changed: "no" } : done(null)) : undecided;
  },
  sentences: () =>
    expected
      ? ["The project has your star.", "The project does not have your star."]
      : ["The project does not have your star any more.", "The project still has your star."],
});

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
  [
    createProject,
    addsNamed(
      listProjects,
      ({ name }) => ({ search: name, owned: true, per_page: 100 }),
      (entry, { name }) => entry.name === name,
      project,
    ),
  ],
  [forkProject, unseen("a fork is a new project, in a namespace that its own name may differ in")],
  [deleteProject, { ...deletes(getProject, oneProject, project, true), judge: judgeDeletion }],
  [starProject, isStarred(true)],
  [unstarProject, isStarred(false)],
  [archiveProject, isArchived(true)],
  [unarchiveProject, isArchived(false)],
  [
    moveProject,
    makes(
      getProject,
      oneProject,
      ({ namespace }, { namespace: to }) =>
        isFields(namespace) ? String(namespace.full_path) === String(to) : null,
      () => ["The project was moved.", "The project was not moved."],
    ),
  ],
  [addProjectMember, creates(getDirectMember, oneMember, member, ["access_level"])],
  [updateProjectMember, sets(getDirectMember, oneMember, ["access_level", "expires_at"], member)],
  [removeProjectMember, deletes(getDirectMember, oneMember, member)],
  [
    createInvitation,
    addsNamed(
      listInvitations,
      ({ id }) => ({ id, per_page: 100 }),
      (entry, { email }) => entry.invite_email === email,
      () => "The invitation",
    ),
  ],
  [
    deleteInvitation,
    {
      read: listInvitations,
      input: ({ id }) => ({ id, per_page: 100 }),
      judge: (found, { email }, { isComplete }) => {
        if (!Array.isArray(found)) return undecided;
        if (found.some((one) => isFields(one) && one.invite_email === email)) return { changed: "no" };
        return isComplete ? done(null) : undecided;
      },
      sentences: () => ["The invitation is no longer there.", "The invitation is still there."],
    },
  ],
  [openLocalRepository, unseen("Helve's own service opens a folder twice without harm")],
  [removeLocalRepository, unseen("Helve's own service removes it from its list alone, which is read again")],
];
