import { Outlet, useLocation } from "@tanstack/react-router";
import { SearchX } from "lucide-react";
import { lazy, Suspense } from "react";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useProjectRoute } from "../../features/addresses/use-route.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import flow from "../../ui/flow.module.css";
import layout from "../../ui/layout.module.css";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { useMissingProject } from "../navigation/use-missing-project.ts";
import { Visit } from "../navigation/visit.tsx";

const OriginalNotice = lazy(async () => ({
  default: (await import("../../features/local-repositories/original-notice.tsx")).OriginalNotice,
}));
const PendingBar = lazy(async () => ({
  default: (await import("../../features/pending-edits/pending-bar.tsx")).PendingBar,
}));

/** Layout of a project's routes: a banner for pending changes, except where the view itself shows them. */
export function ProjectRoute() {
  const { account, project } = useProjectRoute();
  const { pathname } = useLocation();
  const isMissing = useMissingProject(account, project);
  const part = /^\/a\/[^/]+\/p\/[^/]+\/(edit|changes|files)$/.exec(pathname)?.[1];
  // Files and the editor give their whole height to content; their heading is for assistive technology.
  const heading = part === "changes" ? undefined : part;
  return (
    <div className={layout.page}>
      {heading ? (
        <VisuallyHidden>
          <h1>{`${heading === "edit" ? "Editing in" : "Files of"} ${project}`}</h1>
        </VisuallyHidden>
      ) : null}
      <Suspense>
        <OriginalNotice account={account} project={project} />
      </Suspense>
      {part ? null : (
        <Suspense>
          <PendingBar account={account} project={project} />
        </Suspense>
      )}
      <Visit key={`${account} ${project}`} account={account} project={project} />
      <div className={flow.fill}>
        {isMissing ? <MissingProject account={account} project={project} /> : <Outlet />}
      </div>
    </div>
  );
}

interface ProjectProps {
  readonly account: string;
  readonly project: string;
}

const MissingProject = ({ account, project }: ProjectProps) => (
  <EmptyState
    page
    icon={SearchX}
    title="Project not found"
    description={`${project} does not exist, or you do not have access.`}
    actions={
      <Button asChild>
        <AppLink href={hrefs.projects(account)}>All projects</AppLink>
      </Button>
    }
  />
);
