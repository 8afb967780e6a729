import { KeySquare, RotateCw, Trash2 } from "lucide-react";
import { useState } from "react";
import {
  listProjectAccessTokens,
  type ProjectAccessToken,
  revokeProjectAccessToken,
} from "../../../../../shared/api/resources/project-access-tokens.ts";
import type { Project } from "../../../../../shared/api/resources/projects.ts";
import { useOperationPages } from "../../../../api/use-operation.ts";
import { useWrite } from "../../../../api/use-write.ts";
import { confirmRemoval } from "../../../../features/settings-list/confirm-removal.ts";
import { SettingsList, SettingsRow } from "../../../../features/settings-list/settings-list.tsx";
import { Writable } from "../../../../ui/forms/destination.tsx";
import { Badge } from "../../../../ui/marks/badge.tsx";
import { MenuItem } from "../../../../ui/overlays/menu-item.tsx";
import { MoreMenu } from "../../../../ui/overlays/more-menu.tsx";
import { RelativeTime } from "../../../../ui/values/time.tsx";
import { roleName, useGivenLevel } from "../roles.ts";
import { NewToken, RotateToken, type ShownToken, TokenShown } from "./token-dialogs.tsx";

interface TokensTabProps {
  readonly account: string;
  readonly project: Project;
}

/** The access tokens of a project. The text of a new one is in memory until it is closed, and nowhere else. */
export function TokensTab({ account, project }: TokensTabProps) {
  const [shown, setShown] = useState<ShownToken | null>(null);
  const tokens = useOperationPages(listProjectAccessTokens, { id: project.id, per_page: 100 });
  const upTo = useGivenLevel(project.path_with_namespace);
  return (
    <>
      <SettingsList
        title="Access tokens"
        description="Programs use them in place of a person: each is a member of this project alone, with a role of its own."
        list={tokens}
        items={tokens.items.filter(({ revoked }) => !revoked)}
        lineHeight={56}
        itemKey={({ id }) => id}
        add="Add token"
        form={(close) => (
          <NewToken
            account={account}
            project={project}
            upTo={upTo}
            onMade={(made) => {
              close();
              setShown(made);
            }}
            onClose={close}
          />
        )}
        empty={{
          icon: KeySquare,
          title: "No access tokens",
          description: "A token lets a script read or change this project until a day that you choose.",
        }}
      >
        {(token) => <TokenRow project={project} token={token} onShow={setShown} />}
      </SettingsList>
      {shown ? <TokenShown token={shown} onClose={() => setShown(null)} /> : null}
    </>
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
  const {
    id,
    name,
    scopes,
    access_level: level,
    expires_at: ends,
    created_at: created,
    last_used_at: lastUsed,
  } = token;
  const revoke = () =>
    confirmRemoval({
      verb: "Revoke",
      name,
      noun: "token",
      description: "Programs that use it lose their access at once. This cannot be undone.",
      send: () => write({ id: project.id, token_id: id }),
    });
  return (
    <SettingsRow
      name={name}
      marks={
        <>
          {level ? <Badge>{roleName(level)}</Badge> : null}
          {scopes.map((scope) => (
            <Badge key={scope}>{scope}</Badge>
          ))}
          {token.active ? null : <Badge tone="warning">Expired</Badge>}
        </>
      }
      note={
        <>
          {created ? (
            <>
              Added <RelativeTime time={created} />
              {ends ? ", " : ""}
            </>
          ) : null}
          {ends ? `${token.active ? "ends" : "ended"} on ${ends}` : ""}
          {token.active && lastUsed !== undefined ? (
            <>
              {created || ends ? " · " : ""}
              {lastUsed ? (
                <>
                  Last used <RelativeTime time={lastUsed} />
                </>
              ) : (
                "Never used"
              )}
            </>
          ) : null}
          {token.description ? ` · ${token.description}` : ""}
        </>
      }
    >
      <MoreMenu of={name} size="s">
        {token.active ? (
          <MenuItem writes="form" icon={RotateCw} onSelect={() => setRotating(true)}>
            Rotate…
          </MenuItem>
        ) : null}
        <Writable>
          <MenuItem writes icon={Trash2} danger onSelect={() => void revoke()}>
            Revoke…
          </MenuItem>
        </Writable>
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
    </SettingsRow>
  );
}
