import { ChevronsUpDown, X } from "lucide-react";
import { useState } from "react";
import { getGroup, listGroups } from "../../../../shared/api/resources/groups.ts";
import { getProject, listProjects } from "../../../../shared/api/resources/projects.ts";
import { problemText } from "../../../api/describe-problem.ts";
import { toProblem } from "../../../api/fetch-host.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { useRecentProjects } from "../../../state/recent-projects.ts";
import { Button, IconButton } from "../../../ui/buttons/button.tsx";
import { Combobox } from "../../../ui/forms/combobox.tsx";
import { Icon } from "../../../ui/marks/icon.tsx";
import type { Within } from "./scopes.ts";

interface WithinFieldProps {
  readonly account: string;
  readonly within: Within;
  readonly onWithin: (within: Within) => void;
}

/** Groups and projects that are offered at once. */
const maxOffered = 20;

/** Chooses the group or project that is searched; recent projects first. */
export function WithinField({ account, within, onWithin }: WithinFieldProps) {
  const [open, setOpen] = useState(false);
  const [query, setQuery] = useState("");
  const { pinned, recent } = useRecentProjects();
  const page = { search: query || undefined, per_page: maxOffered };
  const groups = useOperation(listGroups, open ? page : null, { account, keepPrevious: true });
  const projects = useOperation(
    listProjects,
    open ? { ...page, simple: true, order_by: "last_activity_at" } : null,
    { account, keepPrevious: true },
  );
  const known = [...pinned, ...recent].filter((each) => each.account === account).map(({ path }) => path);
  const wanted = query.toLowerCase();
  const paths = new Set([
    ...known.filter((path) => path.toLowerCase().includes(wanted)),
    ...(projects.data ?? []).map((project) => project.path_with_namespace),
  ]);
  const items = [
    ...[...paths].map((path) => ({ id: `project ${path}`, label: path, section: "Projects" })),
    ...(groups.data ?? []).map(({ full_path: path }) => ({
      id: `group ${path}`,
      label: path,
      section: "Groups",
    })),
  ].map((item) => ({
    ...item,
    selected: within.kind !== "all" && item.id === `${within.kind} ${within.path}`,
  }));
  const chosen = within.kind === "all" ? "Everywhere" : within.path;
  return (
    <>
      <Combobox
        label="Group or project"
        placeholder="Find a group or project…"
        trigger={
          <Button aria-label={`Search in: ${chosen}`}>
            {chosen}
            <Icon of={ChevronsUpDown} size={14} />
          </Button>
        }
        items={items}
        onQuery={setQuery}
        onOpenChange={setOpen}
        loading={groups.isFetching || projects.isFetching}
        problem={problemText(groups.error ?? projects.error)}
        onChoose={({ id, label: path }) =>
          onWithin({ kind: id.startsWith("group ") ? "group" : "project", path })
        }
      />
      {within.kind === "all" ? null : (
        <IconButton label="Search everywhere" icon={X} onClick={() => onWithin({ kind: "all" })} />
      )}
    </>
  );
}

interface NamedWithin {
  /** By its full path, once that is known. */
  readonly within: Within;
  /** Whether it has to be read before it can be searched: it is given by its id alone. */
  readonly isPending: boolean;
  /** Set where there is no such group or project. */
  readonly error: unknown;
  readonly refetch: () => unknown;
}

/** Reads the group or project of an address, which may be given by its id, as on the web. */
export function useNamedWithin(account: string, given: Within): NamedWithin {
  const { kind } = given;
  const project = useOperation(getProject, kind === "project" ? { id: given.path } : null, { account });
  const group = useOperation(getGroup, kind === "group" ? { id: given.path, with_projects: false } : null, {
    account,
  });
  const path = project.data?.path_with_namespace ?? group.data?.full_path;
  const { error, refetch } = kind === "project" ? project : group;
  return {
    within: kind === "all" || path === undefined ? given : { kind, path },
    isPending: kind !== "all" && path === undefined && error === null && /^\d+$/.test(given.path),
    error: error !== null && toProblem(error).code === "not_found" ? error : null,
    refetch,
  };
}
