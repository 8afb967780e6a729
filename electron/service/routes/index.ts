import type { Implementation } from "../implement.ts";
import { branchRoutes } from "./branches.ts";
import { commitRoutes } from "./commits.ts";
import { fileRoutes } from "./files.ts";
import { groupRoutes } from "./groups.ts";
import { localRoutes } from "./local.ts";
import { projectRoutes } from "./projects.ts";
import { repositoryRoutes } from "./repository.ts";
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
  ...versionRoutes,
];
