import { GitBranch, Tag } from "lucide-react";
import { listBranches } from "../../../shared/api/resources/branches.ts";
import { getProject } from "../../../shared/api/resources/projects.ts";
import { listTags } from "../../../shared/api/resources/tags.ts";
import { branchRef, tagRef } from "../../../shared/text/ref-name.ts";
import { useOperation } from "../../api/use-operation.ts";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { defaultFirst } from "../../features/ref-picker/use-branch-search.ts";
import { useAppLocation } from "../navigation/use-app-location.ts";
import { MarkedText } from "./marked-text.tsx";
import type { FoundItems, PaletteItem } from "./palette-item.ts";
import type { PaletteScope } from "./palette-query.ts";
import { rank } from "./rank.ts";

/** Returns branches, the default one first, and tags of the current project; choosing one opens it in the current view (files or commits). */
export function useRefItems(scope: PaletteScope, text: string): FoundItems {
  const location = useAppLocation();
  const project = location.kind === "project" ? location : null;
  const wanted = project !== null && (scope === "people-and-refs" || (scope === "all" && text.length >= 2));
  const input = wanted ? { id: project.project, ...(text ? { search: text } : {}), per_page: 20 } : null;
  const options = { account: project?.account, keepPrevious: true };
  const branches = useOperation(listBranches, input, options);
  const details = useOperation(getProject, project && wanted ? { id: project.project } : null, options);
  const tags = useOperation(listTags, input, options);
  if (!wanted) return { items: [], loading: false, error: null };
  const part = project.part === "commits" ? "commits" : "files";
  const limit = scope === "people-and-refs" ? 40 : 4;
  const tagNames = new Set((tags.data ?? []).map(({ name }) => name));
  const branchRefOf = (name: string) => (tagNames.has(name) ? branchRef(name) : name);
  const main = details.data?.default_branch ?? null;
  const toItems = (
    names: readonly string[],
    section: string,
    icon: typeof Tag,
    refOf: (name: string) => string,
  ): PaletteItem[] =>
    rank(
      names.map((label) => ({ label, boost: section === "Branches" && label === main ? 1 : 0 })),
      text,
      limit,
    ).map(({ item, positions }) => ({
      id: `${section} ${item.label}`,
      label: item.label,
      marked: <MarkedText text={item.label} positions={positions} />,
      icon,
      section,
      selected: project.search.ref === refOf(item.label),
      target: { href: hrefs.project(project.account, project.project, part, { ref: refOf(item.label) }) },
    }));
  return {
    items: [
      ...toItems(defaultFirst(branches.data ?? [], main, text), "Branches", GitBranch, branchRefOf),
      ...toItems(
        (tags.data ?? []).map(({ name }) => name),
        "Tags",
        Tag,
        tagRef,
      ),
    ],
    loading: branches.isFetching || tags.isFetching,
    error: branches.error ?? tags.error,
  };
}
