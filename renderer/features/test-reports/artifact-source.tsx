import { useQuery } from "@tanstack/react-query";
import { CalendarX2, Clock, Download, Eraser, PackageX } from "lucide-react";
import type { InputOf } from "../../../shared/api/contract/operation.ts";
import {
  getJobArtifactFile,
  getJobArtifacts,
  getRefArtifactFile,
  getRefArtifacts,
} from "../../../shared/api/resources/job-artifacts.ts";
import type { Job } from "../../../shared/api/resources/job-shapes.ts";
import { type ArchiveListing, artifactRoutes } from "../../../shared/host/artifacts.ts";
import { nameOf } from "../../../shared/text/paths.ts";
import { shortRef } from "../../../shared/text/ref-name.ts";
import { callHost } from "../../api/fetch-host.ts";
import { callOperation, cancelableRead, operationPath, operationUrl } from "../../api/fetch-operation.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import { RelativeTime } from "../../ui/values/time.tsx";
import { downloadWithNotice } from "../file-preview/download-with-notice.ts";

/** Owner of artifacts: a job, or the newest successful job with a name on a branch or tag. */
export type ArtifactSource = {
  readonly account: string;
  readonly project: string;
} & ({ readonly job: number } | { readonly ref: string; readonly name: string });

const localAccount = "local";

const jobInput = ({ project, job }: { readonly project: string; readonly job: number }) => ({
  id: project,
  job_id: job,
});
/** Real services know no full names here; the local one does, and tells a tag from a branch by them. */
const refInput = (source: {
  readonly account: string;
  readonly project: string;
  readonly ref: string;
  readonly name: string;
}) => ({
  id: source.project,
  ref_name: source.account === localAccount ? source.ref : shortRef(source.ref),
  job: source.name,
});

/** Lists what is in the archive. Throws ProblemError. */
export const listEntries = (source: ArtifactSource, signal: AbortSignal): Promise<ArchiveListing> =>
  "job" in source
    ? listArtifactEntries(source.account, getJobArtifacts, jobInput(source), signal)
    : listArtifactEntries(source.account, getRefArtifacts, refInput(source), signal);

/** Requests one file of the archive, whose bytes the service unpacks. Throws ProblemError. */
export const readArtifactFile = (
  source: ArtifactSource,
  path: string,
  signal: AbortSignal,
): Promise<Response> =>
  "job" in source
    ? callOperation(
        source.account,
        getJobArtifactFile,
        { ...jobInput(source), artifact_path: path },
        { signal },
      )
    : callOperation(
        source.account,
        getRefArtifactFile,
        { ...refInput(source), artifact_path: path },
        { signal },
      );

/** URL of the bytes of one file, for images and for dragging out of the window. */
export const artifactFileUrl = (source: ArtifactSource, path: string): string =>
  "job" in source
    ? operationUrl(source.account, getJobArtifactFile, { ...jobInput(source), artifact_path: path })
    : operationUrl(source.account, getRefArtifactFile, { ...refInput(source), artifact_path: path });

/** Starts the download of the whole archive. */
export const downloadArchive = (source: ArtifactSource, name: string): Promise<void> =>
  "job" in source
    ? downloadWithNotice(source.account, getJobArtifacts, jobInput(source), name)
    : downloadWithNotice(source.account, getRefArtifacts, refInput(source), name);

/** Starts the download of one file. */
export function downloadArtifactFile(source: ArtifactSource, path: string): Promise<void> {
  const name = nameOf(path);
  return "job" in source
    ? downloadWithNotice(
        source.account,
        getJobArtifactFile,
        { ...jobInput(source), artifact_path: path },
        name,
      )
    : downloadWithNotice(
        source.account,
        getRefArtifactFile,
        { ...refInput(source), artifact_path: path },
        name,
      );
}

/** Reads what is in an archive. A job's archive never changes until the job is erased or its artifacts expire. */
export const useArtifactEntries = (source: ArtifactSource | null) =>
  useQuery({
    queryKey: ["artifact-entries", source],
    queryFn: ({ signal }) => (source ? listEntries(source, signal) : Promise.reject(new Error("No archive"))),
    enabled: source !== null,
    staleTime: 5 * 60_000,
    meta: { reads: [] },
  });

/** Lists the files of the archive that an operation sends, without the archive where that is possible. Throws ProblemError. */
const listArtifactEntries = <O extends typeof getJobArtifacts | typeof getRefArtifacts>(
  account: string,
  operation: O,
  input: InputOf<O>,
  signal: AbortSignal,
): Promise<ArchiveListing> =>
  callHost(
    artifactRoutes.list,
    { id: account, path: operationPath(operation, input) },
    cancelableRead(signal),
  );

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
