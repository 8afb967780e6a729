import { useNavigate } from "@tanstack/react-router";
import { FileDiff } from "lucide-react";
import { memo, startTransition, useCallback, useContext, useLayoutEffect, useMemo, useState } from "react";
import type { MergeRequestVersion } from "../../../../shared/api/resources/merge-request-shapes.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import layout from "../../../ui/layout.module.css";
import type { Discussions } from "../discussion/use-discussions.ts";
import { ReviewContext } from "../merge-request/review-context.ts";
import { type VersionIds, versionRange } from "../versions/versions.ts";
import { ReviewChanges } from "./review-changes.tsx";
import { useChanges } from "./use-changes.ts";

interface ChangesTabProps {
  /** Whether it is visible and receives the keyboard. */
  readonly shown: boolean;
  readonly versionIds: VersionIds;
  readonly versions: readonly MergeRequestVersion[];
  readonly discussions: Discussions;
}

/** The changes of a merge request, between any two of its versions. */
export const ChangesTab = memo(function ChangesTab({
  shown,
  versionIds,
  versions,
  discussions,
}: ChangesTabProps) {
  const { from, to } = versionIds;
  const { project, iid } = useContext(ReviewContext);
  const navigate = useNavigate();
  const range = useMemo(() => versionRange(versions, from, to), [versions, from, to]);
  const changes = useChanges(project, iid, range);
  const choose = useCallback(
    (next: VersionIds) => {
      // Services name the start by its hash.
      const start = versions.find(({ id }) => String(id) === next.from)?.head_commit_sha ?? next.from;
      void navigate({
        to: ".",
        search: (now) => ({ ...now, from: start, to: next.to }),
        replace: true,
      });
    },
    [navigate, versions],
  );
  // The tab switches at once; the changes are rendered after it without blocking input.
  const [begun, setBegun] = useState(false);
  useLayoutEffect(() => startTransition(() => setBegun(true)), []);
  if (!range) {
    return (
      <EmptyState
        icon={FileDiff}
        title="No changes yet"
        description="The source branch has no changes that the target branch does not have."
      />
    );
  }
  return (
    <div className={layout.page}>
      {begun ? (
        <ReviewChanges {...{ shown, versions, range, changes, discussions }} onSelectRange={choose} />
      ) : null}
    </div>
  );
});
