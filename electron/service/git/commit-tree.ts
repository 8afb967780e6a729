import type { Clock } from "../clock.ts";
import { GitRefusal } from "./git-errors.ts";
import type { GitFolder } from "./git-folder.ts";
import { MissingObject } from "./missing-object.ts";
import type { Repository } from "./repository.ts";
import { git, gitText } from "./run.ts";
import { hashFunctionOf, type NewObject, newObject, writeObjects } from "./write-objects.ts";

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
  const commit = newCommit(repository, tree, parents, text);
  await writeObjects(repository, [...objects, commit]);
  return commit.id;
}

/** Returns the commit of a tree, made now, as `git commit-tree` makes it. Throws {@link GitRefusal} for a message with NUL. */
function newCommit(
  { git: { clock } }: GitFolder,
  tree: string,
  parents: readonly string[],
  { message, author, committer }: CommitText,
): NewObject {
  if (message.includes("\0"))
    throw new GitRefusal("commit_message_invalid", "The commit message contains a NUL");
  const lines = [
    `tree ${tree}`,
    ...parents.map((parent) => `parent ${parent}`),
    `author ${signedNow(author, clock)}`,
    `committer ${signedNow(committer, clock)}`,
  ];
  return newObject(hashFunctionOf(tree), "commit", Buffer.from(`${lines.join("\n")}\n\n${message}`));
}

/** Returns an author or committer as a commit's header has them, now. */
const signedNow = ({ name, email }: Signature, clock: Clock): string =>
  `${clean(name)} <${clean(email)}> ${gitTime(new Date(clock.now()))}`;

/**
 * Returns a commit with another tree and parent, committed now: author, encoding and message stay byte for byte, signatures
 * are dropped.
 */
export function rewrittenCommit(
  { git: { clock } }: GitFolder,
  content: Uint8Array,
  {
    tree,
    parent,
    committer,
  }: { readonly tree: string; readonly parent: string; readonly committer: Signature },
): NewObject {
  const bytes = Buffer.from(content);
  const end = bytes.indexOf("\n\n");
  const header = bytes.subarray(0, end).toString("latin1").split("\n");
  const kept = (name: string) => header.filter((line) => line.startsWith(`${name} `));
  const lines = [`tree ${tree}`, `parent ${parent}`, ...kept("author")];
  const own = Buffer.from(`committer ${signedNow(committer, clock)}`).toString("latin1");
  const head = [...lines, own, ...kept("encoding"), "", ""].join("\n");
  const whole = Buffer.concat([Buffer.from(head, "latin1"), bytes.subarray(end + 2)]);
  return newObject(hashFunctionOf(tree), "commit", whole);
}

/** Returns seconds and this machine's zone: `1767225600 +0100`. */
function gitTime(date: Date): string {
  const zone = -date.getTimezoneOffset();
  const [hours, minutes] = [Math.floor(Math.abs(zone) / 60), Math.abs(zone) % 60];
  const digits = `${hours}`.padStart(2, "0") + `${minutes}`.padStart(2, "0");
  return `${Math.floor(date.getTime() / 1000)} ${zone < 0 ? "-" : "+"}${digits}`;
}

/** Returns a name or address without what would end a header line and what git itself strips; never empty. */
const clean = (text: string): string =>
  text.replace(/[<>\n\r\0]/g, "").replace(/^[\s.,:;"'\\]+|(?<![\s.,:;"'\\])[\s.,:;"'\\]+$/g, "") || "unknown";

/** Returns the hash of the tree of a commit, or of a tree itself. Throws {@link MissingObject}. */
export async function treeOfCommit({ objects }: Repository, commit: string): Promise<string> {
  const found = await objects.check(`${commit}^{tree}`);
  if (!found) throw new MissingObject(commit);
  return found.id;
}

/** Writes what a tag points at: the commit itself, or with a message a tag object. Returns its hash. */
export async function makeTagTarget(
  repository: Repository,
  name: string,
  commit: string,
  message: string | null,
  tagger: Signature,
): Promise<string> {
  return message === null ? commit : annotate(repository, name, commit, message, tagger);
}

async function annotate(
  repository: Repository,
  name: string,
  commit: string,
  message: string,
  tagger: Signature,
): Promise<string> {
  const seconds = Math.floor(repository.git.clock.now() / 1000);
  const input = [
    `object ${commit}`,
    "type commit",
    `tag ${name}`,
    `tagger ${clean(tagger.name)} <${clean(tagger.email)}> ${seconds} +0000`,
    "",
    `${message.replaceAll("\0", "").trimEnd()}\n`,
  ].join("\n");
  return (await gitText(repository, ["mktag"], { input })).trim();
}

/** The merged tree; in a conflict with the paths that conflict, whose content has conflict markers. */
type MergedTree =
  | { readonly kind: "tree"; readonly tree: string }
  | { readonly kind: "conflict"; readonly tree: string; readonly paths: readonly string[] };

const nobody = { name: "helve", email: "helve@localhost" };

/**
 * Merges two trees three ways without a checkout: what `theirs` changed against `base`, applied to `ours`. All three
 * are commits or trees. `signal` ends git.
 */
export async function mergeTrees(
  repository: Repository,
  base: string,
  ours: string,
  theirs: string,
  signal?: AbortSignal,
): Promise<MergedTree> {
  // `merge-tree` takes no base before git 2.40: each side becomes a commit on a commit of the base tree.
  const commit = async (tree: string, parents: readonly string[]) =>
    newCommit(repository, await treeOfCommit(repository, tree), parents, {
      message: "side of a merge",
      author: nobody,
      committer: nobody,
    });
  const root = await commit(base, []);
  const sides = await Promise.all([commit(ours, [root.id]), commit(theirs, [root.id])]);
  await writeObjects(repository, [root, ...sides]);
  const args = [
    "merge-tree",
    "--write-tree",
    "-z",
    "--name-only",
    "--no-messages",
    ...sides.map(({ id }) => id),
  ];
  const { stdout, code } = await git(repository, args, {
    expect: [0, 1],
    signal,
    boundedMemory: true,
  });
  const [tree = "", ...paths] = stdout.toString().split("\0").filter(Boolean);
  return code === 0 ? { kind: "tree", tree } : { kind: "conflict", tree, paths };
}
