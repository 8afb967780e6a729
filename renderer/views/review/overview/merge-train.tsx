import { useQuery } from "@tanstack/react-query";
import { TrainFront, X } from "lucide-react";
import { useContext } from "react";
import { cancelAutoMerge } from "../../../../shared/api/resources/merge-request-merges.ts";
import type { MergeRequest } from "../../../../shared/api/resources/merge-request-shapes.ts";
import {
  addToMergeTrain,
  listMergeTrains,
  type MergeTrainCar,
} from "../../../../shared/api/resources/merge-trains.ts";
import type { Project } from "../../../../shared/api/resources/projects.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { tryExtension } from "../../../api/extensions.ts";
import { requestOperation } from "../../../api/fetch-operation.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { useWrite } from "../../../api/use-write.ts";
import { PipelineLink } from "../../../features/ci/ci-links.tsx";
import { pipelineProject } from "../../../features/merge-requests/merge-request-project.ts";
import { watchMerge } from "../../../features/merge-requests/watch-merge.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { toast } from "../../../ui/overlays/toast.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import flow from "../../../ui/theme/flow.module.css";
import { ReviewContext } from "../merge-request/review-context.ts";

/** Milliseconds between two reads of a train that the merge request is on. */
const pollMs = 10_000;

/** The train of a merge request's target branch. */
export interface MergeTrain {
  /** Merge requests on it, the first one first. */
  readonly cars: readonly MergeTrainCar[];
  /** Position of the merge request, from 1; 0 where it is not on it. */
  readonly position: number;
}

/** Reads the train of a merge request's target branch; null where the project has none, undefined until known. */
export function useMergeTrain(
  mergeRequest: MergeRequest,
  details: Project | undefined,
): MergeTrain | null | undefined {
  const { project } = useContext(ReviewContext);
  const account = useAccountId();
  const { iid, target_branch: target } = mergeRequest;
  const isEnabled = details?.merge_trains_enabled === true;
  const { data } = useQuery({
    // As those of operations begin, so that a write of the account makes it stale.
    queryKey: ["operation", account, "merge train", "one", { project, target, iid }],
    queryFn: ({ signal }) =>
      tryExtension(account, listMergeTrains, async (): Promise<MergeTrain> => {
        const input = { id: project, scope: "active", sort: "asc", per_page: 100 } as const;
        const found = (await requestOperation(account, listMergeTrains, input, { signal })).data;
        const cars = found.filter((car) => car.target_branch === target);
        return { cars, position: cars.findIndex((car) => car.merge_request.iid === iid) + 1 };
      }),
    enabled: isEnabled && mergeRequest.state === "opened",
    refetchInterval: ({ state }) => (state.data?.position ? pollMs : false),
    meta: { reads: listMergeTrains.reads },
  });
  return details && !isEnabled ? null : data;
}

interface TrainPlaceProps {
  readonly mergeRequest: MergeRequest;
  readonly train: MergeTrain;
  readonly refetch: () => Promise<unknown>;
}

/** The position of a merge request on its train with the pipeline that it waits for, and the button that removes it. */
export function TrainPlace({ mergeRequest, train: { cars, position }, refetch }: TrainPlaceProps) {
  const { project, iid } = useContext(ReviewContext);
  const account = useAccountId();
  const write = useWrite(cancelAutoMerge);
  const removing = useSubmit(async () => {
    await write({ id: project, merge_request_iid: iid });
    await refetch();
    toast.success("Removed from the merge train");
  });
  const car = cars[position - 1];
  const pipeline = car?.pipeline;
  return (
    <>
      <div className={flow.cluster}>
        <span role="status">
          Position {position} of {cars.length} on the merge train for {mergeRequest.target_branch}
          {car?.user ? `, added by ${car.user.name}` : ""}.
        </span>
        {pipeline ? (
          <PipelineLink
            account={account}
            project={pipelineProject(project, mergeRequest, pipeline)}
            pipeline={pipeline}
          />
        ) : null}
        <Button icon={X} writes loading={removing.isPending} onClick={removing.submit}>
          Remove from merge train
        </Button>
      </div>
      {removing.failure ? <ErrorState inline {...removing.failure} /> : null}
    </>
  );
}

interface AddToTrainProps {
  readonly mergeRequest: MergeRequest;
  /** Undefined until known: the button has its place before. */
  readonly train: MergeTrain | undefined;
  readonly squash: boolean;
  /** Whether it cannot be merged now, nor once its pipeline has succeeded. */
  readonly disabled: boolean;
  readonly waitsForPipeline: boolean;
  readonly refetch: () => Promise<unknown>;
}

/** The button that adds a merge request to the train of its target branch. */
export function AddToTrain(props: AddToTrainProps) {
  const { mergeRequest, train, squash, disabled, waitsForPipeline, refetch } = props;
  const { project, iid } = useContext(ReviewContext);
  const account = useAccountId();
  const write = useWrite(addToMergeTrain);
  const adding = useSubmit(
    async () => {
      await write({
        id: project,
        merge_request_iid: iid,
        ...(mergeRequest.sha ? { sha: mergeRequest.sha } : {}),
        squash,
        // Also on services that do not know `auto_merge` yet.
        when_pipeline_succeeds: waitsForPipeline || undefined,
      });
      await watchMerge(account, project, mergeRequest);
      await refetch();
    },
    { onFailure: (failure) => toast.problem("It was not added to the merge train", failure) },
  );
  return (
    <Button
      icon={TrainFront}
      writes
      loading={adding.isPending}
      disabled={disabled || !train}
      onClick={adding.submit}
    >
      {train?.cars.length === 0 ? "Start merge train" : "Add to merge train"}
    </Button>
  );
}
