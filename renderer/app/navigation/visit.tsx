import { useEffect, useRef } from "react";
import { getProject } from "../../../shared/api/resources/projects.ts";
import { fetchOperation } from "../../api/fetch-operation.ts";
import { useOperation } from "../../api/use-operation.ts";
import { toRecentProject } from "../../features/project-list/to-recent-project.ts";
import { addRecentProject } from "../../state/recent-projects.ts";
import { useIdle } from "../../ui/panes/use-idle.ts";

interface VisitProps {
  readonly account: string;
  readonly project: string;
}

/**
 * Makes the project a recent one, whichever of its pages is visited and however soon the user leaves. The request waits
 * until the page is idle. To be mounted once per project.
 */
export function Visit({ account, project }: VisitProps) {
  const { data } = useOperation(getProject, { id: project }, { account, enabled: useIdle() });
  const isRecorded = useRef(false);
  useEffect(() => {
    if (!data) return;
    addRecentProject(toRecentProject(account, data));
    isRecorded.current = true;
  }, [account, data]);
  useEffect(
    () => () => {
      if (isRecorded.current) return;
      // The query above ends with this component.
      fetchOperation(account, getProject, { id: project }).then(
        (visited) => addRecentProject(toRecentProject(account, visited)),
        () => undefined,
      );
    },
    [account, project],
  );
  return null;
}
