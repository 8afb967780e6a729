import { FolderGit2 } from "lucide-react";
import { listUserProjects } from "../../../shared/api/resources/projects.ts";
import { capitalize } from "../../../shared/text/capitalize.ts";
import { useOperationPages } from "../../api/use-operation.ts";
import { Badge } from "../../ui/marks/badge.tsx";
import { Icon } from "../../ui/marks/icon.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import flow from "../../ui/theme/flow.module.css";
import layout from "../../ui/theme/layout.module.css";
import { AppLink } from "../addresses/app-link.tsx";
import { hrefs } from "../addresses/hrefs.ts";
import { ListStates } from "../paged-list/list-states.tsx";
import { LoadMore } from "../paged-list/load-more.tsx";
import styles from "./people.module.css";

interface ProjectsOfUserProps {
  readonly account: string;
  readonly id: number;
  readonly name: string;
}

/** Projects in a user's own namespace. */
export function ProjectsOfUser({ account, id, name }: ProjectsOfUserProps) {
  const list = useOperationPages(listUserProjects, { user_id: id, simple: true });
  return (
    <ListStates
      label="Projects"
      list={list}
      lines={4}
      compact
      empty={
        <p className={layout.muted}>No projects of their own. Projects of groups are not listed here.</p>
      }
    >
      <ul className={styles.projects} aria-label={`Projects of ${name}`}>
        {list.items.map((project) => (
          <li key={project.id} className={styles.project}>
            <Icon of={FolderGit2} size={14} />
            <AppLink
              href={hrefs.project(account, project.path_with_namespace)}
              className={cx(flow.growText, layout.ellipsis, styles.path)}
            >
              {project.path_with_namespace}
            </AppLink>
            {project.visibility ? <Badge>{capitalize(project.visibility)}</Badge> : null}
          </li>
        ))}
      </ul>
      <LoadMore list={list} />
    </ListStates>
  );
}
