import { Folders, Plus } from "lucide-react";
import { accessLevels } from "../../../shared/api/contract/access-levels.ts";
import { listGroups } from "../../../shared/api/resources/groups.ts";
import { useOperationPages } from "../../api/use-operation.ts";
import { anyText, oneOf } from "../../features/addresses/search-fields.ts";
import { useAddressSearch } from "../../features/addresses/use-address-search.ts";
import { useAccountRoute } from "../../features/addresses/use-route.ts";
import { GroupPane } from "../../features/group-tree/group-pane.tsx";
import { totalText } from "../../features/paged-list/load-more.tsx";
import { useAccount } from "../../state/host-state.ts";
import { Button } from "../../ui/buttons/button.tsx";
import bar from "../../ui/forms/bar-choices.module.css";
import { SegmentedControl } from "../../ui/forms/segmented-control.tsx";
import { Select } from "../../ui/forms/select.tsx";
import { SearchField } from "../../ui/forms/text-field.tsx";
import { useTypedSearch } from "../../ui/forms/use-typed-search.ts";
import { PageHeader } from "../../ui/panes/page-header.tsx";
import layout from "../../ui/theme/layout.module.css";
import { GroupForm } from "./group-form.tsx";
import { GroupList, groupOrder, groupOrders } from "./group-list.tsx";

/** Search of the list's address; omitted values are the default. */
const groupsSearch = {
  search: anyText,
  scope: oneOf("member", "maintained", "owned", "all"),
  order: oneOf("name", "path", "id"),
  create: anyText,
};

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
      search: search.search || undefined,
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
