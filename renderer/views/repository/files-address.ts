import { useLocation, useParams, useSearch } from "@tanstack/react-router";

/** A project of an account, as the address names it. */
export interface RepositoryScope {
  readonly account: string;
  /** Full path of the project. */
  readonly project: string;
}

/** The part of a repository that the address names. */
export interface FilesAddress extends RepositoryScope {
  /** Branch, tag or commit; undefined for the default branch. */
  readonly ref: string | undefined;
  /** File or folder without slashes around it; empty for the root. */
  readonly path: string;
  /** The source of a document rather than its drawing, as the web's `plain=1`. */
  readonly plain: boolean;
  /** After `#`, such as `L10-20`. */
  readonly hash: string;
}

/** The address of this place. */
export function useFilesAddress(): FilesAddress {
  const { account = "", project = "" } = useParams({ strict: false });
  const search: { readonly ref?: string; readonly path?: string; readonly plain?: string } = useSearch({
    strict: false,
  });
  const hash = useLocation({ select: (location) => location.hash });
  const path = (search.path ?? "").replace(/^\/+|\/+$/g, "");
  return { account, project, ref: search.ref, path, plain: search.plain === "1", hash };
}
