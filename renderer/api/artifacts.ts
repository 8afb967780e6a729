import type { InputOf } from "../../shared/api/contract/operation.ts";
import type { getJobArtifacts, getRefArtifacts } from "../../shared/api/resources/jobs.ts";
import { type ArchiveListing, archiveListing, artifactEntriesPath } from "../../shared/host/artifacts.ts";
import { cancelableRead } from "./cancel-reads.ts";
import { operationPath } from "./fetch-operation.ts";
import { hostJson } from "./host.ts";

/** Lists the files of the archive that an operation sends, without the archive where that is possible. Throws ProblemError. */
export const listArtifactEntries = <O extends typeof getJobArtifacts | typeof getRefArtifacts>(
  account: string,
  operation: O,
  input: InputOf<O>,
  signal: AbortSignal,
): Promise<ArchiveListing> =>
  hostJson(
    archiveListing,
    artifactEntriesPath(account, operationPath(operation, input)),
    "GET",
    undefined,
    cancelableRead(signal),
  );
