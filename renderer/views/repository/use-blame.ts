import { useQuery } from "@tanstack/react-query";
import { getBlame } from "../../../shared/api/files.ts";
import { tryExtension } from "../../api/extensions.ts";
import { fetchOperation } from "../../api/fetch-operation.ts";
import { computeBlame } from "./compute-blame.ts";
import type { Repository } from "./use-repository.ts";

/** A commit as blame shows it. */
export interface BlameCommit {
  readonly id: string;
  readonly title: string;
  readonly author: string;
  /** ISO time. */
  readonly time: string;
}

/** Which commit last changed each line of a file. */
export interface Blame {
  /** By line, from the first; null for lines whose commit is not certain. */
  readonly commits: readonly (BlameCommit | null)[];
  /** `computed`: the service has no blame, and the file's history was read instead. */
  readonly source: "service" | "computed";
}

/**
 * Reads which commit last changed each line of a file, from `wanted` on. Its data is null where the service has no blame
 * and the history does not allow to be certain without it.
 */
export function useBlame(repository: Repository, path: string, wanted: boolean) {
  const { account, project } = repository;
  const ref = repository.commit.id;
  return useQuery({
    queryKey: [account, "blame", project, ref, path],
    queryFn: async ({ signal }): Promise<Blame | null> => {
      const ranges = await tryExtension(account, getBlame, () =>
        fetchOperation(account, getBlame, { id: project, file_path: path, ref }, signal),
      );
      if (!ranges) return computeBlame(repository, path, signal);
      const commits = ranges.flatMap(({ commit, lines }) => {
        const { id, message, author_name, authored_date, committed_date } = commit;
        const title = message.split("\n", 1)[0] ?? "";
        const one = { id, title, author: author_name, time: authored_date ?? committed_date ?? "" };
        return lines.map(() => one);
      });
      return { commits, source: "service" };
    },
    enabled: wanted,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
