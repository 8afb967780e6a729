import { accessLevels } from "../store/access-levels.ts";
import { setCustomAttribute } from "../store/custom-attributes.ts";
import type { Group } from "../store/groups/groups.ts";
import { shareProject } from "../store/projects/project-shares.ts";
import type { Project } from "../store/projects/projects.ts";
import type { Store } from "../store/store.ts";

/** Shares the handbook with another group, and gives a group and a project custom attributes. */
export function addGroupExtras(
  store: Store,
  { fjord, atlas, handbook }: { readonly fjord: Group; readonly atlas: Group; readonly handbook: Project },
): void {
  shareProject(store, {
    projectId: handbook.id,
    groupId: atlas.id,
    accessLevel: accessLevels.reporter,
    expiresAt: "2099-12-31",
  });
  setCustomAttribute(store, { kind: "group", id: fjord.id }, "cost-centre", "4200");
  setCustomAttribute(store, { kind: "project", id: handbook.id }, "audience", "everyone");
}
