import { GitBranch } from "lucide-react";
import { useContext } from "react";
import { rebaseMergeRequest } from "../../../../shared/api/resources/merge-request-merges.ts";
import type { MergeRequest } from "../../../../shared/api/resources/merge-request-shapes.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { useWrite } from "../../../api/use-write.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import flow from "../../../ui/theme/flow.module.css";
import layout from "../../../ui/theme/layout.module.css";
import { ReviewContext } from "../merge-request/review-context.ts";

interface RebaseProps {
  readonly mergeRequest: MergeRequest;
  /** Commits of the target that the source lacks; undefined where the service does not say. */
  readonly behind: number | undefined;
  readonly isRebasing: boolean;
  readonly onStarted: () => Promise<unknown>;
}

/** Commits that the source branch lacks, and the button that rebases it; null where it has all. */
export function Rebase({ mergeRequest, behind, isRebasing, onStarted }: RebaseProps) {
  const { project, iid } = useContext(ReviewContext);
  const write = useWrite(rebaseMergeRequest);
  const rebase = useSubmit(async () => {
    await write({ id: project, merge_request_iid: iid });
    await onStarted();
  });
  if (!behind && !isRebasing) return null;
  const { target_branch: target } = mergeRequest;
  return (
    <>
      <div className={flow.cluster}>
        <Button icon={GitBranch} writes loading={rebase.isPending || isRebasing} onClick={rebase.submit}>
          Rebase
        </Button>
        <span className={layout.muted} role="status">
          {isRebasing
            ? `Rebasing onto ${target}…`
            : `${behind} ${behind === 1 ? "commit" : "commits"} behind ${target}.`}
        </span>
      </div>
      {rebase.failure ? <ErrorState inline {...rebase.failure} /> : null}
    </>
  );
}
