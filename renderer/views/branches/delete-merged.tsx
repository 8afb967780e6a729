import { useState } from "react";
import {
  type Branch,
  createBranch,
  deleteBranch,
  listBranches,
} from "../../../shared/api/resources/branches.ts";
import { listCommits } from "../../../shared/api/resources/commits.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { useOperationAll } from "../../api/use-operation.ts";
import { useSubmit } from "../../api/use-submit.ts";
import { useWrite } from "../../api/use-write.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast.tsx";
import styles from "./branches.module.css";
import { deletableBranches, freshMs } from "./deletable-branches.ts";

interface DeleteMergedProps {
  readonly project: string;
  readonly onClose: () => void;
}

/** Deletes the branches that it lists by name, and no other, whatever is merged in the meantime. */
export function DeleteMerged({ project, onClose }: DeleteMergedProps) {
  const write = useWrite();
  const all = useOperationAll(listBranches, { id: project, per_page: 100 });
  const main = all.data?.find((branch) => branch.default)?.name;
  const [since] = useState(() => new Date(Date.now() - freshMs).toISOString());
  const recent = useOperationAll(
    listCommits,
    main ? { id: project, ref_name: main, since, first_parent: true, per_page: 100 } : null,
  );
  const isReady = all.data !== undefined && (main === undefined || recent.data !== undefined);
  const { deleted, spared } = deletableBranches(all.data ?? [], recent.data ?? []);
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
      isReady={isReady && deleted.length > 0}
      failureTitle="Some branches were not deleted"
    >
      {(all.error && !all.data) || (recent.error && !recent.data) ? (
        <ErrorState
          compact
          {...describeProblem(all.error ?? recent.error)}
          onRetry={() => void (all.data ? recent : all).refetch()}
        />
      ) : !isReady ? (
        <Skeleton lines={4} label="Loading branches" />
      ) : (
        <>
          <p>
            {deleted.length === 0
              ? "There are no merged branches to delete."
              : `Deletes ${count}. All of their commits are in ${main ?? "the default branch"}.`}
          </p>
          <ul className={styles.names} aria-label="Branches to delete" {...focusable}>
            {deleted.map(({ name, commit }) => (
              <li key={name}>
                <code>{name}</code> at <code>{commit.short_id}</code>
              </li>
            ))}
          </ul>
          {spared.length > 0 ? (
            <>
              <p>
                Not deleted: no commits of their own, and made at a commit of {main} that is less than a day
                old or its latest one. They may be waiting for their first commit.
              </p>
              <ul className={styles.names} aria-label="Branches to keep" {...focusable}>
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

/** A list that is too long for the dialog scrolls by keyboard. */
const focusable = { tabIndex: 0 };
