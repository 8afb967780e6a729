import { nameOf } from "../../../shared/text/paths.ts";
import { readRefName } from "../../../shared/text/ref-name.ts";
import { hrefs, type ListPart } from "../../features/addresses/hrefs.ts";
import type { ProjectPart } from "../../features/addresses/parse-address.ts";
import { useEdits } from "../../state/edits.ts";
import { useRecentProjects } from "../../state/recent-projects.ts";
import { cx } from "../../ui/class-names.ts";
import layout from "../../ui/layout.module.css";
import { projectParts } from "../navigation/project-parts.ts";
import type { useAppLocation } from "../navigation/use-app-location.ts";
import { useMissingProject } from "../navigation/use-missing-project.ts";
import { NavLink } from "./nav-link.tsx";
import styles from "./sidebar.module.css";

interface ProjectLink {
  readonly list: ListPart;
  /** Views inside of it. */
  readonly covers?: readonly ProjectPart[];
  /** Whether it opens at the ref of the current view. */
  readonly keepsRef?: boolean;
}

const links: readonly ProjectLink[] = [
  { list: "overview" },
  { list: "files", covers: ["edit"], keepsRef: true },
  { list: "search", keepsRef: true },
  { list: "commits", covers: ["commit"], keepsRef: true },
  { list: "merge_requests", covers: ["merge_request"] },
  { list: "pipelines", covers: ["pipeline", "jobs", "job", "job_artifacts", "job_tests", "artifacts"] },
  { list: "branches" },
  { list: "tags" },
  { list: "releases" },
  { list: "environments", covers: ["environment"] },
  { list: "wiki" },
  { list: "compare" },
  { list: "contributors" },
  { list: "runners" },
  { list: "snippets", covers: ["snippet"] },
  { list: "issues", covers: ["issue"] },
  { list: "changes", keepsRef: true },
];

type ProjectLocation = Extract<ReturnType<typeof useAppLocation>, { kind: "project" }>;

/** Links to the views of a project; the current one is marked. */
export function ProjectLinks({ location }: { readonly location: ProjectLocation }) {
  const { account, project, part, search } = location;
  const isMissing = useMissingProject(account, project);
  const isTag = search.ref !== undefined && readRefName(search.ref).kind === "tag";
  const ref = search.ref ? { ref: search.ref } : {};
  const name = useRecentProjects(({ pinned, recent }) =>
    [...pinned, ...recent].find((one) => one.account === account && one.path === project),
  )?.name;
  const pending = useEdits(({ sessions }) =>
    Object.values(sessions)
      .filter((session) => session.account === account && session.project === project)
      .reduce((sum, session) => sum + session.changes.length, 0),
  );
  if (isMissing) return null;
  return (
    <section aria-label={project}>
      <h2 className={cx(layout.ellipsis, styles.heading)} title={project}>
        {name ?? nameOf(project)}
      </h2>
      <ul className={styles.list}>
        {links.map(({ list, covers, keepsRef }) => (
          <NavLink
            key={list}
            href={hrefs.project(
              account,
              project,
              list,
              keepsRef && !(list === "changes" && isTag) ? ref : {},
            )}
            icon={projectParts[list].icon}
            active={part === list || covers?.includes(part) === true}
            count={list === "changes" ? pending : undefined}
          >
            {list === "search" ? "Search in files" : projectParts[list].label}
          </NavLink>
        ))}
      </ul>
    </section>
  );
}
