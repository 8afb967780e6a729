import { CircleStop, EllipsisVertical, PencilLine, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Environment } from "../../../shared/api/resources/environment-shapes.ts";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useGo } from "../../features/addresses/use-go.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { MenuItem } from "../../ui/menu-item.tsx";
import { EnvironmentDialog } from "./environment-dialog.tsx";
import { isStopped } from "./environment-state.ts";
import { useEnvironmentActions } from "./use-environment-actions.ts";

interface EnvironmentMenuProps {
  readonly account: string;
  readonly project: string;
  readonly environment: Environment;
}

/** Edit, stop and delete; only what is stopped can be deleted. */
export function EnvironmentMenu({ account, project, environment }: EnvironmentMenuProps) {
  const [editing, setEditing] = useState(false);
  const actions = useEnvironmentActions(account, project);
  const go = useGo();
  const { name, state } = environment;
  const stopped = isStopped(environment);
  const remove = async () => {
    if (await actions.remove(environment)) {
      go(hrefs.project(account, project, "environments"));
    }
  };
  return (
    <>
      <Menu align="end" trigger={<IconButton label={`Actions for ${name}`} icon={EllipsisVertical} />}>
        <MenuItem icon={PencilLine} onSelect={() => setEditing(true)}>
          Edit…
        </MenuItem>
        <MenuItem icon={CircleStop} disabled={stopped} onSelect={() => void actions.stop(environment)}>
          Stop…
        </MenuItem>
        <MenuItem
          icon={Trash2}
          danger
          // Older services do not say whether an environment is stopped.
          disabled={!stopped && state !== undefined}
          description={stopped || state === undefined ? undefined : "Stop it first"}
          onSelect={() => void remove()}
        >
          Delete…
        </MenuItem>
      </Menu>
      {editing ? (
        <EnvironmentDialog project={project} environment={environment} onClose={() => setEditing(false)} />
      ) : null}
    </>
  );
}
