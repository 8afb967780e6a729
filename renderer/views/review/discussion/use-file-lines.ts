import { useQuery } from "@tanstack/react-query";
import { useAccountId } from "../../../api/account-context.ts";
import { readText, textOrEmpty } from "../versions/read-text.ts";

/** Bytes of a file up to which lines of it are shown in a discussion. */
const maxBytes = 2_000_000;

/** A file at a commit, whose lines are wanted. */
export interface FileAtCommit {
  readonly project: string;
  readonly sha: string;
  readonly path: string;
}

/** Returns the lines of a file at a commit; null where it is not text, undefined while it loads. */
export function useFileLines(file: FileAtCommit | null): readonly string[] | null | undefined {
  const account = useAccountId();
  const { data, error } = useQuery({
    queryKey: [account, "file-lines", file?.project, file?.sha, file?.path],
    queryFn: async ({ signal }) => {
      if (!file) return null;
      const text = textOrEmpty(await readText(account, file.project, file.sha, file.path, signal, maxBytes));
      return text === null ? null : text.split("\n");
    },
    enabled: file !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return error ? null : data;
}
