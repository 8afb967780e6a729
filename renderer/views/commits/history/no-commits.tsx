import { GitCommitHorizontal } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { rowHeights } from "./commit-row.tsx";
import { type CommitSearch, hasFilters } from "./commit-search.ts";
import type { MessageSearch } from "./use-message-search.ts";

interface NoCommitsProps {
  readonly search: CommitSearch;
  readonly state: MessageSearch["state"];
  /** Number of searched commits. */
  readonly searched: number;
  readonly onSearchOlder: () => void;
  readonly onClear: () => void;
}

/** Empty state of a list without commits, or a placeholder while commits are searched. */
export function NoCommits({ search, state, searched, onSearchOlder, onClear }: NoCommitsProps) {
  const count = searched.toLocaleString();
  if (state === "reading") {
    return (
      <Skeleton
        page
        lines={10}
        heading={rowHeights.day}
        height={rowHeights.commit}
        mark={24}
        label={`Searching messages: ${count} commits loaded`}
      />
    );
  }
  const filtered = hasFilters(search);
  return (
    <EmptyState
      icon={GitCommitHorizontal}
      title={filtered ? "No matches" : "No commits yet"}
      description={
        state === "paused"
          ? `No matches in the newest ${count} commits.`
          : filtered
            ? "No commit matches these filters."
            : "Commits appear after the first one is pushed or made here."
      }
      actions={
        state === "paused" ? (
          <Button onClick={onSearchOlder}>Search older commits</Button>
        ) : filtered ? (
          <Button onClick={onClear}>Clear filters</Button>
        ) : undefined
      }
    />
  );
}
