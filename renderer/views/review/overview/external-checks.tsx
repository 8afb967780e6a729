import type { MergeRequest } from "../../../../shared/api/resources/merge-request-shapes.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { CheckBadges } from "../../../features/checks/check-badges.tsx";
import { checksText, isJobStatus, worstStatus } from "../../../features/checks/combined-status.ts";
import { type HeadChecks, useHeadChecks } from "../../../features/checks/use-head-checks.ts";
import flow from "../../../ui/flow.module.css";
import layout from "../../../ui/layout.module.css";

/** Returns the checks of the last commit that are not jobs of its pipeline. */
export function useExternalChecks(project: string, mergeRequest: MergeRequest): HeadChecks {
  const { checks, error } = useHeadChecks(project, mergeRequest);
  return { checks: checks?.filter((check) => !isJobStatus(check, mergeRequest.web_url ?? "")), error };
}

/** External checks that have not passed, and what that means for the merge; null where all have. */
export function ExternalChecks({
  checks = [],
  error,
  mustSucceed,
}: HeadChecks & { readonly mustSucceed: boolean }) {
  if (error)
    return (
      <p className={layout.muted}>
        Checks of the last commit could not be read, so that one may have failed.{" "}
        {describeProblem(error).message}
      </p>
    );
  const worst = worstStatus(checks);
  if (worst === null || worst === "success") return null;
  const warning = mustSucceed ? null : checksText(checks, false);
  return (
    <div className={flow.cluster}>
      <CheckBadges statuses={checks.filter(({ status }) => status !== "success" && status !== "skipped")} />
      {warning ? <span className={layout.muted}>{warning}</span> : null}
    </div>
  );
}
