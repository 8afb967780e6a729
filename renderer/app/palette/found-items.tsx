import { keepPreviousData, skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { ExternalLink, Globe } from "lucide-react";
import { getProject } from "../../../shared/api/resources/projects.ts";
import { listTree } from "../../../shared/api/resources/repository.ts";
import { callOperation } from "../../api/fetch-operation.ts";
import { useOperation } from "../../api/use-operation.ts";
import { hrefs } from "../../features/addresses/hrefs.ts";
import {
  lostText,
  readWebLink,
  readWebPath,
  resolveWebLink,
  type WebLink,
} from "../../features/addresses/web-link.ts";
import { useAccountLabel, useAccounts } from "../../state/host-state.ts";
import { FileIcon } from "../../ui/marks/file-icon.tsx";
import { loadFiles, matchFiles } from "../../workers/files/files-engine.ts";
import {
  accountOf,
  describeAddress,
  hrefOfAppUrl,
  parseAddress,
  useAccountName,
  useAppLocation,
  useCurrentAccount,
} from "../navigation/app-location.ts";
import { openInBrowser } from "../navigation/open-in-browser.ts";
import type { FoundItems, PaletteItem, PaletteScope } from "./palette-item.ts";

/** Returns matching files of the current project at its ref; a worker searches the whole tree. */
export function useFileItems(scope: PaletteScope, text: string): FoundItems {
  const location = useAppLocation();
  const project = location.kind === "project" ? location : null;
  const wanted = project !== null && (scope === "files" || (scope === "all" && text.length >= 2));
  const account = project?.account;
  const id = project?.project;
  const input = wanted && !project.search.ref ? { id: project.project } : null;
  const known = useOperation(getProject, input, { account });
  const ref = project?.search.ref ?? known.data?.default_branch ?? null;
  const tree = JSON.stringify([account, id, ref]);
  const loaded = useQuery({
    queryKey: ["palette", "tree", tree],
    queryFn:
      wanted && ref !== null
        ? async ({ signal }) => {
            const input = { id: project.project, ref, recursive: true, per_page: 100 };
            const response = await callOperation(project.account, listTree, input, { signal, pages: "all" });
            return loadFiles(tree, await response.arrayBuffer());
          }
        : skipToken,
    staleTime: 60_000,
    meta: { reads: listTree.reads },
  });
  const matches = useQuery({
    queryKey: ["palette", "files", tree, loaded.dataUpdatedAt, text],
    queryFn: ({ signal }) => matchFiles(tree, text, scope === "files" ? 100 : 8, signal),
    enabled: wanted && loaded.isSuccess,
    placeholderData: keepPreviousData,
    gcTime: 5_000,
    meta: { reads: [] },
  });
  if (!wanted) return { items: [], loading: false, error: null };
  if (ref === null) return { items: [], loading: known.isFetching, error: known.error };
  const line = matches.data?.line;
  const items = (matches.data?.matches ?? []).map(({ path, positions }): PaletteItem => {
    const cut = path.lastIndexOf("/") + 1;
    const name = path.slice(cut);
    const own = positions.filter((at) => at >= cut).map((at) => at - cut);
    return {
      id: `file ${path}`,
      label: path,
      marked: <MarkedText text={name} positions={own} />,
      hint: path.slice(0, Math.max(0, cut - 1)),
      mark: <FileIcon name={name} />,
      section: "Files",
      target: {
        href: hrefs.project(project.account, project.project, "files", { ref, path }, line ? `L${line}` : ""),
      },
    };
  });
  return { items, loading: loaded.isFetching || matches.isFetching, error: loaded.error };
}

/** Items for a pasted link to a service's web interface or to a page of the app; null for any other text. */
export function useLinkItems(text: string): readonly PaletteItem[] | null {
  const client = useQueryClient();
  const accounts = useAccounts();
  const account = useCurrentAccount();
  const location = useAppLocation();
  const accountName = useAccountName();
  const label = useAccountLabel();
  const isUrl = /^(https?|helve|app):\/\//.test(text.trim());
  const project = location.kind === "project" ? location.project : null;
  const link: WebLink | null = isUrl
    ? readWebLink(text, accounts)
    : account
      ? readWebPath(text, account, project)
      : null;
  const nameOf = (href: string): string => {
    const { crumbs } = describeAddress(href, accountName);
    const owner = accountOf(parseAddress(href));
    return [...(owner ? [label(owner)] : []), ...crumbs.map((crumb) => crumb.label)]
      .filter(Boolean)
      .join(" / ");
  };
  const open = (
    href: string,
    target: PaletteItem["target"],
    lost: readonly string[] = [],
  ): readonly PaletteItem[] => [
    {
      id: "link",
      label: "Open this link in Helve",
      hint: [nameOf(href), lostText(lost)].filter(Boolean).join(" · "),
      icon: ExternalLink,
      target,
    },
  ];
  const own = hrefOfAppUrl(text);
  if (own !== null) return open(own, { href: own });
  if (!link) return isUrl ? [] : null;
  if (link.kind === "page") {
    return open(link.href, { find: () => resolveWebLink(client, link) }, link.lost);
  }
  return [
    {
      id: "link.browser",
      label: "Open in browser",
      hint: `Helve has no page for “${link.page}”`,
      icon: Globe,
      target: { run: () => openInBrowser(link.url) },
    },
    {
      id: "link.nearest",
      label: `Open ${nameOf(link.nearest)}`,
      icon: ExternalLink,
      target: { href: link.nearest },
    },
  ];
}

/** A text with some of its characters marked; `positions` ascend. */
export function MarkedText({
  text,
  positions,
}: {
  readonly text: string;
  readonly positions: readonly number[];
}) {
  if (positions.length === 0) return text;
  const hit = new Set(positions);
  const runs: { from: number; text: string; marked: boolean }[] = [];
  for (let at = 0; at < text.length; at++) {
    const last = runs.at(-1);
    const marked = hit.has(at);
    if (last && last.marked === marked) last.text += text.charAt(at);
    else runs.push({ from: at, text: text.charAt(at), marked });
  }
  return runs.map((run) =>
    run.marked ? <mark key={run.from}>{run.text}</mark> : <span key={run.from}>{run.text}</span>,
  );
}
