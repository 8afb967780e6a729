import { useQueries } from "@tanstack/react-query";
import { CircleDot } from "lucide-react";
import type { Issue } from "../../../shared/api/resources/issue-shapes.ts";
import { listIssues, listProjectIssues } from "../../../shared/api/resources/issues.ts";
import { toProblem } from "../../api/fetch-host.ts";
import { operationQuery } from "../../api/use-operation.ts";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { projectOfIssue } from "../../features/issues/issue-project.ts";
import { useAccountLabel, useAccounts } from "../../state/host-state.ts";
import { useSettled } from "../../ui/panes/use-settled.ts";
import { useAppLocation } from "../navigation/app-location.ts";
import { MarkedText } from "./found-items.tsx";
import { type FoundItems, type PaletteScope, rank } from "./palette-item.ts";
import { debounceMs, freshMs, pageSizes, useSearchedProjects } from "./work-items.tsx";

const everything = { scope: "all", state: "all", order_by: "updated_at" } as const;

interface FoundIssue {
  readonly account: string;
  /** Full path. */
  readonly project: string;
  readonly issue: Issue;
  /** Whether it is of the project at hand. */
  readonly isOwn: boolean;
}

/** Returns issues by title, author and number such as `#12`: of the project at hand first, with `#` also of recent ones. */
export function useIssueItems(scope: PaletteScope, text: string): FoundItems {
  const searched = useSearchedProjects();
  const inProject = useAppLocation().kind === "project";
  const accounts = useAccounts();
  const label = useAccountLabel();
  const isWanted = scope === "issues" || (scope === "all" && text.length >= 2);
  const number = scope === "issues" && /^\d{1,9}$/.test(text) ? Number(text) : null;
  const typed = useSettled(text, debounceMs);
  const own = inProject ? searched[0] : undefined;
  // Among all that is found, those of recent projects are by what was typed alone.
  const projects = !isWanted ? [] : scope === "issues" ? searched : own ? [own] : [];
  const isSearched = isWanted && typed === text && (number !== null || typed.length >= 3);
  const lists = useQueries({
    queries: projects.map(({ account, project: id }) => ({
      ...operationQuery(account, listProjectIssues, {
        ...everything,
        id,
        per_page: own?.project === id && own.account === account ? pageSizes.own : pageSizes.other,
      }),
      staleTime: freshMs,
    })),
  });
  const numbers = useQueries({
    queries: (isSearched && number !== null ? projects : []).map(({ account, project: id }) =>
      operationQuery(account, listProjectIssues, { ...everything, id, iids: [number ?? 0] }),
    ),
  });
  // What the lists do not reach; the query of a text that was typed further is canceled.
  const words = isSearched && number === null ? accounts : [];
  const searches = useQueries({
    queries: words.map(({ id }) => ({
      ...operationQuery(id, listIssues, { ...everything, search: typed, per_page: pageSizes.search }),
      staleTime: freshMs,
    })),
  });
  if (!isWanted) return { items: [], loading: false, error: null };
  const found = new Map<string, FoundIssue>();
  const add = (account: string, issues: readonly Issue[] | undefined, listed?: string) => {
    for (const issue of issues ?? []) {
      const project = projectOfIssue(issue, listed);
      const key = `${account} ${project}#${issue.iid}`;
      const isOwn = project === own?.project && account === own.account;
      if (!found.has(key)) found.set(key, { account, project, issue, isOwn });
    }
  };
  for (const [at, { account, project }] of projects.entries())
    for (const list of [lists[at], numbers[at]]) add(account, list?.data?.data, project);
  for (const [at, { id }] of words.entries()) add(id, searches[at]?.data?.data);
  const all = [...lists, ...numbers, ...searches];
  // A project or service without issues responds so.
  const failed = all.find(({ error }) => error !== null && !isWithout(error));
  return {
    items: matching([...found.values()], { text, number, limit: scope === "all" ? 5 : 50 }).map(
      ({ item, positions }) => ({
        id: `issue-${item.account}-${item.issue.id}`,
        label: item.label,
        marked: <MarkedText text={item.label} positions={positions} />,
        icon: CircleDot,
        hint: [
          `${item.isOwn ? "" : item.project}#${item.issue.iid}`,
          item.issue.state === "opened" ? "" : item.issue.state,
          label(item.account),
        ]
          .filter(Boolean)
          .join(" · "),
        section: "Issues",
        target: { href: hrefs.issue(item.account, item.project, item.issue.iid) },
      }),
    ),
    loading: all.some(({ isFetching }) => isFetching),
    error: failed?.error ?? null,
  };
}

const isWithout = (error: unknown): boolean => [403, 404, 501].includes(toProblem(error).status ?? 0);

interface Wanted {
  readonly text: string;
  readonly number: number | null;
  readonly limit: number;
}

/** Returns the issues that match, best first: by their numbers, or by titles and authors. */
function matching(found: readonly FoundIssue[], { text, number, limit }: Wanted) {
  const candidates = found.map((entry) => ({
    ...entry,
    label: entry.issue.title,
    keywords: `${entry.issue.author?.name ?? ""} ${entry.issue.author?.username ?? ""}`,
    boost: (entry.isOwn ? 0.05 : 0) + (entry.issue.state === "opened" ? 0.05 : 0),
  }));
  if (number === null) return rank(candidates, text, limit);
  return candidates
    .filter(({ issue }) => String(issue.iid).startsWith(text))
    .toSorted((a, b) => a.issue.iid - b.issue.iid || Number(b.isOwn) - Number(a.isOwn))
    .slice(0, limit)
    .map((item) => ({ item, positions: [] }));
}
