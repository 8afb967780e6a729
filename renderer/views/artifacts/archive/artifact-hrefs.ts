import { hrefs } from "../../../features/addresses/hrefs.ts";
import type { ArtifactSource } from "./artifact-source.ts";

/** Returns the address of a file of an archive; `plain` shows the source of a document. */
export const artifactHref = (source: ArtifactSource, path: string, plain = false): string => {
  const { account, project } = source;
  const file = { path, plain: plain ? "1" : undefined };
  return "job" in source
    ? hrefs.jobTab(account, project, source.job, "artifacts", file)
    : hrefs.project(account, project, "artifacts", { ref: source.ref, job: source.name, ...file });
};
