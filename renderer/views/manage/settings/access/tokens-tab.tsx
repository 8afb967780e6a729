import { KeySquare, Plus, RotateCw, Trash2 } from "lucide-react";
import { useState } from "react";
import {
  listProjectAccessTokens,
  type ProjectAccessToken,
  revokeProjectAccessToken,
} from "../../../../../shared/api/resources/project-access-tokens.ts";
import type { Project } from "../../../../../shared/api/resources/projects.ts";
import { failureOf } from "../../../../api/describe-problem.ts";
import { useOperationPages } from "../../../../api/use-operation.ts";
import { useWrite } from "../../../../api/use-write.ts";
import { ListStates } from "../../../../features/paged-list/list-states.tsx";
import { LoadMore } from "../../../../features/paged-list/load-more.tsx";
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
import { roleName, useGivenLevel } from "../roles.ts";
import styles from "../settings-lists.module.css";
import { NewToken, RotateToken, type ShownToken, TokenShown } from "./token-dialogs.tsx";

interface TokensTabProps {
  readonly account: string;
  readonly project: Project;
}

/** The access tokens of a project. The text of a new one is in memory until it is closed, and nowhere else. */
export function TokensTab({ account, project }: TokensTabProps) {
  const [isAdding, setAdding] = useState(false);
  const [shown, setShown] = useState<ShownToken | null>(null);
  const tokens = useOperationPages(listProjectAccessTokens, { id: project.id, per_page: 100 });
  const upTo = useGivenLevel(project.path_with_namespace);
  const listed = tokens.items.filter(({ revoked }) => !revoked);
  const add = (
    <Button icon={Plus} variant="primary" onClick={() => setAdding(true)}>
      Add token
    </Button>
  );
  return (
    <Section
      title="Access tokens"
      description="Programs use them in place of a person: each is a member of this project alone, with a role of its own."
      actions={listed.length > 0 ? add : null}
    >
      <ListStates
        label="Access tokens"
        list={tokens}
        lines={3}
        lineHeight={56}
        compact
        isEmpty={listed.length === 0}
        empty={
          <EmptyState
            compact
            icon={KeySquare}
            title="No access tokens"
            description="A token lets a script read or change this project until a day that you choose."
            actions={add}
          />
        }
      >
        <ul className={styles.list} aria-label="Access tokens">
          {listed.map((token) => (
            <li key={token.id}>
              <TokenRow project={project} token={token} onShow={setShown} />
            </li>
          ))}
        </ul>
        <LoadMore list={tokens} />
      </ListStates>
      {isAdding ? (
        <NewToken
          account={account}
          project={project}
          upTo={upTo}
          onMade={(made) => {
            setAdding(false);
            setShown(made);
          }}
          onClose={() => setAdding(false)}
        />
      ) : null}
      {shown ? <TokenShown token={shown} onClose={() => setShown(null)} /> : null}
    </Section>
  );
}

interface TokenRowProps {
  readonly project: Project;
  readonly token: ProjectAccessToken;
  readonly onShow: (token: ShownToken) => void;
}

function TokenRow({ project, token, onShow }: TokenRowProps) {
  const [isRotating, setRotating] = useState(false);
  const write = useWrite(revokeProjectAccessToken);
  const { id, name, scopes, access_level: level, expires_at: ends, created_at: created } = token;
  const revoke = async () => {
    const isDone = await confirm({
      title: `Revoke ${name}?`,
      description: "Programs that use it lose their access at once. This cannot be undone.",
      confirmLabel: "Revoke token",
      danger: true,
      failureTitle: `${name} was not revoked`,
      attempt: () => failureOf(write({ id: project.id, token_id: id })),
    });
    if (isDone) toast.success(`Revoked ${name}`);
  };
  return (
    <div className={styles.row}>
      <div className={styles.text}>
        <div className={flow.clusterTight}>
          <span className={layout.strong}>{name}</span>
          {level ? <Badge>{roleName(level)}</Badge> : null}
          {scopes.map((scope) => (
            <Badge key={scope}>{scope}</Badge>
          ))}
          {token.active ? null : <Badge tone="warning">Expired</Badge>}
        </div>
        <span className={cx(layout.small, styles.note)}>
          {created ? (
            <>
              Added <RelativeTime time={created} />
              {ends ? ", " : ""}
            </>
          ) : null}
          {ends ? `${token.active ? "ends" : "ended"} on ${ends}` : ""}
          {token.description ? ` · ${token.description}` : ""}
        </span>
      </div>
      <MoreMenu of={name} size="s">
        {token.active ? (
          <MenuItem icon={RotateCw} onSelect={() => setRotating(true)}>
            Rotate…
          </MenuItem>
        ) : null}
        <MenuItem writes icon={Trash2} danger onSelect={() => void revoke()}>
          Revoke…
        </MenuItem>
      </MoreMenu>
      {isRotating ? (
        <RotateToken
          project={project}
          token={token}
          onMade={(made) => {
            setRotating(false);
            onShow(made);
          }}
          onClose={() => setRotating(false)}
        />
      ) : null}
    </div>
  );
}
