import {
  addToMergeTrain,
  getMergeTrainCar,
  listMergeTrains,
} from "../../../../shared/api/resources/merge-trains.ts";
import {
  addCar,
  type CarDetails,
  carOf,
  carsOf,
  describeCar,
} from "../../domain/merge-requests/merge-trains.ts";
import { mapPage, pageOf } from "../../domain/paged.ts";
import { type Context, implement } from "../../http/implement.ts";
import { toSimpleMergeRequest } from "../../presenters/merge-request.ts";
import { toPipelineSummary } from "../../presenters/pipeline.ts";
import { toUserOrNull } from "../../presenters/user.ts";
import type { TrainCar } from "../../store/review/merge-trains.ts";

function toCar(context: Context, car: TrainCar) {
  const details: CarDetails = describeCar(context, car);
  const { pipeline } = details;
  return {
    id: car.id,
    merge_request: toSimpleMergeRequest(context, details),
    user: toUserOrNull(context, details.user),
    pipeline: pipeline && toPipelineSummary(context, pipeline.project, pipeline.pipeline),
    created_at: car.createdAt,
    updated_at: car.updatedAt,
    target_branch: car.targetBranch,
    status: car.status,
    merged_at: car.mergedAt,
    duration:
      car.mergedAt === null
        ? null
        : Math.max(0, Math.floor((Date.parse(car.mergedAt) - Date.parse(car.createdAt)) / 1_000)),
  };
}

export const mergeTrainRoutes = [
  implement(listMergeTrains, (input, context) => {
    const cars = carsOf(context, input.id, input.scope);
    const sorted = input.sort === "asc" ? cars : cars.toReversed();
    return mapPage(pageOf(context, sorted), (car) => toCar(context, car));
  }),
  implement(getMergeTrainCar, (input, context) =>
    toCar(context, carOf(context, input.id, input.merge_request_iid)),
  ),
  implement(addToMergeTrain, (input, context) =>
    addCar(context, input.id, input.merge_request_iid, { sha: input.sha, squash: input.squash }).map((car) =>
      toCar(context, car),
    ),
  ),
];
