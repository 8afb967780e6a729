import { PackageX } from "lucide-react";
import { describeProblem } from "../../../api/describe-problem.ts";
import { toProblem } from "../../../api/host.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import flow from "../../../ui/flow.module.css";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { ArtifactBrowser } from "./artifact-browser.tsx";
import { type ArtifactSource, downloadArchive } from "./artifact-source.ts";
import { ArchiveTooLarge } from "./no-artifacts.tsx";
import { useArtifactEntries } from "./use-artifact-entries.ts";

interface ArchivePaneProps {
  readonly source: ArtifactSource;
  /** File that is open; empty for none. */
  readonly path: string;
  readonly plain: boolean;
  /** Name of the archive as a download. */
  readonly name: string;
}

/** An archive to browse, or why it cannot be. */
export function ArchivePane({ source, path, plain, name }: ArchivePaneProps) {
  const listing = useArtifactEntries(source);
  if (listing.isPending) {
    return (
      <div className={flow.roomy}>
        <Skeleton lines={10} height={18} label="Loading the list of files" />
      </div>
    );
  }
  if (listing.data) {
    return listing.data.entries.length === 0 ? (
      <EmptyState
        icon={PackageX}
        title="The archive is empty"
        description="The archive of this job has no files."
      />
    ) : (
      <ArtifactBrowser source={source} listing={listing.data} path={path} plain={plain} />
    );
  }
  const { code, message } = toProblem(listing.error);
  if (code === "too_large") {
    return <ArchiveTooLarge message={message} onDownload={() => void downloadArchive(source, name)} />;
  }
  return <ErrorState {...describeProblem(listing.error)} onRetry={() => void listing.refetch()} />;
}
