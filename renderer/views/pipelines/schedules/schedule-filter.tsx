import { getPipelineSchedule } from "../../../../shared/api/resources/pipeline-schedules.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import layout from "../../../ui/theme/layout.module.css";
import styles from "./schedules.module.css";

interface ScheduleFilterProps {
  readonly account: string;
  readonly project: string;
  readonly schedule: number;
  readonly onClear: () => void;
}

/** In place of the filters of a list that has the pipelines of one schedule: its name, and a way out. */
export function ScheduleFilter({ account, project, schedule, onClear }: ScheduleFilterProps) {
  const found = useOperation(getPipelineSchedule, { id: project, pipeline_schedule_id: schedule }).data;
  return (
    <div className={layout.bar}>
      <span className={styles.filter}>
        Started by{" "}
        <AppLink href={hrefs.project(account, project, "schedules")}>
          <bdi>{found?.description ?? `schedule ${schedule}`}</bdi>
        </AppLink>
      </span>
      <Button variant="ghost" onClick={onClear}>
        Show all pipelines
      </Button>
    </div>
  );
}
