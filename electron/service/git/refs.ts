import type { Repository } from "./repository.ts";
import { git, gitText } from "./run.ts";

/** A branch or tag with what its object is. */
export interface Ref {
  /** Without `refs/heads/` or `refs/tags/`. */
  readonly name: string;
  /** What the ref points at: a tag object for annotated tags. */
  readonly target: string;
  readonly commit: string;
  /** Annotation; null for branches and lightweight tags. */
  readonly message: string | null;
}

const separator = "\x01";
const format = [
  "%(refname)",
  "%(objectname)",
  "%(objecttype)",
  "%(*objectname)",
  "%(*objecttype)",
  "%(contents)",
].join("%01");

/** Branches or tags. `order` is git's own sort key, such as `refname` or `-creatordate`. */
export async function listRefs(
  { folder }: Repository,
  kind: "heads" | "tags",
  order = "refname",
): Promise<Ref[]> {
  const text = await gitText(folder, [
    "for-each-ref",
    `--format=${format}%02`,
    `--sort=${order}`,
    `refs/${kind}/`,
  ]);
  return text.split("\x02\n").flatMap((record) => {
    const [ref = "", target = "", type, peeled = "", peeledType, message = ""] = record.split(separator);
    const annotated = type === "tag";
    const isCommit = annotated ? peeledType === "commit" : type === "commit";
    if (!isCommit) return [];
    return [
      {
        name: ref.slice(`refs/${kind}/`.length),
        target,
        commit: annotated ? peeled : target,
        message: annotated ? message.replace(/\n$/, "") : null,
      },
    ];
  });
}

/** The commit that a branch, tag or hash names; a branch wins over a tag of the same name. */
export async function resolveCommit({ objects }: Repository, rev: string): Promise<string | null> {
  if (!isAskable(rev)) return null;
  for (const name of [`refs/heads/${rev}`, `refs/tags/${rev}`, rev]) {
    const found = await objects.check(`${name}^{commit}`);
    if (found) return found.id;
  }
  return null;
}

/** Tip of a branch, null where there is none of this name. */
export async function branchTip({ objects }: Repository, branch: string): Promise<string | null> {
  if (!isAskable(branch)) return null;
  return (await objects.check(`refs/heads/${branch}^{commit}`))?.id ?? null;
}

/** Whether git accepts a name for a branch or tag. */
export async function isRefName({ folder }: Repository, name: string): Promise<boolean> {
  if (name.startsWith("-") || name === "HEAD" || name === "") return false;
  const { code } = await git(folder, ["check-ref-format", `refs/heads/${name}`], { expect: [0, 1] });
  return code === 0;
}

/** The hash that stands for "no object". */
export const noObject = "0".repeat(40);

/**
 * Moves a ref from `before` to `after`, either of which may be {@link noObject}. Answers false when the ref was
 * not at `before`: somebody else was faster.
 */
export async function updateRef(
  { folder }: Repository,
  ref: string,
  after: string,
  before: string,
): Promise<boolean> {
  const args = after === noObject ? ["update-ref", "-d", ref, before] : ["update-ref", ref, after, before];
  const { code } = await git(folder, args, { expect: [0, 1, 128] });
  return code === 0;
}

/** Names that are revisions of more than one ref or path are none of the interface's. */
const isAskable = (rev: string): boolean =>
  rev !== "" && !rev.startsWith("-") && !/[\s:\0]|\.\.|\^\{/.test(rev);
