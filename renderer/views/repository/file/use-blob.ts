import type { Encoding } from "../../../../shared/text/encoding/encodings.ts";
import { type FileState, useFileContent } from "../../../features/file-preview/use-file-content.ts";
import { readBlob } from "../../../features/repository/read-blob.ts";
import type { RepositoryAtRef } from "../../../features/repository/use-repository.ts";

/** Reads a file of a repository, whose blob is `id`; null while that is not known. `encoding` overrides the detected one; another `attempt` reads again. */
export function useBlob(
  { account, project }: RepositoryAtRef,
  path: string,
  id: string | null,
  encoding: Encoding | undefined,
  attempt: number,
): FileState {
  const source =
    id === null
      ? null
      : {
          key: JSON.stringify([account, project, id, attempt]),
          read: (signal: AbortSignal) => readBlob({ account, project }, id, signal),
        };
  return useFileContent(source, path, encoding);
}
