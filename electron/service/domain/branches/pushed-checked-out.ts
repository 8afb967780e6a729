import type { PushCommand } from "../../git/transport/push-request.ts";
import { listCheckedOut } from "../../git/worktree/checked-out.ts";
import { findOriginal } from "../../store/projects/originals.ts";
import type { Project } from "../../store/projects/projects.ts";
import type { Store } from "../../store/store.ts";
import { isReadOnly } from "../originals/original-state.ts";

/** Returns why an original takes none of a push: a branch of it is checked out there, or nothing may be written. */
export async function pushedCheckedOut(
  store: Store,
  project: Project,
  commands: readonly PushCommand[],
): Promise<string | null> {
  const original = findOriginal(store, project.id);
  if (!original) return null;
  if (isReadOnly(original)) return `${original.path} can only be read.`;
  const places = await listCheckedOut(original);
  const taken = places.find(({ ref }) => commands.some((command) => command.ref === ref));
  return taken ? `${taken.ref.replace("refs/heads/", "")} is checked out in ${taken.folder}.` : null;
}
