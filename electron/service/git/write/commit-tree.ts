import { badParameter } from "../../http/http-error.ts";
import type { Repository } from "../repository.ts";
import { gitText } from "../run.ts";

/** Who made a commit. */
export interface Signature {
  readonly name: string;
  readonly email: string;
}

/** Makes a commit of a tree and answers its hash. */
export async function commitTree(
  { folder }: Repository,
  tree: string,
  parents: readonly string[],
  commit: { readonly message: string; readonly author: Signature; readonly committer: Signature },
): Promise<string> {
  const { message, author, committer } = commit;
  if (message.includes("\0")) throw badParameter("commit_message is invalid");
  const env = {
    GIT_AUTHOR_NAME: clean(author.name),
    GIT_AUTHOR_EMAIL: clean(author.email),
    GIT_COMMITTER_NAME: clean(committer.name),
    GIT_COMMITTER_EMAIL: clean(committer.email),
  };
  const args = ["commit-tree", tree, ...parents.flatMap((parent) => ["-p", parent])];
  return (await gitText(folder, args, { input: message, env })).trim();
}

/** Without what would end a line of the commit's header, and what git itself cuts off; never empty. */
export const clean = (text: string): string =>
  text.replace(/[<>\n\r\0]/g, "").replace(/^[\s.,:;"'\\]+|[\s.,:;"'\\]+$/g, "") || "unknown";
