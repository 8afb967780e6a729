import { GitBranch, Plus, Trash2 } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import {
  type Branch,
  createBranch,
  deleteBranch,
  getBranch,
} from "../../../shared/api/resources/branches.ts";
import { getProject } from "../../../shared/api/resources/projects.ts";
import { protectBranch, unprotectBranch } from "../../../shared/api/resources/protected-branches.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { useOperation } from "../../api/use-operation.ts";
import { useWrite } from "../../api/use-write.ts";
import { anyText } from "../../features/addresses/search-fields.ts";
import { useAddressSearch } from "../../features/addresses/use-address-search.ts";
import { useProjectRoute } from "../../features/addresses/use-route.ts";
import { usePipelineStates } from "../../features/ci/use-pipeline-states.ts";
import { checkedOut, useOriginal } from "../../features/local-repositories/use-original.ts";
import { LoadMore } from "../../features/paged-list/load-more.tsx";
import { NeedsCommits } from "../../features/repository/needs-commits.tsx";
import { Button, IconButton } from "../../ui/buttons/button.tsx";
import { SearchField } from "../../ui/forms/text-field.tsx";
import { VirtualList } from "../../ui/lists/virtual-list.tsx";
import { toast } from "../../ui/overlays/toast.tsx";
import { useLostRowFocus } from "../../ui/overlays/use-focus-return.ts";
import { PageHeader } from "../../ui/panes/page-header.tsx";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import layout from "../../ui/theme/layout.module.css";
import { DeleteMerged, NewBranch } from "./branch-dialogs.tsx";
import { groupBranches, mergedBranches } from "./branch-groups.ts";
import { type BranchActions, BranchRow } from "./branch-row.tsx";
import styles from "./branches.module.css";
import { useBranches, useDistances } from "./use-branches.ts";

const same = { ahead: "0", behind: "0" };
const none: readonly Branch[] = [];
const heights = { head: 36, branch: 56 } as const;

/** `create` opens the form for a new one. */
const branchesSearch = { search: anyText, create: anyText };

const countText = (count: number, suffix: string): string =>
  `${count.toLocaleString()} ${count === 1 ? "branch" : "branches"}${suffix}`;

/** The branches of a project, with their merge state and pipelines. */
export function BranchesView() {
  return (
    <NeedsCommits
      {...useProjectRoute()}
      icon={GitBranch}
      page="Branches"
      title="No branches yet"
      description="Branches appear after the first commit."
    >
      <Branches />
    </NeedsCommits>
  );
}

function Branches() {
  const { account, project } = useProjectRoute();
  const [{ search = "", create }, changeSearch] = useAddressSearch(branchesSearch);
  const [creating, setCreating] = useState(create !== undefined);
  useEffect(() => setCreating(create !== undefined), [create]);
  const [cleaning, setCleaning] = useState(false);
  const { branches, isWhole, total, hasGap, rest, error, refetch } = useBranches(project, search);
  const list = branches ?? none;
  const listed = list.find((branch) => branch.default);
  // A search leaves it out, and it may not be among the latest.
  const isLeftOut = branches !== undefined && !listed;
  const details = useOperation(getProject, isLeftOut ? { id: project } : null);
  const name = details.data?.default_branch;
  const alone = useOperation(getBranch, isLeftOut && name ? { id: project, branch: name } : null);
  const base = listed ?? alone.data;
  // Known before its commit is.
  const baseName = listed?.name ?? name ?? undefined;
  const actions = useBranchActions(project);
  const original = useOriginal(account, project);
  const missing = isWhole || search ? undefined : alone.data;
  const rows = useMemo(
    () => groupBranches(missing ? [missing, ...list] : list, Date.now(), isWhole),
    [list, missing, isWhole],
  );
  useLostRowFocus(rows);
  const [view, setView] = useState({ from: 0, to: 0 });
  const onView = useCallback((from: number, to: number) => setView({ from, to }), []);
  const visible = rows
    .slice(view.from, view.to)
    .flatMap((row) => (row.kind === "branch" ? [row.branch] : []));
  const distances = useDistances(
    account,
    project,
    base?.commit.id,
    visible.map(({ commit, merged }) => ({ id: commit.id, merged })),
  );
  const pipelines = usePipelineStates({
    project,
    oldest: visible
      .flatMap(({ commit }) => commit.committed_date ?? [])
      .toSorted((a, b) => Date.parse(a) - Date.parse(b))[0],
  });

  return (
    <div className={layout.page}>
      <PageHeader
        title="Branches"
        icon={GitBranch}
        meta={
          hasGap
            ? countText(list.length, " loaded")
            : branches && total !== undefined
              ? countText(total, search ? " found" : "")
              : branches || error
                ? undefined
                : null
        }
        tools={
          <>
            <search aria-label="Branches">
              <SearchField
                label="Search branches"
                placeholder="Search: ^prefix, suffix$"
                value={search}
                onChange={(value) => changeSearch({ search: value })}
              />
            </search>
            <IconButton
              label="Delete merged"
              icon={Trash2}
              // It reads all branches itself: a search or the first page may leave out those that are merged.
              disabled={!branches || (isWhole && !search && mergedBranches(list).length === 0)}
              onClick={() => setCleaning(true)}
            />
          </>
        }
        actions={
          <Button icon={Plus} variant="primary" onClick={() => setCreating(true)}>
            New branch
          </Button>
        }
      />
      {error ? (
        <ErrorState {...describeProblem(error)} onRetry={refetch} />
      ) : !branches ? (
        <Skeleton page lines={8} heading={heights.head} height={heights.branch} label="Loading branches" />
      ) : rows.length === 0 ? (
        <EmptyState
          icon={GitBranch}
          title={search ? "No matching branches" : "No branches yet"}
          description={search ? "Try different words." : "Branches appear after the first commit."}
        />
      ) : (
        <>
          <VirtualList
            label="Branches"
            role="list"
            className={layout.list ?? ""}
            items={rows}
            scope={search}
            itemKey={(row) => row.key}
            rowHeight={(row) => heights[row.kind]}
            isHeading={(row) => row.kind === "head"}
            onView={onView}
            renderItem={(row) =>
              row.kind === "head" ? (
                <h2 className={styles.head}>
                  {row.title} <span className={layout.muted}>{row.count}</span>
                </h2>
              ) : (
                <BranchRow
                  account={account}
                  project={project}
                  branch={row.branch}
                  pipeline={
                    pipelines.isSettled
                      ? (pipelines.find(row.branch.commit.id, row.branch.name) ?? null)
                      : undefined
                  }
                  baseName={baseName}
                  baseCommit={base?.commit.id}
                  distance={
                    row.branch.commit.id === base?.commit.id
                      ? same
                      : (distances.get(row.branch.commit.id) ?? (alone.isError ? null : undefined))
                  }
                  actions={actions}
                  checkedOut={checkedOut(original, row.branch.name)}
                />
              )
            }
          />
          <LoadMore list={rest} isScrolled />
        </>
      )}
      {cleaning ? <DeleteMerged project={project} onClose={() => setCleaning(false)} /> : null}
      {creating ? (
        <NewBranch
          project={project}
          from={baseName ?? ""}
          open={creating}
          onOpenChange={(isOpen) => {
            setCreating(isOpen);
            if (create !== undefined) changeSearch({ create: undefined });
          }}
        />
      ) : null}
    </div>
  );
}

/**
 * Returns the actions on a project's branches, each with a message when it is done. The same object at each render, so
 * that rows are not rendered again because of it.
 */
function useBranchActions(project: string): BranchActions {
  const write = {
    create: useWrite(createBranch),
    remove: useWrite(deleteBranch),
    protect: useWrite(protectBranch),
    unprotect: useWrite(unprotectBranch),
  };
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
      () => write.create({ id: project, branch: branch.name, ref: branch.commit.id }),
      `Restored ${branch.name}`,
    );
  const latest = useRef<BranchActions | null>(null);
  latest.current = {
    remove: (branch) =>
      void (async () => {
        try {
          await write.remove({ id: project, branch: branch.name });
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
        () => write.protect({ id: project, name: branch.name }),
        `${branch.name} is protected: only maintainers can push`,
      ),
    unprotect: (branch) =>
      void attempt(
        `${branch.name} is still protected`,
        () => write.unprotect({ id: project, name: branch.name }),
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
