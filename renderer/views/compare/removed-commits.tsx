import { compareRefs } from "../../../shared/api/resources/repository.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { useOperation } from "../../api/use-operation.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import layout from "../../ui/layout.module.css";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Commits } from "./comparison-commits.tsx";

interface RemovedCommitsProps {
  readonly account: string;
  readonly project: string;
  readonly from: string;
  readonly to: string;
}

/** The commits of `from` that `to` lacks, such as those that a rollback took away. */
export function RemovedCommits({ account, project, from, to }: RemovedCommitsProps) {
  const { data, error, refetch } = useOperation(compareRefs, { id: project, from: to, to: from });
  if (data) return <Commits {...{ account, project }} comparison={data} areRemoved />;
  if (error) return <ErrorState compact {...describeProblem(error)} onRetry={() => void refetch()} />;
  return (
    <div className={layout.padded}>
      <Skeleton lines={2} label="Loading commits" />
    </div>
  );
}
