import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import type { Commit } from "../../../shared/api/resources/commit-shapes.ts";
import {
  type CommitStatus,
  listCommitRefs,
  listCommitStatuses,
} from "../../../shared/api/resources/commits.ts";
import { useAccountId } from "../../api/account-context.ts";
import { operationQuery, useOperationPages } from "../../api/use-operation.ts";
import { CheckBadges } from "../../features/checks/check-badges.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { refsPerPage } from "./commit-refs.tsx";

/** Refs of a commit whose checks are read, of each kind: a commit of the default branch is in all later ones. */
const maxRefs = 3;

interface CommitStatusesProps {
  readonly project: string;
  readonly commit: Commit;
}

/** The checks of a commit, on whichever of its branches and tags they ran; null where none did. */
export function CommitStatuses({ project, commit }: CommitStatusesProps) {
  const [all, setAll] = useState(false);
  const statuses = useStatuses(project, commit, all);
  if (statuses.length === 0 && !all) return null;
  return (
    <div>
      <dt>Checks</dt>
      <dd>
        <CheckBadges statuses={statuses} />
        <Checkbox label="Earlier results" checked={all} onChange={setAll} />
      </dd>
    </div>
  );
}

/** A service lists the statuses of one ref, the default branch where none is named; some list those of all refs then. */
function useStatuses(project: string, commit: Commit, all: boolean): readonly CommitStatus[] {
  const account = useAccountId();
  const refs = { id: project, sha: commit.id, per_page: refsPerPage };
  const branches = useOperationPages(listCommitRefs, { ...refs, type: "branch" }).items;
  const tags = useOperationPages(listCommitRefs, { ...refs, type: "tag" }).items;
  const names = new Set([
    undefined,
    ...(commit.last_pipeline?.ref ? [commit.last_pipeline.ref] : []),
    ...[...branches.slice(0, maxRefs), ...tags.slice(0, maxRefs)].map(({ name }) => name),
  ]);
  return useQueries({
    queries: [...names].map((ref) =>
      operationQuery(
        account,
        listCommitStatuses,
        {
          id: project,
          sha: commit.id,
          per_page: 100,
          ...(ref === undefined ? {} : { ref }),
          ...(all ? { all } : {}),
        },
        "all",
      ),
    ),
    combine: (results) => {
      const known = new Map<unknown, CommitStatus>();
      for (const status of results.flatMap(({ data }) => data?.data ?? []))
        known.set(status.id ?? `${status.ref} ${status.name}`, status);
      return [...known.values()];
    },
  });
}
