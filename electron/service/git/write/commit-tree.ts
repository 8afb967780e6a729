import { GitRefusal } from "../git-refusal.ts";
import { hashFunctionOf, type NewObject, newObject, writeObjects } from "../objects/write-objects.ts";
import type { Repository } from "../repository.ts";

/** Author or committer of a commit. */
export interface Signature {
  readonly name: string;
  readonly email: string;
}

/** Fields of a commit other than its tree and parents. */
export interface CommitText {
  readonly message: string;
  readonly author: Signature;
  readonly committer: Signature;
}

/**
 * Writes a commit of a tree, with those of its objects that are not written yet, and returns its hash. Throws
 * {@link GitRefusal} for a message with NUL.
 */
export async function commitTree(
  repository: Repository,
  tree: string,
  parents: readonly string[],
  text: CommitText,
  objects: readonly NewObject[] = [],
): Promise<string> {
  const commit = newCommit(tree, parents, text);
  await writeObjects(repository, [...objects, commit]);
  return commit.id;
}

/** Returns the commit of a tree, made now, as `git commit-tree` makes it. Throws {@link GitRefusal} for a message with NUL. */
export function newCommit(
  tree: string,
  parents: readonly string[],
  { message, author, committer }: CommitText,
): NewObject {
  if (message.includes("\0"))
    throw new GitRefusal("commit_message_invalid", "The commit message contains a NUL");
  const now = gitTime(new Date());
  const lines = [
    `tree ${tree}`,
    ...parents.map((parent) => `parent ${parent}`),
    `author ${clean(author.name)} <${clean(author.email)}> ${now}`,
    `committer ${clean(committer.name)} <${clean(committer.email)}> ${now}`,
  ];
  return newObject(hashFunctionOf(tree), "commit", Buffer.from(`${lines.join("\n")}\n\n${message}`));
}

/** Returns seconds and this machine's zone: `1767225600 +0100`. */
function gitTime(date: Date): string {
  const zone = -date.getTimezoneOffset();
  const [hours, minutes] = [Math.floor(Math.abs(zone) / 60), Math.abs(zone) % 60];
  const digits = `${hours}`.padStart(2, "0") + `${minutes}`.padStart(2, "0");
  return `${Math.floor(date.getTime() / 1000)} ${zone < 0 ? "-" : "+"}${digits}`;
}

/** Returns a name or address without what would end a header line and what git itself strips; never empty. */
export const clean = (text: string): string =>
  text.replace(/[<>\n\r\0]/g, "").replace(/^[\s.,:;"'\\]+|(?<![\s.,:;"'\\])[\s.,:;"'\\]+$/g, "") || "unknown";
