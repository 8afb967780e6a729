import type { ArtifactSource } from "./artifact-source.ts";

const withSearch = (path: string, search: Readonly<Record<string, string | undefined>>): string => {
  const entries = Object.entries(search).filter((entry): entry is [string, string] => Boolean(entry[1]));
  const query = new URLSearchParams(entries).toString();
  return path + (query ? `?${query}` : "");
};

const projectPath = ({ account, project }: { readonly account: string; readonly project: string }) =>
  `/a/${encodeURIComponent(account)}/p/${encodeURIComponent(project)}`;

/** Address of a file of an archive; `plain` shows the source of a document. */
export const artifactHref = (source: ArtifactSource, path: string, plain = false): string => {
  const file = { path, plain: plain ? "1" : undefined };
  return "job" in source
    ? withSearch(`${projectPath(source)}/jobs/${source.job}/artifacts`, file)
    : withSearch(`${projectPath(source)}/artifacts`, { ref: source.ref, job: source.name, ...file });
};
