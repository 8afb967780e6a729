import { useLocation } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { getProject } from "../../../shared/api/resources/projects.ts";
import { fetchOperation } from "../../api/fetch-operation.ts";
import { useOperation } from "../../api/use-operation.ts";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useIsOriginal } from "../../features/local-repositories/use-original.ts";
import { toRecentProject } from "../../features/project-list/to-recent-project.ts";
import { addRecentProject } from "../../state/recent-projects.ts";
import { type RecentWork, useRecentWork } from "../../state/recent-work.ts";
import { pathOfHref } from "../../state/route-status.ts";
import { useTabs } from "../../state/tabs.ts";
import { useIdle } from "../../ui/panes/use-idle.ts";
import { type ProjectLocation, useAppLocation } from "./app-location.ts";

interface VisitProps {
  readonly account: string;
  readonly project: string;
}

/**
 * Makes the project a recent one, whichever of its pages is visited and however soon the user leaves. The request waits
 * until the page is idle. To be mounted once per project.
 */
export function Visit({ account, project }: VisitProps) {
  const isIdle = useIdle();
  const { data } = useOperation(getProject, { id: project }, { account, enabled: isIdle });
  const isOriginal = useIsOriginal(account, project, isIdle);
  const isRecorded = useRef(false);
  useEffect(() => {
    if (!data || isOriginal === undefined) return;
    addRecentProject(toRecentProject(account, data, isOriginal));
    isRecorded.current = true;
  }, [account, data, isOriginal]);
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
  useRecordedWork();
  return null;
}

/** Makes the file or commit that is shown the one that the palette offers first, once its name is known. */
function useRecordedWork(): void {
  const location = useAppLocation();
  const pathname = useLocation({ select: (current) => current.pathname });
  const named = useTabs(({ tabs }) => tabs.find(({ href }) => pathOfHref(href) === pathname)?.name);
  useRecentWork(location.kind === "project" ? workAt(location, named) : null);
}

function workAt(location: ProjectLocation, named: string | undefined): RecentWork | null {
  const { account, project, part, sha, search } = location;
  const { path, ref } = search;
  if (part === "files" && path) {
    const href = hrefs.project(account, project, "files", { ref, path });
    return { kind: "file", account, project, href, name: path };
  }
  if (part !== "commit" || !sha || !named) return null;
  return { kind: "commit", account, project, href: hrefs.commit(account, project, sha), name: named };
}
