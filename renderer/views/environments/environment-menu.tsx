import { CircleStop, PencilLine, Trash2 } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import type { Environment } from "../../../shared/api/resources/environment-shapes.ts";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useGo } from "../../features/addresses/use-go.ts";
import { type Command, useRegisterCommands } from "../../state/commands/commands.ts";
import { MenuItem } from "../../ui/menu-item.tsx";
import { MoreMenu } from "../../ui/more-menu.tsx";
import { EnvironmentDialog } from "./environment-dialog.tsx";
import { isStopped } from "./environment-state.ts";
import { useEnvironmentActions } from "./use-environment-actions.ts";

interface EnvironmentMenuProps {
  readonly account: string;
  readonly project: string;
  readonly environment: Environment;
  /** The page is the environment's own: the palette has its actions too. */
  readonly isPage?: boolean;
}

/** Edit, stop and delete; only what is stopped can be deleted. */
export function EnvironmentMenu({ account, project, environment, isPage = false }: EnvironmentMenuProps) {
  const [editing, setEditing] = useState(false);
  const actions = useEnvironmentActions(account, project);
  const go = useGo();
  const { name, state } = environment;
  const stopped = isStopped(environment);
  // Older services do not report whether an environment is stopped.
  const isDeletable = stopped || state === undefined;
  const edit = () => setEditing(true);
  const stop = () => void actions.stop(environment);
  const remove = async () => {
    if (await actions.remove(environment)) {
      go(hrefs.project(account, project, "environments"));
    }
  };
  const latest = useRef({ edit, stop, remove });
  latest.current = { edit, stop, remove };
  useRegisterCommands(
    useMemo(() => {
      if (!isPage) return [];
      const section = "Environment";
      const all: (Command | false)[] = [
        {
          ...{ id: "environment.edit", title: "Edit environment…", section, icon: PencilLine },
          run: () => latest.current.edit(),
        },
        !stopped && {
          ...{ id: "environment.stop", title: "Stop environment…", section, icon: CircleStop },
          run: () => latest.current.stop(),
        },
        isDeletable && {
          ...{ id: "environment.delete", title: "Delete environment…", section, icon: Trash2 },
          run: () => void latest.current.remove(),
        },
      ];
      return all.filter((command) => command !== false);
    }, [isPage, stopped, isDeletable]),
  );
  return (
    <>
      <MoreMenu of={name}>
        <MenuItem icon={PencilLine} onSelect={edit}>
          Edit…
        </MenuItem>
        <MenuItem icon={CircleStop} disabled={stopped} onSelect={stop}>
          Stop…
        </MenuItem>
        <MenuItem
          icon={Trash2}
          danger
          disabled={!isDeletable}
          description={isDeletable ? undefined : "Stop it first"}
          onSelect={() => void remove()}
        >
          Delete…
        </MenuItem>
      </MoreMenu>
      {editing ? (
        <EnvironmentDialog project={project} environment={environment} onClose={() => setEditing(false)} />
      ) : null}
    </>
  );
}
