import { History } from "lucide-react";
import { useState } from "react";
import type { Commit } from "../../../../shared/api/resources/commit-shapes.ts";
import { listCommits } from "../../../../shared/api/resources/commits.ts";
import { problemText } from "../../../api/describe-problem.ts";
import { useOperation } from "../../../api/use-operation.ts";
import type { Repository } from "../../../features/repository/use-repository.ts";
import { Button } from "../../../ui/button.tsx";
import { Combobox } from "../../../ui/combobox.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";

interface PreviousVersionProps {
  readonly repository: Repository;
  readonly path: string;
  readonly chosen: Commit | null;
  readonly onChoose: (commit: Commit | null) => void;
}

/** Selects a previous version of a file to compare with this one. */
export function PreviousVersion({ repository, path, chosen, onChoose }: PreviousVersionProps) {
  const [open, setOpen] = useState(false);
  const commits = useOperation(
    listCommits,
    open || chosen ? { id: repository.project, ref_name: repository.commit.id, path, per_page: 50 } : null,
    { staleTime: Number.POSITIVE_INFINITY },
  );
  // The first one is the version that is shown.
  const previous = (commits.data ?? []).slice(1);
  return (
    <>
      <Combobox
        label="Previous versions"
        trigger={
          <Button size="s" icon={History}>
            {chosen ? `Compared with ${chosen.short_id}` : "Compare"}
          </Button>
        }
        items={previous.map((commit) => ({
          id: commit.id,
          label: commit.title,
          hint: (
            <>
              {commit.short_id} · <RelativeTime time={commit.committed_date ?? commit.created_at ?? ""} />
            </>
          ),
          selected: commit.id === chosen?.id,
        }))}
        onChoose={({ id }) => onChoose(previous.find((commit) => commit.id === id) ?? null)}
        onOpenChange={setOpen}
        loading={commits.isFetching}
        problem={problemText(commits.error)}
        empty="No previous versions"
      />
      {chosen ? (
        <Button size="s" variant="ghost" onClick={() => onChoose(null)}>
          Close comparison
        </Button>
      ) : null}
    </>
  );
}
