import {
  listLabels,
  listMilestones,
  listProjectMembers,
} from "../../../shared/api/resources/project-lists.ts";
import { memberLevel } from "../domain/access/access-level.ts";
import { implement } from "../http/implement.ts";
import { mapPage, pageOf } from "../http/paging.ts";
import { toMilestone } from "../presenters/merge-request.ts";
import { toUserSummary } from "../presenters/user.ts";
import { listLabelRows } from "../store/review/labels.ts";
import { listMilestoneRows } from "../store/review/milestones.ts";
import { matchesWords } from "../store/search-words.ts";
import { listUsers } from "../store/users/user-list.ts";

const matches = (text: string, search: string | undefined): boolean =>
  search === undefined || matchesWords(search, [text]);

/** Users that are searched for members. */
const maxUsers = 10_000;

export const projectListRoutes = [
  implement(listLabels, (input, context) => {
    const project = context.project(input.id);
    const labels = listLabelRows(context.store, project.id).filter(({ name }) => matches(name, input.search));
    return mapPage(pageOf(context, labels), (label) => ({ ...label, text_color: "#ffffff" }));
  }),
  implement(listMilestones, (input, context) => {
    const project = context.project(input.id);
    const milestones = listMilestoneRows(context.store, project.id).filter(
      ({ title, state }) => matches(title, input.search) && (!input.state || input.state === state),
    );
    return mapPage(pageOf(context, milestones), (milestone) => toMilestone(context, project, milestone));
  }),
  implement(listProjectMembers, (input, context) => {
    const project = context.project(input.id);
    const { users } = listUsers(context.store, {
      orderBy: "name",
      sort: "asc",
      limit: maxUsers,
      offset: 0,
      ...(input.query ? { search: input.query } : {}),
    });
    const members = users.flatMap((user) => {
      const level = memberLevel(context.store, user.id, project);
      return level > 0 ? [{ user, level }] : [];
    });
    return mapPage(pageOf(context, members), ({ user, level }) => ({
      ...toUserSummary(context, user),
      access_level: level,
      membership_state: "active",
    }));
  }),
];
