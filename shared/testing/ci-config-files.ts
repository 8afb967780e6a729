import type { PipelineContext } from "../ci/config/select-job.ts";

/** A push to `main` without variables. */
export const pushToMain: PipelineContext = {
  ref: "main",
  tag: false,
  source: "push",
  variables: {},
  overriding: {},
  changedPaths: null,
  paths: [],
};

/** Returns how a commit's files are read, null where there is none; a text alone is that of `.gitlab-ci.yml`. */
export const readerOf = (files: Readonly<Record<string, string>> | string) => {
  const all = new Map(Object.entries(typeof files === "string" ? { ".gitlab-ci.yml": files } : files));
  return async (path: string): Promise<string | null> => all.get(path) ?? null;
};
