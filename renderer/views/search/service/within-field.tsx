import { ChevronsUpDown, X } from "lucide-react";
import { useState } from "react";
import { listGroups } from "../../../../shared/api/resources/groups.ts";
import { listProjects } from "../../../../shared/api/resources/projects.ts";
import { problemText } from "../../../api/describe-problem.ts";
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
