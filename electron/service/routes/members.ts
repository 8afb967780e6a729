import {
  addProjectMember,
  createInvitation,
  deleteInvitation,
  getDirectMember,
  getProjectMember,
  listDirectMembers,
  listInvitations,
  listProjectMembers,
  removeProjectMember,
  updateProjectMember,
} from "../../../shared/api/resources/members.ts";
import { requireProject } from "../domain/access/require-access.ts";
import { mapPage, pageOf } from "../domain/paged.ts";
import {
  addMember,
  changeMember,
  findDirectMembers,
  findInvitations,
  invite,
  inviterOf,
  removeMember,
  requireDirectMember,
  withdrawInvitation,
} from "../domain/people/change-members.ts";
import { findMembers, requireMember } from "../domain/projects/members.ts";
import { type Context, implement } from "../http/implement.ts";
import { toMember } from "../presenters/user.ts";
import type { Invitation } from "../store/projects/invitations.ts";

export const memberRoutes = [
  implement(listProjectMembers, (input, context) => {
    const members = findMembers(context.store, requireProject(context, input.id), input.query);
    return mapPage(pageOf(context, members), (member) => toMember(context, member));
  }),
  implement(getProjectMember, (input, context) => {
    const project = requireProject(context, input.id);
    return toMember(context, requireMember(context.store, project, input.user_id));
  }),
  implement(listDirectMembers, (input, context) => {
    const members = findDirectMembers(context.store, requireProject(context, input.id), input.query);
    return mapPage(pageOf(context, members), (member) => toMember(context, member));
  }),
  implement(getDirectMember, (input, context) => {
    const project = requireProject(context, input.id);
    return toMember(context, requireDirectMember(context.store, project, input.user_id));
  }),
  implement(addProjectMember, (input, context) => {
    const project = requireProject(context, input.id, "maintainer");
    return toMember(context, addMember(context, project, input));
  }),
  implement(updateProjectMember, (input, context) => {
    const project = requireProject(context, input.id, "maintainer");
    return toMember(context, changeMember(context, project, input.user_id, input));
  }),
  implement(removeProjectMember, (input, context) => {
    removeMember(context, requireProject(context, input.id), input.user_id);
    return undefined;
  }),
  implement(listInvitations, (input, context) => {
    const project = requireProject(context, input.id, "maintainer");
    const page = pageOf(context, findInvitations(context.store, project, input.query));
    return mapPage(page, (invitation) => toInvitation(context, invitation));
  }),
  implement(createInvitation, (input, context) => {
    const project = requireProject(context, input.id, "maintainer");
    const problem = invite(context, project, input);
    return problem === null
      ? { status: "success" }
      : { status: "error", message: { [input.email]: problem } };
  }),
  implement(deleteInvitation, (input, context) => {
    withdrawInvitation(context.store, requireProject(context, input.id, "maintainer"), input.email);
    return undefined;
  }),
];

const toInvitation = ({ store }: Context, invitation: Invitation) => ({
  invite_email: invitation.email,
  access_level: invitation.level,
  created_at: invitation.createdAt,
  expires_at: invitation.expiresAt,
  created_by_name: inviterOf(store, invitation),
});
