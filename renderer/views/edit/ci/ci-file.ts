import { configPath } from "../../../../shared/ci/config/config-file.ts";

/** Returns whether a file is one of jobs: that of the project, or one that such files include by custom. */
export const isCiFile = (path: string): boolean =>
  path === configPath || /\.gitlab-ci\.ya?ml$/i.test(path) || /^\.gitlab\/ci\/.+\.ya?ml$/i.test(path);
