import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { GitBranch, Plus, Search, Trash2 } from "lucide-react";
import { useState } from "react";
import {
  type Branch,
  createBranch,
  deleteBranch,
  deleteMergedBranches,
  getBranch,
  listBranches,
  protectBranch,
  unprotectBranch,
} from "../../../shared/api/branches.ts";
import { getProject } from "../../../shared/api/projects.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { useOperation, useOperationAll } from "../../api/use-operation.ts";
import { useWrite } from "../../api/use-write.ts";
import { Button } from "../../ui/button.tsx";
import { confirm } from "../../ui/confirm.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import { VirtualList } from "../../ui/virtual-list.tsx";
import { groupBranches } from "./branch-groups.ts";
import { type BranchActions, BranchRow } from "./branch-row.tsx";
import styles from "./branches.module.css";
import { NewBranch } from "./new-branch.tsx";

const heights = { head: 36, branch: 56 } as const;

/** The branches of a project, with what became of each. */
export function BranchesView() {
  const { account, project } = useParams({ strict: false }) as { account: string; project: string };
  const { search = "" } = useSearch({ strict: false }) as { search?: string };
  const navigate = useNavigate();
  const [creating, setCreating] = useState(false);
  const branches = useOperationAll(
    listBranches,
    { id: project, per_page: 100, ...(search ? { search } : {}) },
    { keepPrevious: true },
  );
  const list = branches.data ?? [];
  const listed = list.find((branch) => branch.default);
  // A search leaves it out.
  const details = useOperation(getProject, listed ? null : { id: project });
  const name = details.data?.default_branch;
  const alone = useOperation(getBranch, listed || !name ? null : { id: project, branch: name });
  const base = listed ?? alone.data;
  const merged = list.filter((branch) => branch.merged && !branch.protected && !branch.default);
  const actions = useBranchActions(project);
  const rows = groupBranches(list, Date.now());

  return (
    <div className={styles.page}>
      <PageHeader
        title="Branches"
        icon={GitBranch}
        meta={branches.data ? `${list.length} ${search ? "match" : "in all"}` : undefined}
        actions={
          <>
            <Button
              icon={Trash2}
              disabled={merged.length === 0}
              onClick={() => void actions.removeMerged(merged)}
            >
              Delete merged
            </Button>
            <Button icon={Plus} variant="primary" onClick={() => setCreating(true)}>
              New branch
            </Button>
          </>
        }
      />
      <search className={styles.bar} aria-label="Branches">
        <TextField
          label="Search branches"
          hideLabel
          type="search"
          icon={Search}
          placeholder="Search branches; ^begin and end$ work"
          value={search}
          onChange={(value) =>
            void navigate({
              to: "/a/$account/p/$project/branches",
              params: { account, project },
              search: value ? { search: value } : {},
              replace: true,
            })
          }
          className={styles.search ?? ""}
        />
      </search>
      {branches.isPending ? (
        <div className={styles.padded}>
          <Skeleton lines={8} height={30} label="Loading branches" />
        </div>
      ) : branches.error && !branches.data ? (
        <ErrorState {...describeProblem(branches.error)} onRetry={() => void branches.refetch()} />
      ) : rows.length === 0 ? (
        <EmptyState
          icon={GitBranch}
          title={search ? "No branch matches" : "No branches yet"}
          description={search ? "Try another word." : "The first commit brings the first branch."}
        />
      ) : (
        <VirtualList
          label="Branches"
          role="list"
          className={styles.list ?? ""}
          items={rows}
          itemKey={(row) => row.key}
          rowHeight={(row) => heights[row.kind]}
          renderItem={(row) =>
            row.kind === "head" ? (
              <h2 className={styles.head}>
                {row.title} <span className={styles.muted}>{row.count}</span>
              </h2>
            ) : (
              <BranchRow
                account={account}
                project={project}
                branch={row.branch}
                base={base}
                actions={actions}
              />
            )
          }
        />
      )}
      {creating ? (
        <NewBranch project={project} from={base?.name ?? ""} open={creating} onOpenChange={setCreating} />
      ) : null}
    </div>
  );
}

function useBranchActions(
  project: string,
): BranchActions & { removeMerged(list: readonly Branch[]): Promise<void> } {
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
      `${branch.name} was not brought back`,
      () => write(createBranch, { id: project, branch: branch.name, ref: branch.commit.id }),
      `${branch.name} is back at ${branch.commit.short_id}`,
    );
  return {
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
        `${branch.name} is protected: maintainers alone may push`,
      ),
    unprotect: (branch) =>
      void attempt(
        `${branch.name} is still protected`,
        () => write(unprotectBranch, { id: project, name: branch.name }),
        `${branch.name} is no longer protected`,
      ),
    removeMerged: async (list) => {
      const sure = await confirm({
        title: `Delete ${list.length} merged branches?`,
        description: (
          <ul className={styles.names}>
            {list.map((branch) => (
              <li key={branch.name}>
                <code>{branch.name}</code> at {branch.commit.short_id}
              </li>
            ))}
          </ul>
        ),
        confirmLabel: "Delete these",
        danger: true,
      });
      if (!sure) return;
      await attempt(
        "The merged branches were not deleted",
        () => write(deleteMergedBranches, { id: project }),
        "The service deletes the merged branches",
      );
    },
  };
}
