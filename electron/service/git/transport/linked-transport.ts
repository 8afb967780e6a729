import { join } from "node:path";
import { isLinked, readLayout } from "../originals/linked-repository.ts";
import { prepareFolders } from "../refs/update-refs.ts";
import { listCheckedOut } from "../worktree/checked-out.ts";

/** Git's settings for a repository over HTTP: before the command's name, and environment. */
export interface TransportSettings {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const shown = ["refs/heads", "refs/tags", "refs/merge-requests"];

/**
 * Settings with which git serves a linked repository; none for others. Only branches and tags are shown. A push writes
 * its objects into the original, checked and in quarantine, before any ref moves, and no checked-out branch can be
 * moved.
 */
export async function linkedTransport(
  folder: string,
  tool: "upload-pack" | "receive-pack",
): Promise<TransportSettings> {
  if (!isLinked(folder)) return { args: [], env: {} };
  const layout = await readLayout(folder);
  const hidden = ["refs", ...shown.map((name) => `!${name}`)];
  if (tool === "receive-pack") {
    await prepareFolders(layout.commonDir, false);
    hidden.push("refs/merge-requests", ...(await listCheckedOut(folder, layout)).map(({ ref }) => ref));
  }
  const env: Record<string, string> =
    tool === "receive-pack" ? { GIT_OBJECT_DIRECTORY: join(layout.commonDir, "objects") } : {};
  return { args: hidden.flatMap((name) => ["-c", `transfer.hideRefs=${name}`]), env };
}
