import { listUsers } from "../../../shared/api/resources/users.ts";
import { useOperation } from "../../api/use-operation.ts";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { useAppLocation, useCurrentAccount } from "../navigation/use-app-location.ts";
import { MarkedText } from "./marked-text.tsx";
import type { FoundItems } from "./palette-item.ts";
import type { PaletteScope } from "./palette-query.ts";
import { rank } from "./rank.ts";

/**
 * Returns people of the current account; choosing one opens their page. In a project, whose refs are below them, only
 * those that are typed.
 */
export function usePeopleItems(scope: PaletteScope, text: string): FoundItems {
  const inProject = useAppLocation().kind === "project";
  const account = useCurrentAccount()?.id;
  const wanted = scope === "people-and-refs" && account !== undefined && !(inProject && text === "");
  const found = useOperation(listUsers, wanted ? { ...(text ? { search: text } : {}), per_page: 20 } : null, {
    account,
    keepPrevious: true,
  });
  if (!wanted) return { items: [], loading: false, error: null };
  const people = (found.data ?? []).map(({ name, username }) => ({ label: name, keywords: username }));
  return {
    items: rank(people, text, inProject ? 5 : 20).map(
      ({ item: { label, keywords: username }, positions }) => ({
        id: `person ${username}`,
        label,
        marked: <MarkedText text={label} positions={positions} />,
        mark: <Avatar name={label} size={18} />,
        hint: `@${username}`,
        section: "People",
        target: { href: hrefs.user(account, username) },
      }),
    ),
    loading: found.isFetching,
    error: found.error,
  };
}
