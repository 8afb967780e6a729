import { useMemo, useRef } from "react";
import {
  type Branch,
  createBranch,
  deleteBranch,
  protectBranch,
  unprotectBranch,
} from "../../../shared/api/resources/branches.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { useWrite } from "../../api/use-write.ts";
import { toast } from "../../ui/toast.tsx";
import type { BranchActions } from "./branch-row.tsx";

/**
 * Returns the actions on a project's branches, each with a message when it is done. The same object at each render, so
 * that rows are not rendered again because of it.
 */
export function useBranchActions(project: string): BranchActions {
  const write = useWrite();
  const attempt = async (what: string, work: () => Promise<unknown>, done: string) => {
    try {
      await work();
      toast.success(done);
    } catch (error) {
      toast.problem(what, describeProblem(error));
    }
  };
  const restore = (branch: Branch) =>
    void attempt(
      `${branch.name} was not restored`,
      () => write(createBranch, { id: project, branch: branch.name, ref: branch.commit.id }),
      `Restored ${branch.name}`,
    );
  const latest = useRef<BranchActions | null>(null);
  latest.current = {
    remove: (branch) =>
      void (async () => {
        try {
          await write(deleteBranch, { id: project, branch: branch.name });
          toast.info(`Deleted ${branch.name}`, {
            action: { label: "Undo", onSelect: () => restore(branch) },
          });
        } catch (error) {
          toast.problem(`${branch.name} was not deleted`, describeProblem(error));
        }
      })(),
    protect: (branch) =>
      void attempt(
        `${branch.name} was not protected`,
        () => write(protectBranch, { id: project, name: branch.name }),
        `${branch.name} is protected: only maintainers can push`,
      ),
    unprotect: (branch) =>
      void attempt(
        `${branch.name} is still protected`,
        () => write(unprotectBranch, { id: project, name: branch.name }),
        `${branch.name} is no longer protected`,
      ),
  };
  return useMemo(
    () => ({
      remove: (branch) => latest.current?.remove(branch),
      protect: (branch) => latest.current?.protect(branch),
      unprotect: (branch) => latest.current?.unprotect(branch),
    }),
    [],
  );
}
