import { useQuery } from "@tanstack/react-query";
import { getRawFile } from "../../../shared/api/resources/files.ts";
import { type CodeOwners, codeOwnersPaths, parseCodeOwners } from "../../../shared/review/code-owners.ts";
import { useAccountId } from "../../api/account-context.ts";
import { toProblem } from "../../api/fetch-host.ts";
import { callOperation } from "../../api/fetch-operation.ts";

/** Bytes of a `CODEOWNERS` above which it is ignored, since it is matched in the page's thread. */
const maxFileBytes = 256 * 1024;
/** Milliseconds for which the owners of a branch are fresh. */
const freshMs = 300_000;

/**
 * Returns the owners of code by the `CODEOWNERS` of a branch, which Helve reads itself, so that it works on every service.
 * Undefined while it is read, null where there is none; nothing is read of the branch null.
 */
export function useCodeOwners(project: string, ref: string | null): CodeOwners | null | undefined {
  const account = useAccountId();
  const { data } = useQuery({
    queryKey: [account, "code owners", project, ref],
    queryFn: ({ signal }) => readCodeOwners(account, project, ref ?? "", signal),
    enabled: ref !== null,
    staleTime: freshMs,
    retry: false,
  });
  return data;
}

async function readCodeOwners(
  account: string,
  id: string,
  ref: string,
  signal: AbortSignal,
): Promise<CodeOwners | null> {
  for (const file_path of codeOwnersPaths) {
    try {
      const response = await callOperation(account, getRawFile, { id, file_path, ref }, { signal });
      const bytes = await response.arrayBuffer();
      return bytes.byteLength > maxFileBytes ? null : parseCodeOwners(new TextDecoder().decode(bytes));
    } catch (error) {
      if (toProblem(error).status !== 404) throw error;
    }
  }
  return null;
}
