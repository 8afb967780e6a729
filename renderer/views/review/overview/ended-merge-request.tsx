import { CircleCheck, GitBranchPlus, GitMerge, Trash2, Undo2 } from "lucide-react";
import { type RefObject, useContext } from "react";
import { accessLevels } from "../../../../shared/api/contract/access-levels.ts";
import { createBranch, deleteBranch, listBranches } from "../../../../shared/api/resources/branches.ts";
import type { MergeRequest } from "../../../../shared/api/resources/merge-request-shapes.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { failureOf } from "../../../api/describe-problem.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { useWrite } from "../../../api/use-write.ts";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { useHasAccess } from "../../../features/ci/use-has-access.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { Icon } from "../../../ui/marks/icon.tsx";
import { confirm } from "../../../ui/overlays/confirm.tsx";
import { toast } from "../../../ui/overlays/toast.tsx";
import flow from "../../../ui/theme/flow.module.css";
import layout from "../../../ui/theme/layout.module.css";
import { RelativeTime } from "../../../ui/values/time.tsx";
import { ReviewContext } from "../merge-request/review-context.ts";
import styles from "./overview.module.css";

interface EndedMergeRequestProps {
  readonly mergeRequest: MergeRequest;
  /** Who has approved it, such as "Approved by Ada."; null where the service does not say. */
  readonly approvals: string | null;
  readonly box: RefObject<HTMLElement | null>;
}

/** A merge request that was merged or closed: by whom, who had approved it, and what can be done about it now. */
export function EndedMergeRequest({ mergeRequest, approvals, box }: EndedMergeRequestProps) {
  const { project } = useContext(ReviewContext);
  const account = useAccountId();
  const isMerged = mergeRequest.state === "merged";
  const who = mergeRequest.merge_user ?? mergeRequest.merged_by ?? mergeRequest.closed_by;
  const when = mergeRequest.merged_at ?? mergeRequest.closed_at;
  const commit = isMerged ? mergeRequest.merge_commit_sha : null;
  const mayWrite = useHasAccess(project, accessLevels.developer);
  const toCommit = (sha: string, ask?: string) => hrefs.commit(account, project, sha, ask ? { ask } : {});
  return (
    <section ref={box} className={styles.merge} aria-label="State" tabIndex={-1}>
      <div className={flow.cluster}>
        <Icon of={isMerged ? GitMerge : CircleCheck} />
        {isMerged ? "Merged" : "Closed"}
        {who ? ` by ${who.name}` : ""} {when ? <RelativeTime time={when} /> : null}
        {commit ? (
          <AppLink href={toCommit(commit)}>
            <code>{commit.slice(0, 8)}</code>
          </AppLink>
        ) : null}
        {approvals ? <span className={layout.muted}>{approvals}</span> : null}
      </div>
      {mayWrite ? (
        <div className={flow.cluster}>
          {commit ? (
            <>
              <Button icon={Undo2} asChild>
                <AppLink href={toCommit(commit, "revert")}>Revert…</AppLink>
              </Button>
              <Button icon={GitBranchPlus} asChild>
                <AppLink href={toCommit(commit, "cherry-pick")}>Cherry-pick…</AppLink>
              </Button>
            </>
          ) : null}
          {mergeRequest.source_project_id === mergeRequest.target_project_id ? (
            <SourceBranch
              project={project}
              name={mergeRequest.source_branch}
              head={mergeRequest.sha ?? null}
            />
          ) : null}
        </div>
      ) : null}
    </section>
  );
}

interface SourceBranchProps {
  readonly project: string;
  readonly name: string;
  /** The last commit that it had; null where the service does not say. */
  readonly head: string | null;
}

/** Deletes the source branch of a merge request that has ended, or creates it again where it was deleted. */
function SourceBranch({ project, name, head }: SourceBranchProps) {
  const branches = useOperation(listBranches, { id: project, search: `^${name}$` });
  const remove = useWrite(deleteBranch);
  const create = useWrite(createBranch);
  const branch = branches.data?.find((one) => one.name === name);
  const restoring = useSubmit(
    async () => {
      await create({ id: project, branch: name, ref: head ?? "" });
      toast.success(`Restored ${name}`);
    },
    { onFailure: (failure) => toast.problem(`${name} was not restored`, failure) },
  );
  const deleteAfterQuestion = async () => {
    const isDone = await confirm({
      title: `Delete ${name}?`,
      description:
        "Its commits stay as long as a branch or a tag contains them. It can be restored from here.",
      confirmLabel: "Delete branch",
      danger: true,
      failureTitle: `${name} was not deleted`,
      attempt: () => failureOf(remove({ id: project, branch: name })),
    });
    if (isDone) toast.success(`Deleted ${name}`);
  };
  if (!branches.data || branch?.default || branch?.protected) return null;
  if (branch)
    return (
      <Button writes icon={Trash2} onClick={() => void deleteAfterQuestion()}>
        Delete source branch…
      </Button>
    );
  return head === null ? null : (
    <Button icon={GitBranchPlus} writes loading={restoring.isPending} onClick={restoring.submit}>
      Restore source branch
    </Button>
  );
}
