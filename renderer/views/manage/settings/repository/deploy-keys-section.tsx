import { KeyRound, PencilLine, Trash2 } from "lucide-react";
import { useState } from "react";
import {
  type DeployKey,
  deleteDeployKey,
  listDeployKeys,
} from "../../../../../shared/api/resources/deploy-keys.ts";
import type { Project } from "../../../../../shared/api/resources/projects.ts";
import { readPublicKey } from "../../../../../shared/ssh/public-key.ts";
import { useOperationPages } from "../../../../api/use-operation.ts";
import { useWrite } from "../../../../api/use-write.ts";
import { useIsLocal } from "../../../../features/local-repositories/use-original.ts";
import { Fingerprint, formatKeyType, useFingerprint } from "../../../../features/people/fingerprint.tsx";
import { confirmRemoval } from "../../../../features/settings-list/confirm-removal.ts";
import { SettingsList, SettingsRow } from "../../../../features/settings-list/settings-list.tsx";
import { Button } from "../../../../ui/buttons/button.tsx";
import { Writable } from "../../../../ui/forms/destination.tsx";
import { Badge } from "../../../../ui/marks/badge.tsx";
import { MenuItem } from "../../../../ui/overlays/menu-item.tsx";
import { MoreMenu } from "../../../../ui/overlays/more-menu.tsx";
import { RelativeTime } from "../../../../ui/values/time.tsx";
import { AddDeployKey, EditDeployKey, EnableDeployKey } from "./deploy-key-dialogs.tsx";

interface DeployKeysProps {
  readonly account: string;
  readonly project: Project;
}

/** Public keys with which programs read the repository of a project, and write to it where they may push. */
export function DeployKeys({ account, project }: DeployKeysProps) {
  const [isEnabling, setEnabling] = useState(false);
  const keys = useOperationPages(listDeployKeys, { id: project.id, per_page: 100 });
  const isLocal = useIsLocal(account);
  return (
    <>
      <SettingsList
        title="Deploy keys"
        description={
          isLocal
            ? "Public SSH keys for programs. This service has no SSH of its own: it stores keys and checks them, and another server that asks its interface can use them. Over HTTP, programs use access tokens."
            : "Public SSH keys with which programs fetch, and push where they may."
        }
        list={keys}
        lines={2}
        lineHeight={72}
        itemKey={({ id }) => id}
        add="Add deploy key"
        form={(close) => <AddDeployKey account={account} project={project} onClose={close} />}
        actions={
          <Button writes="form" onClick={() => setEnabling(true)}>
            Enable existing…
          </Button>
        }
        empty={{
          icon: KeyRound,
          title: "No deploy keys",
          description: "A deploy key belongs to a program instead of a person.",
        }}
      >
        {(key) => <DeployKeyRow project={project} deployKey={key} />}
      </SettingsList>
      {isEnabling ? (
        <EnableDeployKey
          account={account}
          project={project}
          known={keys.items.map(({ id }) => id)}
          onClose={() => setEnabling(false)}
        />
      ) : null}
    </>
  );
}

interface DeployKeyRowProps {
  readonly project: Project;
  readonly deployKey: DeployKey;
}

function DeployKeyRow({ project, deployKey }: DeployKeyRowProps) {
  const [isEditing, setEditing] = useState(false);
  const write = useWrite(deleteDeployKey);
  const { id, title, key, can_push: canPush, created_at: created, expires_at: ends } = deployKey;
  const read = readPublicKey(key);
  const computed = useFingerprint(read);
  const fingerprint = deployKey.fingerprint_sha256 ?? computed;
  const hasEnded = ends ? Date.parse(ends) < Date.now() : false;
  const remove = () =>
    confirmRemoval({
      verb: "Remove",
      name: title,
      noun: "key",
      description: `Programs with the key ${fingerprint ?? ""} lose their access to this project. Other projects that have it keep it.`,
      send: () => write({ id: project.id, key_id: id }),
    });
  return (
    <SettingsRow
      name={title}
      marks={
        <>
          {read ? <Badge>{formatKeyType(read)}</Badge> : null}
          <Badge>{canPush ? "Read and push" : "Read only"}</Badge>
          {hasEnded ? <Badge tone="warning">Expired</Badge> : null}
        </>
      }
      note={
        <>
          {fingerprint ? <Fingerprint of={fingerprint} title={title} /> : null}
          {created ? (
            <>
              Added <RelativeTime time={created} />
            </>
          ) : null}
          {ends ? (
            <>
              {created ? ", " : ""}
              {hasEnded ? "expired" : "expires"} <RelativeTime future time={ends} />
            </>
          ) : null}
        </>
      }
    >
      <MoreMenu of={title} size="s">
        <MenuItem writes="form" icon={PencilLine} onSelect={() => setEditing(true)}>
          Edit…
        </MenuItem>
        <Writable>
          <MenuItem writes icon={Trash2} danger onSelect={() => void remove()}>
            Remove…
          </MenuItem>
        </Writable>
      </MoreMenu>
      {isEditing ? (
        <EditDeployKey project={project} deployKey={deployKey} onClose={() => setEditing(false)} />
      ) : null}
    </SettingsRow>
  );
}
