import { useMemo } from "react";
import { z } from "zod";
import { useAddressSearch } from "../../features/addresses/use-address-search.ts";
import { ArchivePane } from "./archive/archive-pane.tsx";
import { JobPage } from "./archive/job-page.tsx";

const fileSearch = z.object({ path: z.string().optional(), plain: z.string().optional() });

/** The artifacts of a job: their tree, and a file of them to read. */
export function ArtifactsView() {
  return (
    <JobPage tab="artifacts">
      {({ account, project, job }) => (
        <JobArchive
          account={account}
          project={project}
          job={job.id}
          name={`${job.name}-${job.id}-artifacts.zip`}
        />
      )}
    </JobPage>
  );
}

interface JobArchiveProps {
  readonly account: string;
  readonly project: string;
  readonly job: number;
  /** Name of the archive as a download. */
  readonly name: string;
}

function JobArchive({ account, project, job, name }: JobArchiveProps) {
  const [{ path = "", plain }] = useAddressSearch(fileSearch);
  const source = useMemo(() => ({ account, project, job }), [account, project, job]);
  return <ArchivePane source={source} path={path} plain={plain === "1"} name={name} />;
}
