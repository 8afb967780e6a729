import { CalendarX2, Clock, Download, Eraser, PackageX } from "lucide-react";
import type { Job } from "../../../../shared/api/resources/job-shapes.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";

/** Returns whether a job has an archive of artifacts that can be read now. */
export const hasArchive = (job: Job): boolean =>
  !job.erased_at &&
  (job.artifacts.some(({ file_type }) => file_type === "archive") || job.artifacts_file != null);

const unfinished = new Set(["created", "pending", "running", "preparing", "manual", "scheduled"]);

/** Reason why a job has no artifacts. */
export function NoArtifacts({ job }: { readonly job: Job }) {
  const expired = job.artifacts_expire_at && Date.parse(job.artifacts_expire_at) < Date.now();
  if (job.erased_at) {
    return (
      <EmptyState
        icon={Eraser}
        title="The artifacts were erased"
        description={
          <>
            Erased <RelativeTime time={job.erased_at} />. Retry the job to make them again.
          </>
        }
      />
    );
  }
  if (expired) {
    return (
      <EmptyState
        icon={CalendarX2}
        title="The artifacts have expired"
        description={
          <>
            The service deleted them <RelativeTime time={job.artifacts_expire_at ?? ""} />. Retry the job to
            make them again, or set a longer <code>artifacts:expire_in</code>.
          </>
        }
      />
    );
  }
  if (unfinished.has(job.status)) {
    return (
      <EmptyState
        icon={Clock}
        title="No artifacts yet"
        description="A job uploads its artifacts when it ends. They appear here then."
      />
    );
  }
  return (
    <EmptyState
      icon={PackageX}
      title="No artifacts"
      description={
        <>
          This job has no artifacts, or they have expired. A job keeps the files that{" "}
          <code>artifacts:paths</code> names.
        </>
      }
    />
  );
}

interface ArchiveTooLargeProps {
  readonly message: string;
  readonly onDownload: () => void;
}

/** The archive's entries cannot be listed without reading all of it. */
export function ArchiveTooLarge({ message, onDownload }: ArchiveTooLargeProps) {
  return (
    <EmptyState
      icon={PackageX}
      title="Cannot be browsed here"
      description={message}
      actions={
        <Button variant="primary" icon={Download} onClick={onDownload}>
          Download archive
        </Button>
      }
    />
  );
}
