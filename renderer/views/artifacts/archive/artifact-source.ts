import {
  getJobArtifactFile,
  getJobArtifacts,
  getRefArtifactFile,
  getRefArtifacts,
} from "../../../../shared/api/resources/jobs.ts";
import type { ArchiveListing } from "../../../../shared/host/artifacts.ts";
import { nameOf } from "../../../../shared/text/paths.ts";
import { shortRef } from "../../../../shared/text/ref-name.ts";
import { listArtifactEntries } from "../../../api/artifacts.ts";
import { callOperation, operationUrl } from "../../../api/fetch-operation.ts";
import { download } from "../../../features/file-preview/download.ts";

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
export const readFile = (source: ArtifactSource, path: string, signal: AbortSignal): Promise<Response> =>
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
export const fileUrl = (source: ArtifactSource, path: string): string =>
  "job" in source
    ? operationUrl(source.account, getJobArtifactFile, { ...jobInput(source), artifact_path: path })
    : operationUrl(source.account, getRefArtifactFile, { ...refInput(source), artifact_path: path });

/** Starts the download of the whole archive. */
export const downloadArchive = (source: ArtifactSource, name: string): Promise<void> =>
  "job" in source
    ? download(source.account, getJobArtifacts, jobInput(source), name)
    : download(source.account, getRefArtifacts, refInput(source), name);

/** Starts the download of one file. */
export function downloadArtifactFile(source: ArtifactSource, path: string): Promise<void> {
  const name = nameOf(path);
  return "job" in source
    ? download(source.account, getJobArtifactFile, { ...jobInput(source), artifact_path: path }, name)
    : download(source.account, getRefArtifactFile, { ...refInput(source), artifact_path: path }, name);
}
