import { useQuery } from "@tanstack/react-query";
import type { Commit } from "../../../shared/api/commit-shapes.ts";
import { listCommits } from "../../../shared/api/commits.ts";
import { getRawFile } from "../../../shared/api/files.ts";
import { answerOperation, callOperation } from "../../api/fetch-operation.ts";
import { lineOriginsInWorker } from "../../workers/diff/diff-engine.ts";
import type { Repository } from "./use-repository.ts";

/** Commits of a file's history that are read. */
const mostCommits = 60;
/** Versions that are read side by side. */
const atOnce = 4;

/** Which commit last changed each line of a file, as far as its history was read. */
export interface LineOrigins {
  /** By line, from the first; null for lines that are older than what was read. */
  readonly commits: readonly (Commit | null)[];
  /** How many commits were read. */
  readonly read: number;
}

/**
 * Finds which commit last changed each line, by reading the versions of the file and comparing each with the next:
 * the interface has no operation that tells. Asks nothing until `wanted`.
 */
export function useLineOrigins(repository: Repository, path: string, wanted: boolean) {
  const { account, project } = repository;
  const ref = repository.commit.id;
  return useQuery({
    queryKey: [account, "line-origins", project, ref, path],
    queryFn: async ({ signal }): Promise<LineOrigins> => {
      const list = { id: project, ref_name: ref, path, per_page: mostCommits };
      const { data: commits, paging } = await answerOperation(account, listCommits, list, { signal });
      const texts = new Array<string>(commits.length).fill("");
      let next = 0;
      const work = async () => {
        for (let i = next++; i < commits.length; i = next++) {
          const sha = commits[i]?.id ?? "";
          const input = { id: project, file_path: path, ref: sha };
          const answer = await callOperation(account, getRawFile, input, { signal }).catch(() => null);
          texts[i] = (await answer?.text()) ?? "";
        }
      };
      await Promise.all(Array.from({ length: atOnce }, work));
      const origins = await lineOriginsInWorker(texts);
      const whole = paging.nextPage === null;
      return {
        commits: origins.map((version) =>
          version === commits.length - 1 && !whole ? null : (commits[version] ?? null),
        ),
        read: commits.length,
      };
    },
    enabled: wanted,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
