import { useLocation } from "@tanstack/react-router";
import { z } from "zod";
import { useAddressSearch } from "../../features/addresses/use-address-search.ts";
import { useProjectRoute } from "../../features/addresses/use-route.ts";
import type { RepositoryScope } from "../../features/repository/repository-hrefs.ts";

/** The part of a repository that the address names. */
export interface FilesAddress extends RepositoryScope {
  /** Branch, tag or commit; undefined for the default branch. */
  readonly ref: string | undefined;
  /** File or folder without slashes around it; empty for the root. */
  readonly path: string;
  /** Shows the source of a document instead of rendering it, as the web's `plain=1`. */
  readonly plain: boolean;
  /** After `#`, such as `L10-20`. */
  readonly hash: string;
}

const filesSearch = z.object({
  ref: z.string().optional(),
  path: z.string().optional(),
  plain: z.string().optional(),
});

/** Returns the address of this view. */
export function useFilesAddress(): FilesAddress {
  const { account, project } = useProjectRoute();
  const [search] = useAddressSearch(filesSearch);
  const hash = useLocation({ select: (location) => location.hash });
  const path = (search.path ?? "").replace(/^\/+|\/+$/g, "");
  return { account, project, ref: search.ref, path, plain: search.plain === "1", hash };
}
