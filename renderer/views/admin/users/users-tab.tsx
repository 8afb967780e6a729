import { UserRoundPlus, UsersRound } from "lucide-react";
import { useCallback, useMemo, useRef } from "react";
import { z } from "zod";
import { listUsers } from "../../../../shared/api/resources/users.ts";
import { useOperationPages } from "../../../api/use-operation.ts";
import { useAddressSearch } from "../../../features/addresses/use-address-search.ts";
import { ListStates } from "../../../features/paged-list/list-states.tsx";
import { LoadMore } from "../../../features/paged-list/load-more.tsx";
import { loadNextPage } from "../../../features/paged-list/load-next-page.ts";
import { useRegisterCommands } from "../../../state/commands/commands.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import layout from "../../../ui/layout.module.css";
import { useRowSelection } from "../../../ui/row-selection.ts";
import pane from "../../../ui/table-pane.module.css";
import { useLostFocus } from "../../../ui/use-lost-focus.ts";
import { tableHeadHeight, VirtualTable } from "../../../ui/virtual-table.tsx";
import { CreateUserPanel } from "./create-user-panel.tsx";
import { userColumns } from "./user-cells.tsx";
import { UserPanel } from "./user-panel.tsx";
import styles from "./users.module.css";
import { UsersFilter } from "./users-filter.tsx";
import { UsersFooter } from "./users-footer.tsx";
import { parseUserQuery, parseUserSort, readUserQuery } from "./users-query.ts";

/** `user` is the id of the open user, or `new`. */
const usersSearch = z.object({
  q: z.string().optional(),
  sort: z.string().optional(),
  user: z.string().optional(),
});

/** Users of the service: one table with filters, and a panel beside it with one of them. */
export function UsersTab({ account }: { readonly account: string }) {
  const [{ q = "", ...search }, change] = useAddressSearch(usersSearch);
  const { input, problems } = useMemo(() => readUserQuery(parseUserQuery(q)), [q]);
  const sort = useMemo(() => parseUserSort(search.sort), [search.sort]);
  const order = sort ? { order_by: sort.key, sort: sort.direction } : {};
  const list = useOperationPages(listUsers, { ...input, ...order, per_page: 100 }, { keepPrevious: true });
  const selection = useRowSelection(useMemo(() => list.items.map(({ id }) => id), [list.items]));
  const open = String(search.user ?? "");
  const create = useCallback(() => change({ user: "new" }), [change]);
  const close = () => change({ user: undefined });
  const opener = useRef<HTMLButtonElement>(null);
  useLostFocus(open, () => opener.current);
  useRegisterCommands(
    useMemo(
      () => [
        {
          id: "admin.users.new",
          title: "New user",
          section: "Administration",
          icon: UserRoundPlus,
          run: create,
        },
      ],
      [create],
    ),
  );
  return (
    <div className={layout.page}>
      <div className={styles.bar}>
        <UsersFilter text={q} onText={(next) => change({ q: next })} problems={problems} />
        <Button ref={opener} variant="primary" icon={UserRoundPlus} onClick={create}>
          New user
        </Button>
      </div>
      <div className={pane.body}>
        <div className={pane.main}>
          <ListStates
            label="Users"
            list={list}
            lines={10}
            lineHeight={48}
            mark={28}
            heading={tableHeadHeight}
            empty={
              <EmptyState
                icon={UsersRound}
                title="No user matches"
                description="Try different words or fewer filters."
                actions={<Button onClick={() => change({ q: undefined })}>Clear filters</Button>}
              />
            }
          >
            <VirtualTable
              label="Users"
              columns={userColumns}
              rows={list.items}
              rowKey={({ id }) => id}
              rowName={({ name }) => name}
              rowHeight={48}
              total={list.total}
              scope={`${q} ${search.sort ?? ""}`}
              sort={sort}
              onSort={(next) => change({ sort: next ? `${next.key}-${next.direction}` : undefined })}
              selection={selection}
              openKey={/^\d+$/.test(open) ? Number(open) : null}
              onOpen={({ id }) => change({ user: String(id) })}
              onEnd={() => loadNextPage(list)}
            />
            <LoadMore list={list} isScrolled />
          </ListStates>
          {list.error && list.items.length === 0 ? null : <UsersFooter list={list} selection={selection} />}
        </div>
        {open === "new" ? (
          <CreateUserPanel
            account={account}
            onClose={close}
            onCreated={(id) => change({ user: String(id) })}
          />
        ) : /^\d+$/.test(open) ? (
          <UserPanel key={open} account={account} id={Number(open)} onClose={close} />
        ) : null}
      </div>
    </div>
  );
}
