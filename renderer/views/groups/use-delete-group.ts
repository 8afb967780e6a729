import {
  deleteGroup,
  type Group,
  listGroupProjects,
  listSubgroups,
} from "../../../shared/api/resources/groups.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { failureOf } from "../../api/failure-of.ts";
import { requestOperation } from "../../api/fetch-operation.ts";
import { useWrite } from "../../api/use-write.ts";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useGo } from "../../features/addresses/use-go.ts";
import { followGroupDeletion } from "../../state/group-deletions.ts";
import { confirm } from "../../ui/confirm.tsx";
import { toast } from "../../ui/toast.tsx";

/** Returns how many projects and direct subgroups a group has; null where the service does not count. */
async function countContent(account: string, { id }: Group) {
  const [projects, subgroups] = await Promise.all([
    requestOperation(account, listGroupProjects, {
      id,
      include_subgroups: true,
      with_shared: false,
      simple: true,
      per_page: 1,
    }),
    requestOperation(account, listSubgroups, { id, all_available: true, per_page: 1 }),
  ]);
  return { projects: projects.paging.total, subgroups: subgroups.paging.total };
}

const plural = (count: number | null, one: string, many: string): string =>
  count === null ? `all ${many}` : `${count.toLocaleString()} ${count === 1 ? one : many}`;

/** Deletes a group after its path was typed, and follows the deletion until the group is gone. */
export function useDeleteGroup(account: string): (group: Group) => Promise<void> {
  const write = useWrite();
  const go = useGo();
  return async (group) => {
    try {
      const { projects, subgroups } = await countContent(account, group);
      const isDone = await confirm({
        title: `Delete ${group.full_name}?`,
        description: `This deletes ${plural(projects, "project", "projects")} with their repositories, merge requests, pipelines and wikis, and ${plural(subgroups, "subgroup", "subgroups")}, for everyone. It cannot be undone.`,
        confirmLabel: "Delete group",
        danger: true,
        requireText: group.full_path,
        failureTitle: `${group.full_path} was not deleted`,
        attempt: () => failureOf(write(deleteGroup, { id: group.id })),
      });
      if (!isDone) return;
      followGroupDeletion({ account, id: group.id, path: group.full_path, projects });
      toast.info(`Deleting ${group.full_path}`, { description: "See progress in the status bar." });
      go(hrefs.groups(account));
    } catch (error) {
      toast.problem(`${group.full_path} was not deleted`, describeProblem(error));
    }
  };
}
