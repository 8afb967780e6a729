import { useQuery } from "@tanstack/react-query";
import { getWikiPage } from "../../../../shared/api/resources/wikis.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { fetchOperation } from "../../../api/fetch-operation.ts";
import { saveDiffMode } from "../../../features/preferences/save-preferences.ts";
import { usePreferences } from "../../../state/preferences.ts";
import { DiffView } from "../../../ui/diff/diff-view.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import flow from "../../../ui/flow.module.css";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { compareInWorker, diffEngine } from "../../../workers/diff/diff-engine.ts";
import { useWiki } from "../model/use-wiki.ts";
import styles from "./read.module.css";

/** A page at a commit of the wiki. */
export interface PageVersion {
  /** Its slug at that commit. */
  readonly slug: string;
  readonly version: string;
}

interface VersionChangesProps {
  readonly after: PageVersion;
  /** Null for the page's first version. */
  readonly before: PageVersion | null;
}

/** The diff of a version against the previous one. */
export function VersionChanges({ after, before }: VersionChangesProps) {
  const { account, project } = useWiki();
  const mode = usePreferences((state) => state.diff);
  const read = async (page: PageVersion | null): Promise<string> =>
    page ? ((await fetchOperation(account, getWikiPage, { id: project, ...page })).content ?? "") : "";
  const diff = useQuery({
    queryKey: ["wiki-diff", account, project, before, after],
    queryFn: async () => compareInWorker(...(await Promise.all([read(before), read(after)]))),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { reads: [] },
  });
  if (diff.error) return <ErrorState {...describeProblem(diff.error)} onRetry={() => void diff.refetch()} />;
  if (diff.data === undefined) {
    return (
      <div className={flow.roomy}>
        <Skeleton lines={8} label="Comparing" />
      </div>
    );
  }
  const file = {
    old_path: before?.slug ?? after.slug,
    new_path: after.slug,
    new_file: before === null,
    deleted_file: false,
    renamed_file: before !== null && before.slug !== after.slug,
    diff: diff.data,
  };
  return (
    <div className={styles.list}>
      <DiffView
        label="Changes of this version"
        files={[file]}
        engine={diffEngine}
        mode={mode}
        onMode={saveDiffMode}
      />
    </div>
  );
}
