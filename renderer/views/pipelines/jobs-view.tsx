import { useParams } from "@tanstack/react-router";
import { CirclePlay } from "lucide-react";
import { PageHeader } from "../../ui/page-header.tsx";
import { CiTabs } from "./ci-tabs.tsx";
import styles from "./jobs.module.css";
import { JobsPanel } from "./jobs-panel.tsx";

/** The jobs of a project in every state. */
export function JobsView() {
  const { account = "", project = "" } = useParams({ strict: false });
  return (
    <div className={styles.page}>
      <PageHeader title="Jobs" icon={CirclePlay} />
      <CiTabs {...{ account, project }} current="jobs" />
      <JobsPanel {...{ account, project }} />
    </div>
  );
}
