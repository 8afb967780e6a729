import { Outlet, useLocation, useParams } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import styles from "./project-route.module.css";

const PendingBar = lazy(async () => ({ default: (await import("../views/edit/index.tsx")).PendingBar }));

/** What all places of a project share: pending changes stand over them, except where they are being worked on. */
export function ProjectRoute() {
  const { account, project } = useParams({ strict: false }) as { account: string; project: string };
  const { pathname } = useLocation();
  const working = /\/(edit|changes)$/.test(pathname);
  return (
    <div className={styles.project}>
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
