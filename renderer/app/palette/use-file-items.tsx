import { keepPreviousData, skipToken, useQuery } from "@tanstack/react-query";
import { getProject } from "../../../shared/api/resources/projects.ts";
import { listTree } from "../../../shared/api/resources/repository.ts";
import { callOperation } from "../../api/fetch-operation.ts";
import { useOperation } from "../../api/use-operation.ts";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { FileIcon } from "../../ui/file-icon.tsx";
import { loadFiles, matchFiles } from "../../workers/files/files-engine.ts";
import { useAppLocation } from "../navigation/use-app-location.ts";
import { MarkedText } from "./marked-text.tsx";
import type { FoundItems, PaletteItem } from "./palette-item.ts";
import type { PaletteScope } from "./palette-query.ts";

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
