/** Scope of a list of work: an account, a group or a project. */
export type ListScope = "account" | "group" | "project";

/** Owner of a list: the scope, and the full path of the project or group, empty for the account. */
export interface ListOwner {
  readonly scope: ListScope;
  readonly path: string;
}

/** Returns the owner of a route's list. */
export const listOwner = (project: string | undefined, group: string | undefined): ListOwner => ({
  scope: project ? "project" : group ? "group" : "account",
  path: project ?? group ?? "",
});

/** Returns the operation that lists the owner's work, and its input: the lists differ only in whose they are. */
export function listCall<A, G, P, I extends object>(
  operations: { readonly account: A; readonly group: G; readonly project: P },
  { scope, path }: ListOwner,
  input: I,
): { readonly operation: A | G | P; readonly input: I | (I & { readonly id: string }) } {
  return {
    operation: operations[scope],
    input: scope === "account" ? input : { ...input, id: path },
  };
}
