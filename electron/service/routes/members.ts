import { getProjectMember, listProjectMembers } from "../../../shared/api/resources/members.ts";
import { requireProject } from "../domain/access/require-access.ts";
import { mapPage, pageOf } from "../domain/paged.ts";
import { findMembers, requireMember } from "../domain/projects/members.ts";
import { implement } from "../http/implement.ts";
import { toMember } from "../presenters/user.ts";

export const memberRoutes = [
  implement(listProjectMembers, (input, context) => {
    const members = findMembers(context.store, requireProject(context, input.id), input.query);
    return mapPage(pageOf(context, members), (member) => toMember(context, member));
  }),
  implement(getProjectMember, (input, context) => {
    const project = requireProject(context, input.id);
    return toMember(context, requireMember(context.store, project, input.user_id));
  }),
];
