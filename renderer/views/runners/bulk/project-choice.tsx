import { FolderGit2 } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { getProject, listProjects } from "../../../../shared/api/resources/projects.ts";
import { problemText } from "../../../api/describe-problem.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { Button } from "../../../ui/button.tsx";
import { Combobox } from "../../../ui/combobox.tsx";
import type { FilterItem } from "../../../ui/filter-list.tsx";
import flow from "../../../ui/flow.module.css";
import layout from "../../../ui/layout.module.css";
import { projectsToEnable } from "../fleet/projects-to-enable.ts";
import type { FleetRow } from "../fleet/runner.ts";
import type { TargetProject } from "./plan.ts";

interface ProjectChoiceProps {
  readonly kind: "enable" | "disable";
  readonly isAdmin: boolean;
  readonly rows: readonly FleetRow[];
  /** Path of the page's project. */
  readonly preset: string | undefined;
  readonly chosen: TargetProject | null;
  readonly onChoose: (project: TargetProject) => void;
}

/** The project that runners are enabled or disabled for: one that the user maintains, or one that a runner has now. */
export function ProjectChoice({ kind, isAdmin, rows, preset, chosen, onChoose }: ProjectChoiceProps) {
  const [search, setSearch] = useState("");
  const found = useOperation(listProjects, kind === "enable" ? projectsToEnable(isAdmin, search) : null, {
    keepPrevious: true,
  });
  const here = useOperation(getProject, preset ? { id: preset } : null).data;
  useEffect(() => {
    if (here && !chosen) onChoose({ id: here.id, path: here.path_with_namespace });
  }, [here, chosen, onChoose]);
  const used = useMemo(() => {
    const all = rows.flatMap(({ detail }) => detail?.projects ?? []);
    return [...new Map(all.map((project) => [project.id, project])).values()];
  }, [rows]);
  const projects: readonly { id: number; path_with_namespace: string }[] =
    kind === "disable" ? used : (found.data ?? []);
  const items: FilterItem[] = projects.map(({ id, path_with_namespace: path }) => ({
    id: String(id),
    label: path,
    icon: FolderGit2,
    selected: id === chosen?.id,
  }));
  return (
    <div className={flow.inlineWide}>
      <span className={layout.strong}>Project</span>
      <Combobox
        label="Project"
        trigger={<Button icon={FolderGit2}>{chosen?.path ?? "Choose a project…"}</Button>}
        items={items}
        {...(kind === "enable"
          ? { onQuery: setSearch, loading: found.isFetching, problem: problemText(found.error) }
          : {})}
        empty={
          kind === "disable"
            ? "None of these runners is enabled for a project."
            : isAdmin
              ? "No projects match."
              : "No projects that you maintain match."
        }
        onChoose={({ id, label }) => onChoose({ id: Number(id), path: label })}
      />
    </div>
  );
}
