import type { ReactNode } from "react";
import type { InputOf } from "../../../shared/api/contract/operation.ts";
import type { listProjectHookEvents } from "../../../shared/api/resources/project-hooks.ts";
import type { listHookEvents } from "../../../shared/api/resources/system-hooks.ts";
import { tryExtension } from "../../api/extensions.ts";
import { fetchOperation } from "../../api/fetch-operation.ts";
import { operationQueryKey } from "../../api/query-client.ts";
import { cx } from "../../ui/theme/class-names.ts";
import flow from "../../ui/theme/flow.module.css";
import { anyText } from "../addresses/search-fields.ts";
import { useAddressSearch } from "../addresses/use-address-search.ts";
import { SettingsList, type SettingsListProps } from "../settings-list/settings-list.tsx";
import { type EventsRead, shownEvents } from "./delivery-list.tsx";
import styles from "./hooks.module.css";

/** `hook` is the id of the one whose deliveries are shown. */
const hooksSearch = { hook: anyText };

/** State of a hook whose deliveries are shown or hidden. */
export interface Unfolding {
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

interface HookListProps<T>
  extends Omit<SettingsListProps<T>, "itemKey" | "lineHeight" | "listClassName" | "children"> {
  readonly children: (hook: T, unfolding: Unfolding) => ReactNode;
}

/** Hooks, each with its last deliveries and actions. */
export function HookList<T extends { readonly id: number }>({
  className,
  children,
  ...list
}: HookListProps<T>) {
  const [{ hook: open }, changeSearch] = useAddressSearch(hooksSearch);
  return (
    <SettingsList
      {...list}
      className={cx(styles.list, className)}
      listClassName={flow.stack}
      itemKey={({ id }) => id}
      lineHeight={56}
    >
      {(hook) => {
        const isOpen = open === String(hook.id);
        const onToggle = () => changeSearch({ hook: isOpen ? undefined : String(hook.id) });
        return children(hook, { isOpen, onToggle });
      }}
    </SettingsList>
  );
}

type ListEvents = typeof listHookEvents | typeof listProjectHookEvents;

/** Returns how the last deliveries of a hook are read; the read resolves to null where the service does not list them. */
export function eventsOf(account: string, operation: ListEvents, hook: InputOf<ListEvents>): EventsRead {
  const input = { ...hook, per_page: shownEvents };
  return {
    key: operationQueryKey(account, operation, "one", input),
    fetch: (signal) =>
      tryExtension(account, operation, () => fetchOperation(account, operation, input, signal)),
  };
}
