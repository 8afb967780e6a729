import { ChevronsUpDown } from "lucide-react";
import { useState } from "react";
import { listProjects, type Project } from "../../../shared/api/resources/projects.ts";
import { problemText } from "../../api/describe-problem.ts";
import { useOperation } from "../../api/use-operation.ts";
import { useAccount } from "../../state/host-state.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Combobox } from "../../ui/forms/combobox.tsx";
import { Icon } from "../../ui/marks/icon.tsx";

interface ProjectFieldProps {
  readonly account: string;
  /** Full path of a project that is not offered. */
  readonly own: string;
  readonly chosen: string | null;
  readonly onChoose: (project: Project) => void;
  /** Access that the user needs in a project. Administrators may write everywhere, and are members of little. */
  readonly minAccessLevel: number;
  /** Whether only projects with issues are offered. */
  readonly withIssues?: boolean;
}

/** A button that chooses a project among those in which the user may do something. */
export function ProjectField({
  account,
  own,
  chosen,
  onChoose,
  minAccessLevel,
  withIssues = false,
}: ProjectFieldProps) {
  const [open, setOpen] = useState(false);
  const [query, setQuery] = useState("");
  const isAdmin = useAccount(account)?.check?.user.is_admin === true;
  const input = {
    search: query || undefined,
    min_access_level: isAdmin ? undefined : minAccessLevel,
    ...(withIssues ? { with_issues_enabled: true } : {}),
    archived: false,
    simple: true,
    order_by: "last_activity_at" as const,
    per_page: 50,
  };
  const found = useOperation(listProjects, open ? input : null, { keepPrevious: true });
  const projects = (found.data ?? []).filter(({ path_with_namespace: path }) => path !== own);
  return (
    <Combobox
      label="Project"
      placeholder="Find a project…"
      trigger={
        <Button autoFocus aria-label={`Project: ${chosen ?? "none"}`}>
          {chosen ?? "Select a project…"}
          <Icon of={ChevronsUpDown} size={14} />
        </Button>
      }
      items={projects.map(({ id, path_with_namespace: path }) => ({
        id: String(id),
        label: path,
        selected: path === chosen,
      }))}
      onQuery={setQuery}
      onOpenChange={setOpen}
      loading={found.isFetching}
      problem={problemText(found.error)}
      onChoose={({ id }) => {
        const project = projects.find((each) => String(each.id) === id);
        if (project) onChoose(project);
      }}
    />
  );
}
