import { Cache } from "../cache.ts";
import type { Repository } from "../repository.ts";
import { git, gitText } from "../run.ts";
import { SingleFlight } from "../single-flight.ts";
import { refsState } from "./refs-state.ts";

/** A branch or tag with its object. */
export interface Ref {
  /** Without `refs/heads/` or `refs/tags/`. */
  readonly name: string;
  /** Object that the ref points at: a tag object for annotated tags. */
  readonly target: string;
  readonly commit: string;
  /** Annotation; null for branches and lightweight tags. */
  readonly message: string | null;
  /** Time of an annotated tag, ISO 8601; else null. */
  readonly taggedAt: string | null;
}

/** Returns the names of the branches among some refs. */
export const branchesOf = (refs: readonly { readonly ref: string }[]): string[] =>
  refs.flatMap(({ ref }) => (ref.startsWith("refs/heads/") ? [ref.slice("refs/heads/".length)] : []));

/** Sort key of the branches whose last commit is the latest. */
export const latestFirst = "-committerdate";

const branchFields = ["%(refname)", "%(objectname)", "%(objecttype)"];
const tagFields = [
  ...branchFields,
  "%(*objectname)",
  "%(*objecttype)",
  "%(taggerdate:iso-strict)",
  "%(contents)",
];

/** Cached lists by repository, kind and order, with the state of the refs at that time. Weighed by refs. */
const listings = new Cache<{ readonly state: string; readonly refs: Ref[] }>(
  20_000,
  ({ refs }) => refs.length + 1,
);

/** Lists that git is reading, by repository, kind, order and state of the refs. */
const reading = new SingleFlight<Ref[]>();

/**
 * Returns branches or tags that point to commits. `order` is git's own sort key, such as `refname` or `-creatordate`;
 * `signal` ends git.
 */
export async function listRefs(
  repository: Repository,
  kind: "heads" | "tags",
  order = "refname",
  signal?: AbortSignal,
): Promise<readonly Ref[]> {
  const key = `${repository.folder}\0${kind}\0${order}`;
  const state = await refsState(repository.folder);
  const known = listings.get(key);
  if (known?.state === state) return known.refs;
  const refs = await reading.run(`${key}\0${state}`, signal, (shared) =>
    readRefs(repository, kind, order, shared),
  );
  // A concurrent ref update may or may not be included.
  if ((await refsState(repository.folder)) === state) listings.set(key, { state, refs });
  return refs;
}

/** Returns the branch or tag of a name, null where none points to a commit. `signal` ends git. */
export async function findRef(
  repository: Repository,
  kind: "heads" | "tags",
  name: string,
  signal?: AbortSignal,
): Promise<Ref | null> {
  if (!isPlainName(name)) return null;
  const refs = await readRefs(repository, kind, "refname", signal, name);
  return refs.find((ref) => ref.name === name) ?? null;
}

async function readRefs(
  { folder, objects }: Repository,
  kind: "heads" | "tags",
  order: string,
  signal?: AbortSignal,
  below = "",
): Promise<Ref[]> {
  const prefix = `refs/${kind}/`;
  const fields = kind === "heads" ? branchFields : tagFields;
  // Neither names nor annotations contain a NUL.
  const args = ["for-each-ref", `--format=${fields.join("%00")}%00`, `--sort=${order}`, prefix + below];
  const text = await gitText(folder, args, { signal });
  const parts = text.split("\0");
  const refs: Ref[] = [];
  for (let at = 0; at + fields.length < parts.length; at += fields.length) {
    const [first = "", target = "", type, peeled, peeledType, taggedAt, message = ""] = parts.slice(
      at,
      at + fields.length,
    );
    const ref = first.replace(/^\n/, "");
    const name = ref.slice(prefix.length);
    if (type === "commit") refs.push({ name, target, commit: target, message: null, taggedAt: null });
    if (type === "tag") {
      // A tag of a tag is peeled further.
      const commit =
        peeledType === "tag"
          ? (await objects.check(`${peeled}^{commit}`))?.id
          : peeledType === "commit" && peeled;
      if (!commit) continue;
      refs.push({
        name,
        target,
        commit,
        message: message.replace(/\n$/, ""),
        taggedAt: taggedAt || null,
      });
    }
  }
  return refs;
}

const fullHash = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** Returns the commit of a hash, branch or tag; a branch wins over a tag of the same name, a full hash over both. */
export async function resolveCommit({ objects }: Repository, rev: string): Promise<string | null> {
  if (!isPlainName(rev)) return null;
  const names = [`refs/heads/${rev}`, `refs/tags/${rev}`, rev];
  // Requested at once, so that one round trip suffices.
  const found = await Promise.all(
    (fullHash.test(rev) ? names.reverse() : names).map((name) => objects.check(`${name}^{commit}`)),
  );
  return found.find((info) => info !== null)?.id ?? null;
}

/** Returns the tip of a branch, null where there is none of this name. */
export async function branchTip({ objects }: Repository, branch: string): Promise<string | null> {
  if (!isPlainName(branch)) return null;
  return (await objects.check(`refs/heads/${branch}^{commit}`))?.id ?? null;
}

/**
 * Returns whether a branch or tag may get this name: git must accept it, and it must not look like a hash or an option.
 */
export async function isRefName({ folder }: Repository, name: string): Promise<boolean> {
  if (name.startsWith("-") || name === "HEAD" || name === "@" || fullHash.test(name) || !isPlainName(name))
    return false;
  const { code } = await git(folder, ["check-ref-format", `refs/heads/${name}`], { expect: [0, 1] });
  return code === 0;
}

/** The null hash: "no object" in updates of refs. */
export const noObject = "0".repeat(40);

/** Returns whether a hash is the null hash; that of a repository with SHA-256 is longer. */
export const isNoObject = (hash: string): boolean => /^0+$/.test(hash);

/** Returns whether a name is neither a range, a path in a commit nor several words. */
const isPlainName = (rev: string): boolean =>
  rev !== "" && !rev.startsWith("-") && !/[\s:\0]|\.\.|[@^]\{/.test(rev);
