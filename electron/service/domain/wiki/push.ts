import { recordRefUpdate } from "../../git/maintenance.ts";
import { openRepository } from "../../git/repository.ts";
import type { PushCommand } from "../../git/transport/push-request.ts";
import { accessLevels } from "../../store/groups/members.ts";
import { type Project, touchProject } from "../../store/projects/projects.ts";
import type { Store } from "../../store/store.ts";
import type { PushVerdict } from "../branches/push-rules.ts";
import { adoptBranch, wikiFolder } from "./repository.ts";

/** Decides over a push to a wiki by somebody of an access level: only maintainers may take commits away. */
export function wikiPushRules(level: number, commands: readonly PushCommand[]): PushVerdict {
  const unknown = commands.find(({ ref }) => !/^refs\/(heads|tags|notes)\//.test(ref));
  return {
    refused: unknown ? `Only branches, tags and notes can be pushed: ${unknown.ref}` : null,
    forwardOnly: level < accessLevels.maintainer,
  };
}

/** Makes a wiki's pages those of its first branch once git has ended a push. */
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
