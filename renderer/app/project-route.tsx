import { Outlet, useLocation } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { useProjectRoute } from "../features/addresses/use-route.ts";
import { VisuallyHidden } from "../ui/visually-hidden.tsx";
import styles from "./project-route.module.css";

const OriginalNotice = lazy(async () => ({
  default: (await import("../features/local-repositories/original-notice.tsx")).OriginalNotice,
}));
const PendingBar = lazy(async () => ({
  default: (await import("../views/edit/pending-bar.tsx")).PendingBar,
}));

/** Layout of a project's routes: a banner for pending changes, except in the editor. */
export function ProjectRoute() {
  const { account, project } = useProjectRoute();
  const { pathname } = useLocation();
  const part = /^\/a\/[^/]+\/p\/[^/]+\/(edit|changes|files)$/.exec(pathname)?.[1];
  const working = part === "edit" || part === "changes";
  // Files and the editor give their whole height to content; their heading is for assistive technology.
  const heading = part === "changes" ? undefined : part;
  return (
    <div className={styles.project}>
      {heading ? (
        <VisuallyHidden>
          <h1>{`${heading === "edit" ? "Editing in" : "Files of"} ${project}`}</h1>
        </VisuallyHidden>
      ) : null}
      <Suspense>
        <OriginalNotice account={account} project={project} />
      </Suspense>
      {working ? null : (
        <Suspense>
          <PendingBar account={account} project={project} />
        </Suspense>
      )}
      <div className={styles.content}>
        <Outlet />
      </div>
    </div>
  );
}
