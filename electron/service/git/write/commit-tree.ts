import { GitRefusal } from "../git-refusal.ts";
import type { Repository } from "../repository.ts";
import { gitText } from "../run.ts";

/** Who made a commit. */
export interface Signature {
  readonly name: string;
  readonly email: string;
}

/** Writes a commit of a tree and returns its hash, as `git commit-tree`. Throws {@link GitRefusal} for a message with NUL. */
export async function commitTree(
  { folder }: Repository,
  tree: string,
  parents: readonly string[],
  commit: { readonly message: string; readonly author: Signature; readonly committer: Signature },
): Promise<string> {
  const { message, author, committer } = commit;
  if (message.includes("\0"))
    throw new GitRefusal("commit_message_invalid", "The commit message contains a NUL");
  const env = {
    GIT_AUTHOR_NAME: clean(author.name),
    GIT_AUTHOR_EMAIL: clean(author.email),
    GIT_COMMITTER_NAME: clean(committer.name),
    GIT_COMMITTER_EMAIL: clean(committer.email),
  };
  const args = ["commit-tree", tree, ...parents.flatMap((parent) => ["-p", parent])];
  return (await gitText(folder, args, { input: message, env })).trim();
}

/** Returns a name or address without what would end a header line and what git itself strips; never empty. */
export const clean = (text: string): string =>
  text.replace(/[<>\n\r\0]/g, "").replace(/^[\s.,:;"'\\]+|[\s.,:;"'\\]+$/g, "") || "unknown";
