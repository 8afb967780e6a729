import { useRouter } from "@tanstack/react-router";
import { Check, ChevronsUpDown, Plus, UserRound, Users } from "lucide-react";
import { memo } from "react";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useAccounts, useHostState } from "../../state/host-state.ts";
import { changeLayout } from "../../state/layout.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { cx } from "../../ui/class-names.ts";
import { Icon } from "../../ui/icon.tsx";
import layout from "../../ui/layout.module.css";
import { Menu } from "../../ui/menu.tsx";
import { MenuItem, MenuLabel, MenuSeparator } from "../../ui/menu-item.tsx";
import { useCurrentAccount } from "../navigation/use-app-location.ts";
import { ConnectionDot, type ConnectionStatus, connectionStatusOf } from "./connection-status.tsx";
import styles from "./sidebar.module.css";
import { useOwnStatus } from "./use-own-status.ts";

/** The current account, and a menu to switch to another one. */
export const AccountSwitcher = memo(function AccountSwitcher() {
  const { history } = useRouter();
  const accounts = useAccounts();
  const connectivity = useHostState((state) => state.connectivity);
  const account = useCurrentAccount();
  const statusOf = (id: string): ConnectionStatus => connectionStatusOf(connectivity[id]?.state);
  const status = useOwnStatus(account);
  const trigger = (
    <button
      type="button"
      className={styles.switcher}
      title={status ? `${status.char} ${status.text}`.trim() : undefined}
    >
      <span className={styles.marked}>
        <Avatar name={account?.name ?? "Helve"} size={22} square />
        {account ? <ConnectionDot status={statusOf(account.id)} className={styles.dot} /> : null}
      </span>
      <span className={styles.who}>
        <span className={cx(layout.ellipsis, styles.name)}>{account?.name ?? "No account"}</span>
      </span>
      {status?.char ? <span aria-hidden="true">{status.char}</span> : null}
      <Icon of={ChevronsUpDown} size={13} className={layout.muted} label="Switch account" />
    </button>
  );
  return (
    <Menu trigger={trigger}>
      <MenuLabel>Accounts</MenuLabel>
      {accounts.map((entry) => (
        <MenuItem
          key={entry.id}
          icon={entry.id === account?.id ? Check : Users}
          description={`${entry.check ? `@${entry.check.user.username} on ` : ""}${new URL(entry.url).host} · ${statusOf(entry.id).text}`}
          onSelect={() => {
            changeLayout({ account: entry.id });
            history.push(hrefs.projects(entry.id));
          }}
        >
          {entry.name}
        </MenuItem>
      ))}
      <MenuSeparator />
      {account ? (
        <>
          <MenuItem
            icon={UserRound}
            description={
              status ? `${status.char} ${status.text}`.trim() : "Profile, status, SSH keys, notifications"
            }
            onSelect={() => history.push(hrefs.me(account.id))}
          >
            Me
          </MenuItem>
          <MenuSeparator />
        </>
      ) : null}
      <MenuItem icon={Plus} onSelect={() => history.push(hrefs.addAccount)}>
        Add account…
      </MenuItem>
      <MenuItem icon={Users} onSelect={() => history.push(hrefs.accounts)}>
        Manage accounts
      </MenuItem>
    </Menu>
  );
});
