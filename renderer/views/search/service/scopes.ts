import type { Resource } from "../../../../shared/api/contract/operation.ts";
import type { SearchFields } from "../../../features/addresses/search-fields.ts";
import { anyText, oneOf } from "../../../features/addresses/search-fields.ts";

/** Kinds of results, as the interface names them. */
const searchScopes = [
  "projects",
  "blobs",
  "commits",
  "merge_requests",
  "issues",
  "milestones",
  "notes",
  "wiki_blobs",
  "users",
] as const;
export type SearchScope = (typeof searchScopes)[number];

interface ScopeNames {
  readonly label: string;
  readonly reads: readonly Resource[];
  /** Whether its number of results is cheap to learn, so that its tab has it before it is opened. */
  readonly isCounted: boolean;
}

export const scopeNames: Readonly<Record<SearchScope, ScopeNames>> = {
  projects: { label: "Projects", reads: ["projects"], isCounted: true },
  blobs: { label: "Code", reads: ["blobs"], isCounted: false },
  commits: { label: "Commits", reads: ["commits"], isCounted: false },
  merge_requests: { label: "Merge requests", reads: ["merge_requests"], isCounted: true },
  issues: { label: "Issues", reads: ["issues"], isCounted: true },
  milestones: { label: "Milestones", reads: ["milestones"], isCounted: true },
  notes: { label: "Comments", reads: ["notes"], isCounted: false },
  wiki_blobs: { label: "Wiki", reads: ["wikis"], isCounted: false },
  users: { label: "People", reads: ["users"], isCounted: true },
};

/** The group or project that a search is limited to, by its full path or id. */
export type Within =
  | { readonly kind: "all" }
  | { readonly kind: "group"; readonly path: string }
  | { readonly kind: "project"; readonly path: string };

/** Returns the scopes that can be searched: a project is searched for no projects. */
export const scopesWithin = ({ kind }: Within): readonly SearchScope[] =>
  kind === "project" ? searchScopes.filter((scope) => scope !== "projects") : searchScopes;

/** Search parameters of the address. */
export const addressFields = {
  q: anyText,
  scope: oneOf(...searchScopes),
  group: anyText,
  project: anyText,
} satisfies SearchFields;

/** Characters from which a text is searched for. */
export const minLength = 2;
