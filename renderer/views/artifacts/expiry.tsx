import type { Job } from "../../../shared/api/resources/job-shapes.ts";
import { RelativeTime } from "../../ui/relative-time.tsx";

/** Shows when the artifacts of a job expire. */
export function Expiry({ job: { artifacts_expire_at: time } }: { readonly job: Job }) {
  if (!time) return <span title="Kept until someone deletes them">never expires</span>;
  return (
    <span>
      {Date.parse(time) < Date.now() ? "expired " : "expires "}
      <RelativeTime future time={time} />
    </span>
  );
}
