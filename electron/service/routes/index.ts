import type { Implementation } from "../implement.ts";
import { branchCareRoutes } from "./branch-care.ts";
import { branchRoutes } from "./branches.ts";
import { commitCommentRoutes } from "./commit-comments.ts";
import { commitStatusRoutes } from "./commit-statuses.ts";
import { commitRoutes } from "./commits.ts";
import { fileRoutes } from "./files.ts";
import { groupRoutes } from "./groups.ts";
import { localRoutes } from "./local.ts";
import { pickRoutes } from "./picks.ts";
import { projectRoutes } from "./projects.ts";
import { releaseRoutes } from "./releases.ts";
import { repositoryRoutes } from "./repository.ts";
import { submoduleRoutes } from "./submodules.ts";
import { tagWriteRoutes } from "./tag-writes.ts";
import { tagRoutes } from "./tags.ts";
import { userRoutes } from "./users.ts";
import { versionRoutes } from "./version.ts";

/** Every operation that this service answers. */
export const implementations: readonly Implementation[] = [
  ...branchRoutes,
  ...commitRoutes,
  ...fileRoutes,
  ...groupRoutes,
  ...localRoutes,
  ...projectRoutes,
  ...repositoryRoutes,
  ...tagRoutes,
  ...userRoutes,
  ...branchCareRoutes,
  ...commitCommentRoutes,
  ...commitStatusRoutes,
  ...pickRoutes,
  ...releaseRoutes,
  ...submoduleRoutes,
  ...tagWriteRoutes,
  ...versionRoutes,
];
