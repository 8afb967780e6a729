/** Full name of a tag: what a ref is called where a branch may have the same name. */
export const tagRef = (name: string): string => `refs/tags/${name}`;

/** Full name of a branch. */
export const branchRef = (name: string): string => `refs/heads/${name}`;

/** A ref of an address or a request: its name as people know it, and its kind, null where only the repository knows it. */
interface RefName {
  readonly kind: "branch" | "tag" | null;
  readonly name: string;
}

/** Reads a ref: `refs/tags/1.1` is the tag 1.1, `refs/heads/1.1` the branch, any other text a name or a hash. */
export function readRefName(ref: string): RefName {
  const [, kind, name] = /^refs\/(heads|tags)\/(.+)$/s.exec(ref) ?? [];
  if (name === undefined) return { kind: null, name: ref };
  return { kind: kind === "tags" ? "tag" : "branch", name };
}

/** Returns the name of a ref that people know. */
export const shortRef = (ref: string): string => readRefName(ref).name;

/** Returns the branch that a ref names, without `refs/heads/`; any other ref as it is, which is no name of a branch. */
export function branchOf(ref: string): string {
  const { kind, name } = readRefName(ref);
  return kind === "branch" ? name : ref;
}
