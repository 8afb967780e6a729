import { useLocation } from "@tanstack/react-router";
import { createContext, useCallback, useContext, useMemo } from "react";
import { accessLevels } from "../../../../shared/api/contract/access-levels.ts";
import { getProject, type Project } from "../../../../shared/api/resources/projects.ts";
import { getRawWikiFile, listWikiPages, type WikiPage } from "../../../../shared/api/resources/wikis.ts";
import { decodePercent } from "../../../../shared/text/decode-percent.ts";
import { operationUrl } from "../../../api/fetch-operation.ts";
import { type OperationResult, useOperation } from "../../../api/use-operation.ts";
import { type Go, useGo } from "../../../features/addresses/app-link.tsx";
import { hrefs, readHref } from "../../../features/addresses/hrefs.ts";
import { useProjectRoute } from "../../../features/addresses/use-route.ts";
import { readWikiSplat, type WikiRoute } from "../../../features/addresses/wiki-address.ts";
import { useHasAccess } from "../../../features/ci/use-has-access.ts";
import { useAccount } from "../../../state/host-state.ts";
import type { WikiScope } from "../../../state/wiki-drafts.ts";
import { pagesByName } from "./resolve-link.ts";

/** The context of a project's wiki. */
export interface Wiki {
  readonly account: string;
  readonly project: string;
  /** Without their text; empty until the list was read. */
  readonly pages: readonly WikiPage[];
  /** Slugs by their loose names. */
  readonly names: ReadonlyMap<string, string>;
  readonly list: OperationResult<WikiPage[]>;
  readonly details: Project | undefined;
  /** Address that git clones the wiki from; null until it is known. */
  readonly cloneUrl: string | null;
  /** Whether the service is Helve's own, which serves files and history of a wiki. */
  readonly isLocal: boolean;
  readonly mayWrite: boolean;
  readonly mayDelete: boolean;
  readonly go: Go;
  readonly hrefOf: (route: WikiRoute, query?: Readonly<Record<string, string>>, hash?: string) => string;
  /** Address of a file of the wiki, such as an attachment; null where the service does not serve it. */
  readonly fileUrl: (path: string) => string | null;
}

const WikiContext = createContext<Wiki | null>(null);
export const WikiProvider = WikiContext.Provider;

/** The current project's wiki. */
export function useWiki(): Wiki {
  const wiki = useContext(WikiContext);
  if (!wiki) throw new Error("No wiki here");
  return wiki;
}

/** The wiki's route, hash and search. */
export interface WikiAddress {
  readonly route: WikiRoute;
  /** After `#`, decoded. */
  readonly hash: string;
  readonly search: Readonly<Record<string, string | undefined>>;
}

export function useWikiAddress(): WikiAddress {
  const href = useLocation({ select: (location) => location.href });
  const hash = useLocation({ select: (location) => location.hash });
  // Of the location, not of the matched route, which follows it a moment later.
  const { route, search } = useMemo(() => {
    const home = readHref("/a/$account/p/$project/wiki", href);
    const page = readHref("/a/$account/p/$project/wiki/$", href);
    const { search } = home ?? page ?? { search: {} };
    return { route: readWikiSplat(page?.params._splat ?? ""), search };
  }, [href]);
  return { route, hash: decodePercent(hash), search };
}

const noPages: readonly WikiPage[] = [];
/** Milliseconds until changes of others are read; one's own are shown at once. */
const staleTime = 60_000;

/** Reads the list of pages and the user's permissions. */
export function useReadWiki(): Wiki {
  const { account, project } = useProjectRoute();
  const details = useOperation(getProject, { id: project }, { staleTime }).data;
  const list = useOperation(listWikiPages, { id: project }, { staleTime });
  const isLocal = useAccount(account)?.kind === "local";
  const writes = useHasAccess(project, accessLevels.developer) && details?.archived !== true;
  const mayDelete = useHasAccess(project, accessLevels.maintainer) && writes;
  const pages = list.data ?? noPages;
  const names = useMemo(() => pagesByName(pages.map(({ slug }) => slug)), [pages]);
  const go = useGo();
  const hrefOf = useCallback<Wiki["hrefOf"]>(
    (route, query = {}, hash = "") => hrefs.wiki(account, project, route, query, encodeURIComponent(hash)),
    [account, project],
  );
  const fileUrl = useCallback<Wiki["fileUrl"]>(
    (path) => (isLocal ? operationUrl(account, getRawWikiFile, { id: project, file_path: path }) : null),
    [isLocal, account, project],
  );
  const cloneUrl = details?.http_url_to_repo?.replace(/(\.git)?$/, ".wiki.git") ?? null;
  const mayWrite = writes;
  return useMemo(
    () => ({
      account,
      project,
      pages,
      names,
      list,
      details,
      cloneUrl,
      isLocal,
      mayWrite,
      mayDelete,
      go,
      hrefOf,
      fileUrl,
    }),
    [
      account,
      project,
      pages,
      names,
      list,
      details,
      cloneUrl,
      isLocal,
      mayWrite,
      mayDelete,
      go,
      hrefOf,
      fileUrl,
    ],
  );
}

/** Returns the key of a wiki in the search. */
export const wikiKey = ({ account, project }: WikiScope): string => JSON.stringify([account, project]);

/** Returns the URL of all pages with their text. */
export const wikiTextsUrl = ({ account, project }: WikiScope): string =>
  operationUrl(account, listWikiPages, { id: project, with_content: true });
