import { recordRefUpdate } from "../../git/maintenance.ts";
import { openRepository } from "../../git/repository.ts";
import type { PushCommand } from "../../git/transport/push-request.ts";
import { accessLevels } from "../../store/access-levels.ts";
import { type Project, touchProject } from "../../store/projects/projects.ts";
import type { Store } from "../../store/store.ts";
import type { PushVerdict } from "../branches/push-rules.ts";
import { adoptBranch, wikiFolder } from "./repository.ts";

/** Returns the verdict on a push to a wiki at an access level: only maintainers may remove commits. */
export function wikiPushRules(level: number, commands: readonly PushCommand[]): PushVerdict {
  const unknown = commands.find(({ ref }) => !/^refs\/(heads|tags|notes)\//.test(ref));
  return {
    refused: unknown ? `Only branches, tags and notes can be pushed: ${unknown.ref}` : null,
    forwardOnly: level < accessLevels.maintainer,
  };
}

/** Sets the branch of a wiki after its first push. */
export async function afterWikiPush(
  store: Store,
  project: Project,
  commands: readonly PushCommand[],
): Promise<void> {
  if (commands.length === 0) return;
  const folder = wikiFolder(project);
  recordRefUpdate(folder);
  await adoptBranch(openRepository(folder));
  touchProject(store, project);
}
