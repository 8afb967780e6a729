import { Copy, RotateCw, Search, UserRoundPlus, UsersRound, X } from "lucide-react";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import type { User } from "../../../../shared/api/resources/user-shapes.ts";
import { createUser, listUsers } from "../../../../shared/api/resources/users.ts";
import { useOperationPages } from "../../../api/use-operation.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { useWrite } from "../../../api/use-write.ts";
import { anyText } from "../../../features/addresses/search-fields.ts";
import { useAddressSearch } from "../../../features/addresses/use-address-search.ts";
import { ListStates } from "../../../features/paged-list/list-states.tsx";
import { LoadMore, loadNextPage } from "../../../features/paged-list/load-more.tsx";
import { formatQuery, termOf, withTerm } from "../../../features/query-text/query-text.ts";
import { UnknownFilters } from "../../../features/query-text/unknown-filters.tsx";
import { useRegisterCommands } from "../../../state/commands/commands.ts";
import { Button, IconButton } from "../../../ui/buttons/button.tsx";
import { copyText } from "../../../ui/buttons/copy-button.tsx";
import { DiscardButton } from "../../../ui/buttons/discard-button.tsx";
import { Destination } from "../../../ui/forms/destination.tsx";
import { Form, FormFailure } from "../../../ui/forms/form.tsx";
import { SegmentedControl } from "../../../ui/forms/segmented-control.tsx";
import { SearchField } from "../../../ui/forms/text-field.tsx";
import { usePlaceholder } from "../../../ui/forms/use-placeholder.ts";
import { type RowSelection, useRowSelection } from "../../../ui/lists/row-selection.ts";
import pane from "../../../ui/lists/table-pane.module.css";
import { tableHeadHeight, VirtualTable } from "../../../ui/lists/virtual-table.tsx";
import { toast } from "../../../ui/overlays/toast.tsx";
import { useLostFocus } from "../../../ui/overlays/use-focus-return.ts";
import { EmptyState } from "../../../ui/states/empty-state.tsx";
import flow from "../../../ui/theme/flow.module.css";
import layout from "../../../ui/theme/layout.module.css";
import { RelativeTime } from "../../../ui/values/time.tsx";
import styles from "./admin-users.module.css";
import { userColumns } from "./user-cells.tsx";
import { checkUserForm, emptyUserForm, toCreation, type UserFormErrors, useUserDraft } from "./user-form.ts";
import { UserFormFields } from "./user-form-fields.tsx";
import { UserPanel } from "./user-panel.tsx";
import { parseUserQuery, parseUserSort, readUserQuery, userKeys } from "./users-query.ts";

/** `user` is the id of the open user, or `new`. */
const usersSearch = {
  q: anyText,
  sort: anyText,
  user: anyText,
};

/** Users of the service: one table with filters, and a panel beside it with one of them. */
export function UsersTab({ account }: { readonly account: string }) {
  const [{ q = "", ...search }, change] = useAddressSearch(usersSearch);
  const { input, problems } = readUserQuery(parseUserQuery(q));
  const sort = useMemo(() => parseUserSort(search.sort), [search.sort]);
  const order = sort ? { order_by: sort.key, sort: sort.direction } : {};
  const list = useOperationPages(listUsers, { ...input, ...order, per_page: 100 }, { keepPrevious: true });
  const selection = useRowSelection(useMemo(() => list.items.map(({ id }) => id), [list.items]));
  const open = String(search.user ?? "");
  const create = () => change({ user: "new" });
  const close = () => change({ user: undefined });
  const opener = useRef<HTMLButtonElement>(null);
  useLostFocus(open, () => opener.current);
  useRegisterCommands([
    {
      id: "admin.users.new",
      title: "New user",
      section: "Administration",
      icon: UserRoundPlus,
      run: create,
    },
  ]);
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

interface UsersFooterProps {
  readonly list: {
    readonly items: readonly User[];
    readonly total: number | undefined;
    readonly dataUpdatedAt: number;
    readonly refetch: () => Promise<unknown>;
  };
  readonly selection: RowSelection;
}

/** The number of users, actions on the selected ones, and the age of the list. */
function UsersFooter({ list, selection }: UsersFooterProps) {
  const { items, total = items.length } = list;
  const emails = items.flatMap(({ id, email }) => (email && selection.selected.has(id) ? [email] : []));
  const copy = async () => {
    await copyText(emails.join(", "));
    toast.success(`Copied ${emails.length} email ${emails.length === 1 ? "address" : "addresses"}`);
  };
  return (
    <section className={pane.footer} aria-label="User list">
      <span>
        {total.toLocaleString()} {total === 1 ? "user" : "users"}
      </span>
      {selection.selected.size > 0 ? (
        <>
          <span>{selection.selected.size.toLocaleString()} selected</span>
          <Button
            size="s"
            variant="ghost"
            icon={Copy}
            disabled={emails.length === 0}
            onClick={() => void copy()}
          >
            Copy email addresses
          </Button>
          <Button size="s" variant="ghost" onClick={selection.clear}>
            Clear selection
          </Button>
        </>
      ) : null}
      <span className={flow.end}>
        Updated <RelativeTime time={list.dataUpdatedAt} />
      </span>
      <IconButton label="Refresh" icon={RotateCw} size="s" onClick={() => void list.refetch()} />
    </section>
  );
}

interface CreateUserPanelProps {
  readonly account: string;
  readonly onClose: () => void;
  readonly onCreated: (id: number) => void;
}

const noErrors: UserFormErrors = {};

/** Creates a user. The draft is stored until it is sent or discarded, also when the panel is closed. */
function CreateUserPanel({ account, onClose, onCreated }: CreateUserPanelProps) {
  const draft = useUserDraft(`user ${account} new`, emptyUserForm);
  const { form, unstored } = draft;
  const write = useWrite(createUser);
  const [wasSent, setWasSent] = useState(false);
  const errors = checkUserForm(form, unstored, true);
  const isReady = Object.keys(errors).length === 0;
  const submission = useSubmit(async () => {
    const user = await write(toCreation(form, unstored));
    toast.success(`Created ${user.name}`);
    draft.clear();
    onCreated(user.id);
  });
  return (
    <section
      className={pane.panel}
      aria-label="New user"
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.defaultPrevented) onClose();
      }}
    >
      <div className={pane.head}>
        <div className={flow.growText}>
          <h2 className={pane.title}>New user</h2>
        </div>
        <IconButton label="Close panel" icon={X} onClick={onClose} />
      </div>
      <Form
        className={flow.fillColumn}
        aria-label="New user"
        submission={submission}
        isReady={isReady}
        onAttempt={() => setWasSent(true)}
      >
        <div className={pane.panelBody}>
          <UserFormFields
            form={form}
            unstored={unstored}
            errors={wasSent ? errors : noErrors}
            isNew
            hasNewEmail
            onChange={draft.change}
            onUnstored={draft.changeUnstored}
          />
          <FormFailure submission={submission} />
        </div>
        <div className={pane.actions}>
          <DiscardButton
            isChanged={draft.isChanged}
            onClick={() => {
              draft.discard("user draft");
              onClose();
            }}
          />
          <Destination />
          <Button type="submit" variant="primary" loading={submission.isPending}>
            Create user
          </Button>
        </div>
      </Form>
    </section>
  );
}

interface UsersFilterProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly problems: readonly string[];
}

const states = [
  { value: "all", label: "All" },
  { value: "active", label: "Active" },
  { value: "blocked", label: "Blocked" },
] as const;

/** Milliseconds after the last key until a query takes effect by itself. */
const typingDelayMs = 300;

/** The filters of users: a query as text, and their state. */
function UsersFilter({ text, onText, problems }: UsersFilterProps) {
  const box = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState(text);
  const sent = useRef(text);
  const send = useEffectEvent(onText);
  useEffect(() => {
    // The new value is this field's own text, or from a link or the Back button.
    if (text !== sent.current) setTyped(text);
    sent.current = text;
  }, [text]);
  useEffect(() => {
    if (typed.trim() === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = typed.trim();
      send(sent.current);
    }, typingDelayMs);
    return () => clearTimeout(timer);
  }, [typed]);
  useRegisterCommands([
    {
      id: "admin.users.filter",
      title: "Filter users",
      section: "Administration",
      icon: Search,
      run: () => box.current?.querySelector("input")?.focus(),
    },
  ]);
  const [field, placeholder] = usePlaceholder(
    "Name or email, state:blocked, two-factor:disabled…",
    "Name or email, state:blocked…",
  );
  const query = parseUserQuery(text);
  return (
    <search className={styles.filters} aria-label="Users">
      <div ref={box} className={styles.search}>
        <SearchField
          label="Filter users"
          ref={field}
          placeholder={placeholder}
          value={typed}
          onChange={setTyped}
          error={problems.length > 0 ? problems.join(" ") : undefined}
        />
        <UnknownFilters query={text} keys={userKeys} />
      </div>
      <SegmentedControl
        label="State"
        value={states.find(({ value }) => value === termOf(query, "state"))?.value ?? "all"}
        onChange={(state) =>
          onText(formatQuery(withTerm(query, "state", state === "all" ? undefined : state)))
        }
        options={states}
      />
    </search>
  );
}
