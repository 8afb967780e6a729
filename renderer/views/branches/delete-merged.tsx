import {
  type Branch,
  createBranch,
  deleteBranch,
  listBranches,
} from "../../../shared/api/resources/branches.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { useOperationAll } from "../../api/use-operation.ts";
import { useSubmit } from "../../api/use-submit.ts";
import { useWrite } from "../../api/use-write.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast.tsx";
import styles from "./branches.module.css";
import { deletableBranches } from "./deletable-branches.ts";

interface DeleteMergedProps {
  readonly project: string;
  readonly onClose: () => void;
}

/** Deletes the branches that it lists by name, and no other, whatever is merged in the meantime. */
export function DeleteMerged({ project, onClose }: DeleteMergedProps) {
  const write = useWrite();
  const all = useOperationAll(listBranches, { id: project, per_page: 100 });
  const { deleted, spared } = deletableBranches(all.data ?? []);
  const count = `${deleted.length} ${deleted.length === 1 ? "branch" : "branches"}`;
  const restore = async (branches: readonly Branch[]) => {
    try {
      for (const { name, commit } of branches)
        await write(createBranch, { id: project, branch: name, ref: commit.id });
    } catch (error) {
      toast.problem("Some branches were not restored", describeProblem(error));
    }
  };
  const submission = useSubmit(async () => {
    const gone: Branch[] = [];
    try {
      for (const branch of deleted) {
        await write(deleteBranch, { id: project, branch: branch.name });
        gone.push(branch);
      }
    } finally {
      if (gone.length > 0) {
        toast.info(`Deleted ${gone.length} merged ${gone.length === 1 ? "branch" : "branches"}`, {
          action: { label: "Undo", onSelect: () => void restore(gone) },
        });
      }
    }
    onClose();
  });
  return (
    <FormDialog
      onClose={onClose}
      title="Delete merged branches"
      submitLabel={`Delete ${count}`}
      danger
      submission={submission}
      isReady={deleted.length > 0}
      failureTitle="Some branches were not deleted"
    >
      {all.error && !all.data ? (
        <ErrorState compact {...describeProblem(all.error)} onRetry={() => void all.refetch()} />
      ) : !all.data ? (
        <Skeleton lines={4} label="Loading branches" />
      ) : (
        <>
          <p>
            {deleted.length === 0
              ? "No merged branch can be deleted."
              : `${count} will be deleted. Everything on them is in the default branch.`}
          </p>
          <ul className={styles.names} aria-label="Branches to delete">
            {deleted.map(({ name, commit }) => (
              <li key={name}>
                <code>{name}</code> at {commit.short_id}
              </li>
            ))}
          </ul>
          {spared.length > 0 ? (
            <>
              <p>Left alone, since they have no commits of their own yet:</p>
              <ul className={styles.names} aria-label="Branches left alone">
                {spared.map(({ name }) => (
                  <li key={name}>
                    <code>{name}</code>
                  </li>
                ))}
              </ul>
            </>
          ) : null}
        </>
      )}
    </FormDialog>
  );
}
