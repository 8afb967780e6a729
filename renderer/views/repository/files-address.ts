import { useLocation } from "@tanstack/react-router";
import { z } from "zod";
import { useAddressSearch } from "../../features/addresses/use-address-search.ts";
import { useProjectRoute } from "../../features/addresses/use-route.ts";
import type { FileMode, RepositoryScope } from "../../features/repository/repository-hrefs.ts";

/** The part of a repository that the address names. */
export interface FilesAddress extends RepositoryScope {
  /** Branch, tag or commit; undefined for the default branch. */
  readonly ref: string | undefined;
  /** File or folder without slashes around it; empty for the root. */
  readonly path: string;
  /** Null for a document's rendering, or a file that has none. */
  readonly mode: FileMode | null;
  /** After `#`, such as `L10-20`. */
  readonly hash: string;
}

const filesSearch = z.object({
  ref: z.string().optional(),
  path: z.string().optional(),
  plain: z.string().optional(),
  blame: z.string().optional(),
});

/** Returns the address of this view. */
export function useFilesAddress(): FilesAddress {
  const { account, project } = useProjectRoute();
  const [search] = useAddressSearch(filesSearch);
  const hash = useLocation({ select: (location) => location.hash });
  const path = (search.path ?? "").replace(/^\/+|\/+$/g, "");
  const mode = search.blame === "1" ? "blame" : search.plain === "1" ? "source" : null;
  return { account, project, ref: search.ref, path, mode, hash };
}
