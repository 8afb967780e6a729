import { Cache, SingleFlight } from "./cache.ts";
import { readHeaderDate } from "./commit-date.ts";
import { decodeParts } from "./detect-and-decode.ts";
import { acrossRepositories } from "./git-folder.ts";
import { refsState } from "./refs-state.ts";
import type { Repository } from "./repository.ts";
import { git } from "./run.ts";

/** A branch or tag with its object. */
export interface Ref {
  /** Without `refs/heads/` or `refs/tags/`. */
  readonly name: string;
  /** Object that the ref points at: a tag object for annotated tags. */
  readonly target: string;
  /** Null for a tag of a tree or a blob. */
  readonly commit: string | null;
  /** Annotation; null for branches and lightweight tags. */
  readonly message: string | null;
  /** Time of an annotated tag, ISO 8601; null for others, and where it cannot be read. */
  readonly taggedAt: string | null;
}

/** A ref that names a commit, as every branch does. */
interface CommitRef extends Ref {
  readonly commit: string;
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
  "%(taggerdate:raw)",
  "%(contents)",
  "%(contents:signature)",
];

/** Cached lists by repository, kind and order, with the state of the refs at that time. Weighed by refs. */
const listings = acrossRepositories(
  () => new Cache<{ readonly state: string; readonly refs: Ref[] }>(20_000, ({ refs }) => refs.length + 1),
);

/** Lists that git is reading, by repository, kind, order and state of the refs. */
const reading = acrossRepositories(() => new SingleFlight<Ref[]>());

/**
 * Returns branches or tags. `order` is git's own sort key, such as `refname` or `-creatordate`; `signal` ends git.
 */
export function listRefs(
  repository: Repository,
  kind: "heads",
  order?: string,
  signal?: AbortSignal,
): Promise<readonly CommitRef[]>;
export function listRefs(
  repository: Repository,
  kind: "tags",
  order?: string,
  signal?: AbortSignal,
): Promise<readonly Ref[]>;
export async function listRefs(
  repository: Repository,
  kind: "heads" | "tags",
  order = "refname",
  signal?: AbortSignal,
): Promise<readonly Ref[]> {
  const key = `${repository.folder}\0${kind}\0${order}`;
  const state = await refsState(repository);
  const known = listings(repository).get(key);
  if (known?.state === state) return known.refs;
  const refs = await reading(repository).run(`${key}\0${state}`, signal, (shared) =>
    readRefs(repository, kind, order, shared),
  );
  // A concurrent ref update may or may not be included.
  if ((await refsState(repository)) === state) listings(repository).set(key, { state, refs });
  return refs;
}

/** Returns the branch or tag of a name, null where there is none. `signal` ends git. */
export function findRef(
  repository: Repository,
  kind: "heads",
  name: string,
  signal?: AbortSignal,
): Promise<CommitRef | null>;
export function findRef(
  repository: Repository,
  kind: "tags",
  name: string,
  signal?: AbortSignal,
): Promise<Ref | null>;
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
  repository: Repository,
  kind: "heads" | "tags",
  order: string,
  signal?: AbortSignal,
  below = "",
): Promise<Ref[]> {
  const prefix = `refs/${kind}/`;
  const fields = kind === "heads" ? branchFields : tagFields;
  // Neither names nor annotations contain a NUL.
  const args = ["for-each-ref", `--format=${fields.join("%00")}%00`, `--sort=${order}`, prefix + below];
  // A device in the place of a ref, put there after the check, never ends.
  const { stdout } = await git(repository, args, { signal, boundedMemory: true });
  const output = stdout.toString();
  const parts = output.split("\0");
  // An annotation may be in any encoding.
  const bytes = output.includes("\ufffd") ? splitAtNul(stdout) : null;
  const refs: Ref[] = [];
  for (let at = 0; at + fields.length < parts.length; at += fields.length) {
    const [first = "", target = "", type, peeled, peeledType, taggedAt, message = "", signature = ""] =
      parts.slice(at, at + fields.length);
    const name = first.replace(/^\n/, "").slice(prefix.length);
    if (type !== "tag") {
      // A branch names a commit, or is damaged; a tag may name any object.
      if (type === "commit" || kind === "tags") {
        refs.push({ name, target, commit: type === "commit" ? target : null, message: null, taggedAt: null });
      }
      continue;
    }
    // A tag of a tag is peeled further.
    const commit =
      peeledType === "tag"
        ? ((await repository.objects.check(`${peeled}^{commit}`))?.id ?? null)
        : peeledType === "commit" && peeled
          ? peeled
          : null;
    const whole = decodeMessage(message, bytes?.[at + 6]);
    const text = signature && whole.endsWith(signature) ? whole.slice(0, -signature.length) : whole;
    const annotation = text.replace(/\n$/, "");
    refs.push({
      name,
      target,
      commit,
      message: annotation,
      taggedAt: readHeaderDate(taggedAt ?? "") ?? null,
    });
  }
  return refs;
}

const decodeMessage = (text: string, bytes: Buffer | undefined): string =>
  bytes && text.includes("\ufffd") ? decodeParts([bytes]).join() : text;

function splitAtNul(bytes: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  for (let at = 0; at <= bytes.length; ) {
    const end = bytes.indexOf(0, at);
    parts.push(bytes.subarray(at, end < 0 ? bytes.length : end));
    at = (end < 0 ? bytes.length : end) + 1;
  }
  return parts;
}

const fullHash = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** The branch that the repository opens with, by git's two names of it. */
const head = new Set(["HEAD", "@"]);

/**
 * Returns the names by which git finds what a ref of a request means, the first that exists first: a whole hash, `HEAD`
 * and a full name such as `refs/tags/1.1` are themselves, else a branch wins over a tag of the same name. git would prefer
 * the tag.
 */
function candidatesOf(base: string): readonly string[] {
  const names = [`refs/heads/${base}`, `refs/tags/${base}`];
  if (fullHash.test(base) || head.has(base) || /^refs\/(?:heads|tags)\//.test(base)) return [base, ...names];
  return base.startsWith("-") ? names : [...names, base];
}

/** Returns the object of a type that a hash, branch, tag or full name of a ref leads to; null for none. */
async function resolve(
  { objects }: Repository,
  rev: string,
  type: "commit" | "tree" | "blob",
): Promise<string | null> {
  // No name of a ref has these characters: what follows leads from its commit to another one.
  const [, base = "", steps = ""] = /^([^~^]*)(.*)$/s.exec(rev) ?? [];
  if (!isPlainName(base) || !isPlainSteps(steps)) return null;
  // Requested at once, so that one round trip suffices.
  const found = await Promise.all(
    candidatesOf(base).map((name) => objects.check(`${name}${steps}^{${type}}`)),
  );
  return found.find((info) => info !== null)?.id ?? null;
}

/** Returns the commit of a hash, branch or tag; null where there is none, or where the tag is of a tree or a blob. */
export const resolveCommit = (repository: Repository, rev: string): Promise<string | null> =>
  resolve(repository, rev, "commit");

/** Returns the tree of a commit, or the tree that a tag is of; null for none. */
export const resolveTree = (repository: Repository, rev: string): Promise<string | null> =>
  resolve(repository, rev, "tree");

/** Returns the blob that a tag is of; null for none. */
export const resolveBlob = (repository: Repository, rev: string): Promise<string | null> =>
  resolve(repository, rev, "blob");

/** Returns the tip of a branch, null where there is none of this name. */
export async function branchTip({ objects }: Repository, branch: string): Promise<string | null> {
  if (!isPlainName(branch)) return null;
  return (await objects.check(`refs/heads/${branch}^{commit}`))?.id ?? null;
}

/**
 * Returns whether a branch or tag may get this name: git must accept it, and it must not look like a hash or an option.
 */
export async function isRefName(repository: Repository, name: string): Promise<boolean> {
  if (name.startsWith("-") || head.has(name) || fullHash.test(name) || !isPlainName(name)) return false;
  // As full names they would mean another ref.
  if (/^refs\/(?:heads|tags|remotes)\//.test(name)) return false;
  const { code } = await git(repository, ["check-ref-format", `refs/heads/${name}`], { expect: [0, 1] });
  return code === 0;
}

/** The null hash: "no object" in updates of refs. */
export const noObject = "0".repeat(40);

/** Returns whether a hash is the null hash; that of a repository with SHA-256 is longer. */
export const isNoObject = (hash: string): boolean => /^0+$/.test(hash);

/** Returns whether a name is neither a range, a path in a commit nor several words. */
const isPlainName = (rev: string): boolean => rev !== "" && !/[\s:\0]|\.\.|[@^]\{/.test(rev);

/** Returns whether the steps behind a name are ancestors alone, such as `~2^1`. */
const isPlainSteps = (steps: string): boolean => /^(?:[~^]\d*)*$/.test(steps);

/** Branches whose distances are read together with the list. */
export const maxLatestTips = 100;

/** Returns the hashes of the `count` latest branches, latest first. */
export async function latestTips(repository: Repository, count: number): Promise<string[]> {
  const branches = await listRefs(repository, "heads", latestFirst);
  return [...new Set(branches.map(({ commit }) => commit))].slice(0, count);
}
