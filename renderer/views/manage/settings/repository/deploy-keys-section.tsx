import { KeyRound, PencilLine, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import {
  type DeployKey,
  deleteDeployKey,
  listDeployKeys,
} from "../../../../../shared/api/resources/deploy-keys.ts";
import type { Project } from "../../../../../shared/api/resources/projects.ts";
import { readPublicKey } from "../../../../../shared/ssh/public-key.ts";
import { failureOf } from "../../../../api/describe-problem.ts";
import { useOperationPages } from "../../../../api/use-operation.ts";
import { useWrite } from "../../../../api/use-write.ts";
import { useIsLocal } from "../../../../features/local-repositories/use-original.ts";
import { ListStates } from "../../../../features/paged-list/list-states.tsx";
import { LoadMore } from "../../../../features/paged-list/load-more.tsx";
import { Fingerprint, formatKeyType, useFingerprint } from "../../../../features/people/fingerprint.tsx";
import { useAccount } from "../../../../state/host-state.ts";
import { Button } from "../../../../ui/buttons/button.tsx";
import { Badge } from "../../../../ui/marks/badge.tsx";
import { confirm } from "../../../../ui/overlays/confirm.tsx";
import { MenuItem } from "../../../../ui/overlays/menu-item.tsx";
import { MoreMenu } from "../../../../ui/overlays/more-menu.tsx";
import { toast } from "../../../../ui/overlays/toast.tsx";
import { Section } from "../../../../ui/panes/section.tsx";
import { EmptyState } from "../../../../ui/states/empty-state.tsx";
import { cx } from "../../../../ui/theme/class-names.ts";
import flow from "../../../../ui/theme/flow.module.css";
import layout from "../../../../ui/theme/layout.module.css";
import { RelativeTime } from "../../../../ui/values/time.tsx";
import styles from "../settings-lists.module.css";
import { AddDeployKey, EditDeployKey, EnableDeployKey } from "./deploy-key-dialogs.tsx";

interface DeployKeysProps {
  readonly account: string;
  readonly project: Project;
}

/** Public keys with which programs read the repository of a project, and write to it where they may push. */
export function DeployKeys({ account, project }: DeployKeysProps) {
  const [dialog, setDialog] = useState<"add" | "enable" | null>(null);
  const keys = useOperationPages(listDeployKeys, { id: project.id, per_page: 100 });
  const isLocal = useIsLocal(account);
  // Others cannot list the keys of the service.
  const mayEnable = useAccount(account)?.check?.user.is_admin === true;
  const close = () => setDialog(null);
  const actions = (
    <>
      {mayEnable ? <Button onClick={() => setDialog("enable")}>Enable existing…</Button> : null}
      <Button icon={Plus} variant="primary" onClick={() => setDialog("add")}>
        Add deploy key
      </Button>
    </>
  );
  return (
    <Section
      title="Deploy keys"
      description={
        isLocal
          ? "Public SSH keys for programs. This service has no SSH of its own: it stores keys and checks them, and another server that asks its interface can use them. Over HTTP, programs use access tokens."
          : "Public SSH keys with which programs fetch, and push where they may."
      }
      actions={keys.items.length > 0 ? actions : null}
    >
      <ListStates
        label="Deploy keys"
        list={keys}
        lines={2}
        lineHeight={72}
        compact
        empty={
          <EmptyState
            compact
            icon={KeyRound}
            title="No deploy keys"
            description="A deploy key belongs to a program instead of a person."
            actions={actions}
          />
        }
      >
        <ul className={styles.list} aria-label="Deploy keys">
          {keys.items.map((key) => (
            <li key={key.id}>
              <DeployKeyRow project={project} deployKey={key} />
            </li>
          ))}
        </ul>
        <LoadMore list={keys} />
      </ListStates>
      {dialog === "add" ? <AddDeployKey account={account} project={project} onClose={close} /> : null}
      {dialog === "enable" ? (
        <EnableDeployKey project={project} known={keys.items.map(({ id }) => id)} onClose={close} />
      ) : null}
    </Section>
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
  const remove = async () => {
    const isDone = await confirm({
      title: `Remove ${title}?`,
      description: `Programs with the key ${fingerprint ?? ""} lose their access to this project. Other projects that have it keep it.`,
      confirmLabel: "Remove key",
      danger: true,
      failureTitle: `${title} was not removed`,
      attempt: () => failureOf(write({ id: project.id, key_id: id })),
    });
    if (isDone) toast.success(`Removed ${title}`);
  };
  return (
    <div className={styles.row}>
      <div className={styles.text}>
        <div className={flow.clusterTight}>
          <span className={layout.strong}>{title}</span>
          {read ? <Badge>{formatKeyType(read)}</Badge> : null}
          <Badge>{canPush ? "Read and push" : "Read only"}</Badge>
          {hasEnded ? <Badge tone="warning">Expired</Badge> : null}
        </div>
        {fingerprint ? <Fingerprint of={fingerprint} title={title} /> : null}
        <span className={cx(layout.small, styles.note)}>
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
        </span>
      </div>
      <MoreMenu of={title} size="s">
        <MenuItem icon={PencilLine} onSelect={() => setEditing(true)}>
          Edit…
        </MenuItem>
        <MenuItem writes icon={Trash2} danger onSelect={() => void remove()}>
          Remove…
        </MenuItem>
      </MoreMenu>
      {isEditing ? (
        <EditDeployKey project={project} deployKey={deployKey} onClose={() => setEditing(false)} />
      ) : null}
    </div>
  );
}
