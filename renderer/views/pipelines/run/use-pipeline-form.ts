import { useQuery } from "@tanstack/react-query";
import { getRawFile } from "../../../../shared/api/resources/files.ts";
import type { PipelineForm } from "../../../../shared/ci/form-inputs.ts";
import { readFileBytes } from "../../../../shared/text/file-bytes.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { callOperation } from "../../../api/fetch-operation.ts";
import { readFormInWorker } from "../../../workers/ci-form/ci-form-engine.ts";
import { decodeInWorker } from "../../../workers/text/text-engine.ts";

/** Bytes of a configuration beyond which services do not read it. */
const maxBytes = 1024 * 1024;
const file = ".gitlab-ci.yml";
const nothing: PipelineForm = { inputs: [], variables: [], problem: null };

/** Reads the inputs and variables that the configuration of a ref asks for. */
export function usePipelineForm(project: string, ref: string | null) {
  const account = useAccountId();
  return useQuery({
    queryKey: ["pipeline-form", account, project, ref],
    enabled: ref !== null,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    queryFn: async ({ signal }): Promise<PipelineForm> => {
      const read = () =>
        callOperation(account, getRawFile, { id: project, file_path: file, ref: ref ?? "" }, { signal });
      const found = await readFileBytes(read, maxBytes);
      const text = found.kind === "bytes" ? await decodeInWorker(found.bytes) : null;
      return text === null ? nothing : readFormInWorker(text, file, signal);
    },
  });
}
