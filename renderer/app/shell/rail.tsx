import { useRouter } from "@tanstack/react-router";
import { Plus, UserRound, Users } from "lucide-react";
import { type KeyboardEvent, memo, type ReactNode } from "react";
import { getCurrentUserStatus } from "../../../shared/api/resources/users.ts";
import type { Account } from "../../../shared/host/accounts.ts";
import type { Optional } from "../../../shared/optional.ts";
import { useIsQuiet } from "../../api/quiet-context.ts";
import { useOperation } from "../../api/use-operation.ts";
import { rememberedListHref } from "../../features/accounts/account-lists.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { isOfProject, type Page } from "../../features/addresses/define-view.ts";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { fillPath } from "../../features/addresses/match-path.ts";
import { PersonAvatar } from "../../features/avatars/person-avatar.tsx";
import { useQueuedCount } from "../../features/merge-queue/merge-queue.ts";
import { useOutbox } from "../../features/outbox/outbox.ts";
import { accountIdentity, useAccounts, useHostState } from "../../state/host-state.ts";
import { changeLayout, useLayout } from "../../state/layout.ts";
import { emojiNamed } from "../../ui/emoji/emoji.ts";
import { useEmoji } from "../../ui/emoji/use-emoji.ts";
import scrollEdges from "../../ui/lists/scroll-edges.module.css";
import { Avatar } from "../../ui/marks/avatar.tsx";
import { Icon, type IconType } from "../../ui/marks/icon.tsx";
import { VisuallyHidden } from "../../ui/marks/visually-hidden.tsx";
import { Menu } from "../../ui/overlays/menu.tsx";
import { MenuItem, MenuLabel, MenuSeparator } from "../../ui/overlays/menu-item.tsx";
import { Tooltip } from "../../ui/overlays/tooltip.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import { useAppLocation, useCurrentAccount, useHasMissingAccount } from "../navigation/app-location.ts";
import { markedName, pages } from "../views.ts";
import styles from "./rail.module.css";
import { ConnectionDot, useConnectionStatus } from "./status-line.tsx";

const isOfWindow = (page: Page): boolean => !isOfProject(page);

/** The rail: accounts, the places of the window, settings. Arrow keys move between them. */
export function Rail() {
  const address = useAppLocation();
  const isMissing = useHasMissingAccount();
  const account = useCurrentAccount();
  const unsent = useOutbox(({ entries }) => entries.reduce((sum, { messages }) => sum + messages.length, 0));
  const queued = useQueuedCount();
  const publishing = useHostState(
    ({ publishes }) => publishes?.filter(({ state }) => state !== "done").length ?? 0,
  );
  const counts: Readonly<Record<string, number>> = { unsent, queued, publishing };
  // A project's page marks no place of the window, and nothing is marked of an account that does not exist.
  const marked = isMissing || address.kind === "project" ? undefined : markedName(address.kind, isOfWindow);
  const mayOpen = ({ path, needs }: Page) =>
    (needs === undefined && !path.startsWith("/a/")) ||
    (needs === "administrator" ? account?.check?.user.is_admin === true : account !== undefined);
  const allAccounts = useLayout((state) => state.allAccounts);
  const chosen = { allAccounts, accounts: useAccounts().length };
  const lines = (group: "rail" | "foot") =>
    pages
      .filter((page) => page.sidebar?.group === group && mayOpen(page))
      .map(({ path, leadsTo, isPlace, name, label, icon, sidebar }) => {
        const count = counts[sidebar?.count ?? ""] ?? 0;
        if (sidebar?.isOnlyCounted && count === 0 && name !== marked) return null;
        const target = isPlace ? path : (leadsTo ?? path);
        const href =
          rememberedListHref(name, account?.id, chosen) ??
          fillPath(target, account ? { account: account.id } : {});
        return (
          <RailLink key={path} href={href} icon={icon} active={name === marked} count={count}>
            {sidebar?.label ?? label}
          </RailLink>
        );
      });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its links have the focus; the keys move it between them
    <div className={styles.rail} onKeyDown={moveFocus}>
      <AccountMarks />
      <ul className={cx(styles.list, styles.places, scrollEdges.edges)}>{lines("rail")}</ul>
      <ul className={styles.list}>{lines("foot")}</ul>
    </div>
  );
}

/** Moves the focus to the entry above or below, to the first or the last one. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>("a, button")];
  const at = event.target instanceof HTMLElement ? entries.indexOf(event.target) : -1;
  // Arrow down on a button of a menu opens the menu.
  if (at === -1 || event.defaultPrevented) return;
  const targets: Readonly<Record<string, number>> = {
    ArrowUp: Math.max(0, at - 1),
    ArrowDown: Math.min(entries.length - 1, at + 1),
    Home: 0,
    End: entries.length - 1,
  };
  const target = targets[event.key];
  if (target === undefined) return;
  event.preventDefault();
  entries[target]?.focus();
}

interface RailLinkProps
  extends Optional<{
    /** At the icon unless it is zero. */
    count: number;
  }> {
  readonly href: string;
  readonly icon: IconType;
  readonly active: boolean;
  readonly children: ReactNode;
}

/** A place of the rail: its icon, with its name for assistive technology and in a tooltip. */
const RailLink = memo(function RailLink({ href, icon, active, children, count = 0 }: RailLinkProps) {
  return (
    <li>
      <Tooltip content={children} side="right">
        <AppLink href={href} className={styles.entry} aria-current={active ? "page" : undefined}>
          <Icon of={icon} size={20} />
          <VisuallyHidden>{children}</VisuallyHidden>
          {count > 0 ? <span className={styles.count}>{count}</span> : null}
        </AppLink>
      </Tooltip>
    </li>
  );
});

/** Accounts that have a mark of their own in the rail; the menu has all. */
const shownAccounts = 4;

/** The accounts: the current one opens their menu, each other one is switched to. */
const AccountMarks = memo(function AccountMarks() {
  const { history } = useRouter();
  const accounts = useAccounts();
  const current = useCurrentAccount();
  const switchTo = (id: string) => {
    changeLayout({ account: id });
    history.push(hrefs.projects(id));
  };
  const first = accounts.slice(0, shownAccounts);
  // The current one is always among them.
  const shown = current && !first.includes(current) ? [...first.slice(0, shownAccounts - 1), current] : first;
  return (
    <ul className={styles.list}>
      {shown.length === 0 ? (
        <li>
          <AccountMenu current={undefined} onSwitch={switchTo} />
        </li>
      ) : null}
      {shown.map((account) => (
        <li key={account.id}>
          {account === current ? (
            <AccountMenu current={account} onSwitch={switchTo} />
          ) : (
            <Tooltip content={accountIdentity(accounts, account)} side="right">
              <button type="button" className={styles.entry} onClick={() => switchTo(account.id)}>
                <AccountMark account={account} />
                <VisuallyHidden>Switch to {accountIdentity(accounts, account)}</VisuallyHidden>
              </button>
            </Tooltip>
          )}
        </li>
      ))}
    </ul>
  );
});

/** An account's picture, else its first letters, with the state of its connection. */
function AccountMark({ account }: { readonly account: Account }) {
  return (
    <span className={styles.mark}>
      <PersonAvatar
        person={{ name: account.name, avatar_url: account.check?.user.avatar_url }}
        account={account.id}
        size={28}
        square
      />
      <ConnectionDot status={useConnectionStatus(account.id)} className={styles.dot ?? ""} />
    </span>
  );
}

interface AccountMenuProps {
  readonly current: Account | undefined;
  readonly onSwitch: (id: string) => void;
}

/** The current account, and a menu with all of them. */
function AccountMenu({ current, onSwitch }: AccountMenuProps) {
  const { history } = useRouter();
  const accounts = useAccounts();
  const status = useOwnStatus(current);
  const identity = current ? accountIdentity(accounts, current) : "No account";
  const statusText = status ? `${status.char} ${status.text}`.trim() : null;
  const trigger = (
    <button
      type="button"
      className={cx(styles.entry, current && styles.current)}
      title={statusText ? `${identity} · ${statusText}` : identity}
    >
      {current ? <AccountMark account={current} /> : <Avatar name="Helve" size={28} square />}
      <VisuallyHidden>{`${identity}. Switch account`}</VisuallyHidden>
    </button>
  );
  return (
    <Menu trigger={trigger} side="right">
      <MenuLabel>Accounts</MenuLabel>
      {accounts.map((account) => (
        <AccountItem
          key={account.id}
          account={account}
          isCurrent={account.id === current?.id}
          onSelect={() => onSwitch(account.id)}
        />
      ))}
      <MenuSeparator />
      {current ? (
        <>
          <MenuItem
            icon={UserRound}
            description={statusText ?? "Profile, status, SSH keys, notifications"}
            onSelect={() => history.push(hrefs.me(current.id))}
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
}

interface AccountItemProps {
  readonly account: Account;
  readonly isCurrent: boolean;
  readonly onSelect: () => void;
}

function AccountItem({ account, isCurrent, onSelect }: AccountItemProps) {
  const accounts = useAccounts();
  const { text } = useConnectionStatus(account.id);
  return (
    <MenuItem
      mark={
        <PersonAvatar
          person={{ name: account.name, avatar_url: account.check?.user.avatar_url }}
          account={account.id}
          size={20}
          square
        />
      }
      chosen={isCurrent}
      description={`${account.name} · ${text}`}
      onSelect={onSelect}
    >
      {accountIdentity(accounts, account)}
    </MenuItem>
  );
}

/** Milliseconds for which a status is fresh. */
const staleTime = 5 * 60_000;

/** Returns the status that an account's user has set, null where there is none or it is not known. */
function useOwnStatus(account: Account | undefined): { readonly char: string; readonly text: string } | null {
  const isQuiet = useIsQuiet();
  const { data } = useOperation(getCurrentUserStatus, isQuiet && account?.check ? {} : null, {
    account: account?.id,
    staleTime,
  });
  const name = data?.emoji ?? "";
  const text = (data?.message_html ? plainText(data.message_html) : "") || (data?.message ?? "");
  const emoji = useEmoji(name !== "");
  if (!name && !text) return null;
  const char = emoji && name ? emojiNamed(emoji.byName, name) : null;
  return { char: char ?? "", text: text || (char ? "" : `:${name}:`) };
}

/** Returns the text of rendered Markdown; the parsed document is inert: nothing in it is loaded or run. */
const plainText = (html: string): string =>
  new DOMParser().parseFromString(html, "text/html").body.textContent.trim();
