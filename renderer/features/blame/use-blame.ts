import { useQuery } from "@tanstack/react-query";
import { getBlame } from "../../../shared/api/resources/files.ts";
import { tryExtension } from "../../api/extensions.ts";
import { fetchOperation } from "../../api/fetch-operation.ts";
import type { Blame } from "./blame.ts";
import { type BlameScope, computeBlame } from "./compute-blame.ts";

/**
 * Reads which commit last changed each line of a file, from `wanted` on. Its data is null where the service has no blame
 * and the history does not allow to be certain without it.
 */
export function useBlame(repository: BlameScope, path: string, wanted: boolean) {
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
