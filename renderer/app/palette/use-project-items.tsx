import { useMemo } from "react";
import { listProjects } from "../../../shared/api/resources/projects.ts";
import { useOperation } from "../../api/use-operation.ts";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { accountLabel } from "../../state/account-label.ts";
import { useAccounts } from "../../state/host-state.ts";
import { useRecentProjects } from "../../state/recent-projects.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { useCurrentAccount } from "../navigation/use-app-location.ts";
import { MarkedText } from "./marked-text.tsx";
import type { FoundItems } from "./palette-item.ts";
import type { PaletteScope } from "./palette-query.ts";
import { rank } from "./rank.ts";

/** Returns pinned and recent projects at once, and the service's as they are found. */
export function useProjectItems(scope: PaletteScope, text: string): FoundItems {
  const wanted = scope === "all" || scope === "projects";
  const account = useCurrentAccount()?.id;
  const enabled = wanted && account !== undefined && (scope === "projects" || text.length >= 2);
  const found = useOperation(
    listProjects,
    enabled
      ? { ...(text ? { search: text } : {}), simple: true, per_page: 20, order_by: "last_activity_at" }
      : null,
    { account, keepPrevious: true },
  );
  const { recent, pinned } = useRecentProjects();
  const accounts = useAccounts();
  const items = useMemo(() => {
    if (!wanted) return [];
    const known = [...pinned, ...recent].map((project) => ({
      account: project.account,
      path: project.path,
      name: project.name,
      label: project.path,
      boost: 0.1,
    }));
    const remote =
      account === undefined
        ? []
        : (found.data ?? []).map(({ path_with_namespace: path, name }) => ({
            account,
            path,
            name,
            label: path,
            boost: 0,
          }));
    const unique = new Map([...remote, ...known].map((entry) => [`${entry.account} ${entry.path}`, entry]));
    const all = [...unique.values()].sort((a, b) => b.boost - a.boost);
    return rank(all, text, scope === "projects" ? 40 : 6).map(({ item, positions }) => ({
      id: `project ${item.account} ${item.path}`,
      label: item.label,
      marked: <MarkedText text={item.label} positions={positions} />,
      mark: <Avatar name={item.name} size={18} square />,
      hint: accountLabel(accounts, item.account) ?? undefined,
      section: "Projects",
      target: { href: hrefs.project(item.account, item.path) },
    }));
  }, [wanted, found.data, recent, pinned, account, accounts, text, scope]);
  return { items, loading: enabled && found.isFetching, error: enabled ? found.error : null };
}
