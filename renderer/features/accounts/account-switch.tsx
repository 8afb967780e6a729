import { ChevronsUpDown, Users } from "lucide-react";
import { useAccountLabel, useAccounts } from "../../state/host-state.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Icon } from "../../ui/marks/icon.tsx";
import { Menu } from "../../ui/overlays/menu.tsx";
import { MenuItem, MenuSeparator } from "../../ui/overlays/menu-item.tsx";
import { useGo } from "../addresses/app-link.tsx";
import { PersonAvatar } from "../avatars/person-avatar.tsx";
import { type AccountList, accountListHref, rememberAccounts } from "./account-lists.ts";

interface AccountSwitchProps {
  readonly list: AccountList;
  /** Id of the account whose list is shown; null for all. */
  readonly account: string | null;
}

/**
 * Says whose list is shown, beside the title of the page, and switches to that of another account or of all; null with one
 * account. The choice is remembered for every such list.
 */
export function AccountSwitch({ list, account }: AccountSwitchProps) {
  const accounts = useAccounts();
  const label = useAccountLabel();
  const go = useGo();
  if (accounts.length < 2) return null;
  const shown = accounts.find(({ id }) => id === account);
  const name = shown ? label(shown.id) : "All accounts";
  const open = (next: string | null) => {
    rememberAccounts(next);
    const href = accountListHref(list, next);
    if (href !== null) go(href);
  };
  return (
    <Menu
      trigger={
        <Button size="s" aria-label={`Account: ${name}`}>
          {shown ? (
            <PersonAvatar
              person={{ name: shown.name, avatar_url: shown.check?.user.avatar_url }}
              account={shown.id}
              size={16}
              square
            />
          ) : (
            <Icon of={Users} size={14} />
          )}
          {name}
          <Icon of={ChevronsUpDown} size={12} />
        </Button>
      }
    >
      {accounts.map(({ id, name: own, check }) => (
        <MenuItem
          key={id}
          mark={
            <PersonAvatar
              person={{ name: own, avatar_url: check?.user.avatar_url }}
              account={id}
              size={16}
              square
            />
          }
          chosen={id === shown?.id}
          description={own}
          onSelect={() => open(id)}
        >
          {label(id)}
        </MenuItem>
      ))}
      {accountListHref(list, null) === null ? null : (
        <>
          <MenuSeparator />
          <MenuItem icon={Users} chosen={!shown} onSelect={() => open(null)}>
            All accounts
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
