import { Folders, Plus } from "lucide-react";
import { z } from "zod";
import { listGroups } from "../../../shared/api/resources/groups.ts";
import { useOperationPages } from "../../api/use-operation.ts";
import { useAddressSearch } from "../../features/addresses/use-address-search.ts";
import { useAccountRoute } from "../../features/addresses/use-route.ts";
import { accessLevels } from "../../features/ci/use-has-access.ts";
import { GroupPane } from "../../features/group-tree/group-pane.tsx";
import { totalText } from "../../features/paged-list/total-text.ts";
import { useAccount } from "../../state/host-state.ts";
import bar from "../../ui/bar-choices.module.css";
import { Button } from "../../ui/button.tsx";
import layout from "../../ui/layout.module.css";
import { PageHeader } from "../../ui/page-header.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { SegmentedControl } from "../../ui/segmented-control.tsx";
import { Select } from "../../ui/select.tsx";
import { useTypedSearch } from "../../ui/use-typed-search.ts";
import { GroupForm } from "./group-form.tsx";
import { GroupList } from "./group-list.tsx";
import { groupOrder, groupOrders } from "./group-orders.ts";

/** Search of the list's address; omitted values are the default. */
const groupsSearch = z.object({
  search: z.string().optional().catch(undefined),
  scope: z.enum(["member", "maintained", "owned", "all"]).optional().catch(undefined),
  order: z.enum(["name", "path", "id"]).optional().catch(undefined),
  create: z.string().optional().catch(undefined),
});

const scopes = [
  { value: "member", label: "Member of" },
  { value: "maintained", label: "Maintained" },
  { value: "owned", label: "Owned" },
  { value: "all", label: "All" },
] as const;

/** All groups that the account may see, as a list to search, beside the tree. */
export function GroupsView() {
  const { account } = useAccountRoute();
  const [search, change] = useAddressSearch(groupsSearch);
  const isAdmin = useAccount(account)?.check?.user.is_admin === true;
  const [text, setText] = useTypedSearch(search.search ?? "", (value) =>
    change({ search: value || undefined }),
  );
  const scope = search.scope ?? (isAdmin ? "all" : "member");
  const order = search.order ?? "name";
  const list = useOperationPages(
    listGroups,
    {
      ...groupOrder(order),
      ...(scope === "owned"
        ? { owned: true }
        : scope === "maintained"
          ? { min_access_level: accessLevels.maintainer }
          : { all_available: scope === "all" }),
      ...(search.search ? { search: search.search } : {}),
      per_page: 50,
    },
    { keepPrevious: true },
  );
  return (
    <GroupPane account={account}>
      <div className={layout.page}>
        <PageHeader
          title="Groups"
          icon={Folders}
          meta={totalText(list, "group")}
          actions={
            <Button variant="primary" icon={Plus} onClick={() => change({ create: "1" })}>
              New group
            </Button>
          }
        />
        <search className={layout.bar} aria-label="Groups">
          <SearchField label="Search groups" value={text} onChange={setText} className={layout.search} />
          <div className={bar.choices}>
            <SegmentedControl
              label="Scope"
              value={scope}
              onChange={(value) => change({ scope: value })}
              options={scopes}
            />
            <Select
              label="Order by"
              hideLabel
              className={bar.order ?? ""}
              value={order}
              onChange={(value) => change({ order: value })}
              options={groupOrders}
            />
          </div>
        </search>
        <GroupList
          account={account}
          list={list}
          label="Groups"
          scope={`${scope} ${order} ${search.search ?? ""}`}
          empty={
            search.search
              ? { title: "No matches", description: "Try different words or fewer filters." }
              : { title: "No groups yet", description: "Create a group to keep projects together." }
          }
        />
        {search.create === undefined ? null : (
          <GroupForm account={account} parent={null} onClose={() => change({ create: undefined })} />
        )}
      </div>
    </GroupPane>
  );
}
