import { GripVertical, KeyRound, Pencil, Trash2, UserRound } from "lucide-react";
import { type DragEvent, type KeyboardEvent, useState } from "react";
import type { Account } from "../../../../shared/host/accounts.ts";
import { AppLink, useGo } from "../../../features/addresses/app-link.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { PersonAvatar } from "../../../features/avatars/person-avatar.tsx";
import { Button } from "../../../ui/buttons/button.tsx";
import { Badge } from "../../../ui/marks/badge.tsx";
import { Icon } from "../../../ui/marks/icon.tsx";
import { MenuItem, MenuSeparator } from "../../../ui/overlays/menu-item.tsx";
import { MoreMenu } from "../../../ui/overlays/more-menu.tsx";
import flow from "../../../ui/theme/flow.module.css";
import layout from "../../../ui/theme/layout.module.css";
import styles from "./accounts.module.css";
import { CheckDetails } from "./check-summary.tsx";

const dragged = "application/x-helve-account";

interface AccountRowProps {
  readonly account: Account;
  readonly onMove: (id: string, step: number) => void;
  readonly onDropHere: (id: string) => void;
  readonly onRename: () => void;
  readonly onToken: () => void;
  readonly onRemove: () => void;
}

/** One account. Its handle is dragged, or moved with the arrow keys. */
export function AccountRow({ account, onMove, onDropHere, onRename, onToken, onRemove }: AccountRowProps) {
  const go = useGo();
  const [over, setOver] = useState(false);
  const { id, name, url, kind, token, check } = account;
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    onMove(id, step);
  };
  const onDragOver = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes(dragged)) return;
    event.preventDefault();
    setOver(true);
  };
  const onDrop = (event: DragEvent) => {
    setOver(false);
    event.preventDefault();
    onDropHere(event.dataTransfer.getData(dragged));
  };
  return (
    <li
      className={styles.row}
      data-over={over}
      onDragOver={onDragOver}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <button
        type="button"
        className={styles.handle}
        aria-label={`Move ${name}: arrow up or down`}
        draggable
        onDragStart={(event) => event.dataTransfer.setData(dragged, id)}
        onKeyDown={onKeyDown}
      >
        <Icon of={GripVertical} size={14} />
      </button>
      <PersonAvatar person={{ name, avatar_url: check?.user.avatar_url }} account={id} size={36} square />
      <div className={styles.text}>
        <p className={flow.clusterTight}>
          <AppLink href={hrefs.projects(id)} className={styles.name}>
            {name}
          </AppLink>
          {kind === "local" ? (
            <Badge title="Runs on this computer, with Helve">On this computer</Badge>
          ) : null}
          {token === "memory" && kind === "remote" ? (
            <Badge tone="warning">Token for this run only</Badge>
          ) : null}
          {token === "missing" ? (
            <Badge tone="warning" icon={KeyRound}>
              Token missing
            </Badge>
          ) : null}
        </p>
        <p className={layout.secondary}>
          {check ? `${check.user.name} (@${check.user.username}) on ` : ""}
          {url}
        </p>
        {check ? <CheckDetails check={check} /> : null}
      </div>
      {token === "missing" ? (
        <Button size="s" icon={KeyRound} onClick={onToken}>
          Enter token
        </Button>
      ) : (
        <Button size="s" asChild>
          <AppLink href={hrefs.projects(id)}>Open</AppLink>
        </Button>
      )}
      <MoreMenu of={name} size="s">
        <MenuItem icon={UserRound} onSelect={() => go(hrefs.me(id))}>
          Profile, SSH keys, notifications
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={Pencil} onSelect={onRename}>
          Rename…
        </MenuItem>
        {kind === "remote" ? (
          <>
            <MenuItem icon={KeyRound} onSelect={onToken}>
              New token…
            </MenuItem>
            <MenuSeparator />
            <MenuItem icon={Trash2} danger onSelect={onRemove}>
              Remove…
            </MenuItem>
          </>
        ) : null}
      </MoreMenu>
    </li>
  );
}
