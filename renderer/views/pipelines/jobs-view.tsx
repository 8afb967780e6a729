import { CirclePlay } from "lucide-react";
import { useProjectRoute } from "../../features/addresses/use-route.ts";
import layout from "../../ui/layout.module.css";
import { PageHeader } from "../../ui/page-header.tsx";
import { CiTabs } from "./ci-tabs.tsx";
import { JobsPanel } from "./jobs-panel.tsx";

/** The jobs of a project in every state. */
export function JobsView() {
  const { account, project } = useProjectRoute();
  return (
    <div className={layout.page}>
      <PageHeader title="Jobs" icon={CirclePlay} />
      <CiTabs {...{ account, project }} current="jobs" />
      <JobsPanel {...{ account, project }} />
    </div>
  );
}
