import { useState } from "react";
import { type Group, listSubgroups } from "../../../shared/api/resources/groups.ts";
import { useOperationPages } from "../../api/use-operation.ts";
import bar from "../../ui/bar-choices.module.css";
import layout from "../../ui/layout.module.css";
import { SearchField } from "../../ui/search-field.tsx";
import { Select } from "../../ui/select.tsx";
import { useTypedSearch } from "../../ui/use-typed-search.ts";
import { GroupList } from "./group-list.tsx";
import { type GroupOrder, groupOrder, groupOrders } from "./group-orders.ts";

/** The groups right below a group. */
export function Subgroups({ account, group }: { readonly account: string; readonly group: Group }) {
  const [search, setSearch] = useState("");
  const [text, setText] = useTypedSearch(search, setSearch);
  const [order, setOrder] = useState<GroupOrder>("name");
  const list = useOperationPages(
    listSubgroups,
    {
      id: group.full_path,
      all_available: true,
      ...groupOrder(order),
      ...(search ? { search } : {}),
      per_page: 50,
    },
    { keepPrevious: true },
  );
  return (
    <>
      <search className={layout.bar} aria-label="Subgroups">
        <SearchField label="Search subgroups" value={text} onChange={setText} className={layout.search} />
        <Select
          label="Order by"
          hideLabel
          className={bar.order ?? ""}
          value={order}
          onChange={setOrder}
          options={groupOrders}
        />
      </search>
      <GroupList
        account={account}
        list={list}
        label="Subgroups"
        scope={`${search} ${order}`}
        empty={
          search
            ? { title: "No matches", description: "Try different words." }
            : {
                title: "No subgroups",
                description: "Owners of the group can create subgroups to divide its projects.",
              }
        }
      />
    </>
  );
}
