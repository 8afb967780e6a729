/** Facts that each kind of refusal tells; `http/refusals.ts` gives each kind its status and its text. */
export interface RefusalFacts {
  /** The format of an archive needs a program that is not installed. */
  archiverMissing: { readonly program: string };
  /** A missing or wrong parameter, by its name. */
  badParameter: { readonly name: string; readonly problem: string };
  /** A line that a comment cannot be at. */
  badPosition: NoFacts;
  /** A path that no file inside an archive can have. */
  badArtifactPath: NoFacts;
  /** A tag that cannot be made, for itself or for a release. */
  badTag: { readonly why: string; readonly wantedBy: TagMaker };
  /** The caller may not write to the branch. */
  branchDenied: { readonly writing: BranchWriting };
  /** It contradicts what is there. */
  conflict: { readonly why: string | readonly string[] };
  /** The caller sees it, and may not do this. */
  forbidden: { readonly why: string | null };
  /** A request that cannot be carried out as it is. */
  invalid: { readonly why: string };
  /** Problems of fields, by name. */
  invalidFields: { readonly problems: Readonly<Record<string, readonly string[]>> };
  /** No automatic merge is set that could be canceled. */
  noAutoMerge: NoFacts;
  /** It is not there, or the caller may not see it. */
  notFound: { readonly what: string | null };
  /** A discussion that cannot be resolved. */
  notResolvable: NoFacts;
  /** A release without a tag, and without a ref to make one at. */
  refMissing: NoFacts;
  /** A tag that named another commit before it was deleted. */
  tagMoved: { readonly name: string };
  /** A name, an address or an identity that somebody else has. */
  taken: { readonly what: string; readonly change: "create" | "update" };
  tooLarge: { readonly why: string };
  /** The caller would have to be somebody else. */
  unauthorized: NoFacts;
  /** A level that a branch cannot be protected with. */
  unknownAccessLevel: NoFacts;
  unmergeable: NoFacts;
  /** Projects that are no forks of each other. */
  unrelatedProjects: NoFacts;
  /** It cannot be done to a merge request in its state. */
  wrongState: NoFacts;
}

export type RefusalKind = keyof RefusalFacts;
type NoFacts = Readonly<Record<never, never>>;

/** Purpose of a tag. */
export type TagMaker = "tag" | "release";
/** Kind of write to a branch: files, or commits. */
export type BranchWriting = "files" | "commits";

/** A refusal of the domain, with its reason. */
export class Refusal<K extends RefusalKind = RefusalKind> extends Error {
  readonly kind: K;
  readonly facts: RefusalFacts[K];
  constructor(kind: K, facts: RefusalFacts[K]) {
    super(`${kind} ${JSON.stringify(facts)}`);
    this.name = "Refusal";
    this.kind = kind;
    this.facts = facts;
  }
}

/** Something is not there for the caller; `what` as the interface calls it. */
export const notFound = (what: string | null = null) => new Refusal("notFound", { what });
/** Nobody is signed in, or the interface reports it as that: 401. */
export const unauthorized = () => new Refusal("unauthorized", {});
/** The caller may not do it; `why` where there is more to say. */
export const forbidden = (why: string | null = null) => new Refusal("forbidden", { why });
/** A parameter is missing or wrong: `badParameter("ref", "is missing")`. */
export const badParameter = (name: string, problem: string) => new Refusal("badParameter", { name, problem });
/** A request cannot be carried out; `why` is a sentence. */
export const invalid = (why: string) => new Refusal("invalid", { why });
/** Fields are wrong, each for its reasons. */
export const invalidFields = (problems: Readonly<Record<string, readonly string[]>>) =>
  new Refusal("invalidFields", { problems });
/** A request contradicts what is there. */
export const conflict = (why: string | readonly string[]) => new Refusal("conflict", { why });
/** Something is larger than can be read or kept; `why` is a sentence. */
export const tooLarge = (why: string) => new Refusal("tooLarge", { why });
