import { Link } from "@tanstack/react-router";
import { TabLinks } from "../../ui/tab-links.tsx";

interface CiTabsProps {
  readonly account: string;
  readonly project: string;
  readonly current: "pipelines" | "jobs";
}

/** What a project's CI is looked at by. */
export function CiTabs({ account, project, current }: CiTabsProps) {
  const params = { account, project };
  return (
    <TabLinks label="CI">
      <Link
        to="/a/$account/p/$project/pipelines"
        params={params}
        activeOptions={{ exact: true }}
        aria-current={current === "pipelines" ? "page" : undefined}
      >
        Pipelines
      </Link>
      <Link
        to="/a/$account/p/$project/jobs"
        params={params}
        activeOptions={{ exact: true }}
        aria-current={current === "jobs" ? "page" : undefined}
      >
        Jobs
      </Link>
    </TabLinks>
  );
}
