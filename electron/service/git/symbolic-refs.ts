import { basename, dirname, join } from "node:path";
import { foreignFolder, foreignPathRefusal } from "./foreign.ts";
import type { GitFolder } from "./git-folder.ts";
import type { OriginalLayout } from "./original-layout.ts";
import { isPlainRefName } from "./plain-names.ts";
import { irregularRefsOf, refsState } from "./refs-state.ts";
import { git, gitText } from "./run.ts";

/** Names up to which git is given each of them. */
const maxNamed = 50;

/** Returns the symbolic refs among `names`, each with its target. */
export async function symbolicRefs(
  repository: GitFolder,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (names.length === 0) return new Map();
  const patterns = names.length > maxNamed ? ["refs/heads/", "refs/tags/"] : names;
  const text = await gitText(repository, ["for-each-ref", "--format=%(refname) %(symref)", ...patterns]);
  const pairs = text.split("\n").map((line) => line.split(" "));
  return new Map(
    pairs.flatMap(([ref = "", target]) => (target && names.includes(ref) ? [[ref, target]] : [])),
  );
}

/** Points HEAD of a repository at a branch. */
export async function setHead(repository: GitFolder, branch: string): Promise<void> {
  await git(repository, ["symbolic-ref", "HEAD", `refs/heads/${branch}`]);
}

/** Throws {@link GitRefusal} where a loose ref of an original is a link, a pipe, a socket or a device. `own` is Helve's git folder of it. */
export async function checkPlainRefs(own: GitFolder, { commonDir }: OriginalLayout): Promise<void> {
  await refsState(own);
  for (const path of irregularRefsOf(own)) {
    const folder = foreignFolder(dirname(path));
    const kind = await folder.kind(basename(path));
    if (kind === "other") throw foreignPathRefusal(path, "not_plain");
    if (kind !== "link") continue;
    // A symbolic ref as `core.preferSymlinkRefs` writes it: git reads the text of the link, and opens nothing.
    const text = (await folder.readLink(basename(path)))?.toString() ?? "";
    if (!isPlainRefName(text) || !path.startsWith(join(commonDir, "refs")))
      throw foreignPathRefusal(path, "link");
  }
}
