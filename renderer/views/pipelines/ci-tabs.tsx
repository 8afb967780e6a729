import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { TabLinks } from "../../ui/panes/tab-links.tsx";

interface CiTabsProps {
  readonly account: string;
  readonly project: string;
  readonly current: "pipelines" | "jobs" | "flaky_tests";
}

/** The tabs of a project's CI: pipelines, jobs or flaky tests. */
export function CiTabs({ account, project, current }: CiTabsProps) {
  const params = { account, project };
  return (
    <TabLinks label="CI">
      <AppLink
        href={hrefs.project(params.account, params.project, "pipelines")}
        aria-current={current === "pipelines" ? "page" : undefined}
      >
        Pipelines
      </AppLink>
      <AppLink
        href={hrefs.project(params.account, params.project, "jobs")}
        aria-current={current === "jobs" ? "page" : undefined}
      >
        Jobs
      </AppLink>
      <AppLink
        href={hrefs.project(params.account, params.project, "flaky_tests")}
        aria-current={current === "flaky_tests" ? "page" : undefined}
      >
        Flaky tests
      </AppLink>
    </TabLinks>
  );
}
