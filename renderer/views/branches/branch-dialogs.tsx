import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import {
  type Branch,
  createBranch,
  deleteBranch,
  listBranches,
} from "../../../shared/api/resources/branches.ts";
import { listCommits } from "../../../shared/api/resources/commits.ts";
import { getProject } from "../../../shared/api/resources/projects.ts";
import { listTags } from "../../../shared/api/resources/tags.ts";
import { ProblemError } from "../../../shared/errors.ts";
import { useAccountId } from "../../api/account-context.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { operationQuery, useOperationAll } from "../../api/use-operation.ts";
import { useSubmit } from "../../api/use-submit.ts";
import { useWrite } from "../../api/use-write.ts";
import { useGo } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useRefNameProblem } from "../../features/ref-picker/ref-name-problem.ts";
import { RefPicker } from "../../features/ref-picker/ref-picker.tsx";
import { useDraft } from "../../state/drafts.ts";
import { Checkbox } from "../../ui/forms/checkbox.tsx";
import { TextField } from "../../ui/forms/text-field.tsx";
import { FormDialog } from "../../ui/overlays/form-dialog.tsx";
import { toast } from "../../ui/overlays/toast.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { deletableBranches, mergedBranches } from "./branch-groups.ts";
import styles from "./branches.module.css";

interface DeleteMergedProps {
  readonly project: string;
  readonly onClose: () => void;
}

/** Milliseconds by which clocks of committers may differ. */
const clockSkewMs = 86_400_000;

/** Deletes the branches that it lists by name, and no other, whatever is merged in the meantime. */
export function DeleteMerged({ project, onClose }: DeleteMergedProps) {
  const create = useWrite(createBranch);
  const remove = useWrite(deleteBranch);
  const all = useOperationAll(listBranches, { id: project, per_page: 100 });
  const main = all.data?.find((branch) => branch.default)?.name;
  const since = useMemo(() => sinceTheOldest(mergedBranches(all.data ?? [])), [all.data]);
  const enabled = main !== undefined && since !== null;
  const mainline = useOperationAll(
    listCommits,
    enabled ? { id: project, ref_name: main, first_parent: true, since, per_page: 100 } : null,
  );
  const tags = useOperationAll(listTags, { id: project, per_page: 100 });
  const reads = enabled ? [all, mainline, tags] : [all, tags];
  const failed = reads.find(({ error, data }) => error && !data);
  const isReady = reads.every(({ data }) => data !== undefined);
  const { merged, maybeNew } = deletableBranches(
    all.data ?? [],
    mainline.data,
    tags.data?.flatMap(({ commit }) => commit ?? []),
  );
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set());
  const deleted = [...merged, ...maybeNew.filter(({ name }) => added.has(name))];
  const count = `${deleted.length} ${deleted.length === 1 ? "branch" : "branches"}`;
  const restore = async (branches: readonly Branch[]) => {
    try {
      for (const { name, commit } of branches) await create({ id: project, branch: name, ref: commit.id });
    } catch (error) {
      toast.problem("Some branches were not restored", describeProblem(error));
    }
  };
  const submission = useSubmit(async () => {
    const gone: Branch[] = [];
    try {
      for (const branch of deleted) {
        await remove({ id: project, branch: branch.name });
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
      {failed ? (
        <ErrorState compact {...describeProblem(failed.error)} onRetry={() => void failed.refetch()} />
      ) : !isReady ? (
        <Skeleton lines={4} label="Loading branches" />
      ) : (
        <>
          <p>
            {deleted.length === 0
              ? "There are no branches whose own commits were merged."
              : `Deletes ${count}. All of their commits are in ${main ?? "the default branch"}.`}
          </p>
          <ul className={styles.names} aria-label="Branches to delete" {...focusable}>
            {merged.map(({ name, commit }) => (
              <li key={name}>
                <code>{name}</code> at <code>{commit.short_id}</code>
              </li>
            ))}
          </ul>
          {maybeNew.length > 0 ? (
            <>
              <p>
                Kept unless selected: these may be new and waiting for their first commit, since each points
                at a former tip of {main}, a tag or another branch.
              </p>
              <ul aria-label="Branches to keep">
                {maybeNew.map(({ name, commit }) => (
                  <li key={name}>
                    <Checkbox
                      label={
                        <>
                          <code>{name}</code> at <code>{commit.short_id}</code>
                        </>
                      }
                      checked={added.has(name)}
                      onChange={(isAdded) => setAdded((now) => withName(now, name, isAdded))}
                    />
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

/** Returns the time of the oldest tip, minus a tolerance for clock differences; null for no branches. */
function sinceTheOldest(branches: readonly Branch[]): string | null {
  if (branches.length === 0) return null;
  const oldest = branches.reduce(
    (least, { commit }) => Math.min(least, Date.parse(commit.committed_date ?? "") || 0),
    Date.now(),
  );
  return new Date(Math.max(0, oldest - clockSkewMs)).toISOString();
}

function withName(names: ReadonlySet<string>, name: string, isIn: boolean): ReadonlySet<string> {
  const next = new Set(names);
  if (isIn) next.add(name);
  else next.delete(name);
  return next;
}

/** The dialog is scrolled by keyboard where the list is too long for it. */
const focusable = { tabIndex: 0 };

interface NewBranchProps {
  readonly project: string;
  readonly from: string;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Creates a branch, whose name is checked and stored while it is typed, and starts a merge request of it if wanted. */
export function NewBranch({ project, from, open, onOpenChange }: NewBranchProps) {
  const account = useAccountId();
  const go = useGo();
  const client = useQueryClient();
  const write = useWrite(createBranch);
  const draft = useDraft(`new-branch ${JSON.stringify([account, project])}`);
  const name = draft.text.trim();
  const problem = useRefNameProblem(project, "branch", name);
  const [chosen, setStart] = useState<string | null>(null);
  // The default branch may become known after the dialog was opened.
  const start = chosen ?? from;
  const [startsMergeRequest, setStartsMergeRequest] = useState(false);
  const defaultBranch = async (): Promise<string> => {
    const { data } = await client.ensureQueryData(operationQuery(account, getProject, { id: project }));
    if (data.default_branch) return data.default_branch;
    throw new ProblemError({ code: "invalid_input", message: "Choose where the branch starts." });
  };
  const submission = useSubmit(async () => {
    const ref = start || (await defaultBranch());
    await write({ id: project, branch: name, ref });
    const form = { create: "1", source: name, target: ref };
    const address = hrefs.project(account, project, "merge_requests", form);
    toast.success(
      `Created ${name}`,
      startsMergeRequest ? {} : { action: { label: "New merge request", onSelect: () => go(address) } },
    );
    draft.clear();
    onOpenChange(false);
    if (startsMergeRequest) go(address);
  });
  return (
    <FormDialog
      open={open}
      onClose={() => onOpenChange(false)}
      title="New branch"
      submitLabel="Create branch"
      submission={submission}
      isReady={name !== "" && problem === undefined}
    >
      <TextField
        label="Name"
        mono
        value={draft.text}
        onChange={draft.setText}
        error={problem}
        placeholder="feature/short-description"
        autoFocus
      />
      <RefPicker
        project={project}
        label="From"
        showsLabel
        current={start || null}
        defaultBranch={from || null}
        onChoose={setStart}
      />
      <Checkbox
        label="Start a merge request"
        description={`From the new branch into ${start || "its start"}`}
        checked={startsMergeRequest}
        onChange={setStartsMergeRequest}
      />
    </FormDialog>
  );
}
