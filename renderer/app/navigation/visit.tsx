import { useLocation } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { getMergeRequest } from "../../../shared/api/resources/merge-requests.ts";
import { getProject } from "../../../shared/api/resources/projects.ts";
import { fetchOperation } from "../../api/fetch-operation.ts";
import { useOperation } from "../../api/use-operation.ts";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { toRecentProject } from "../../features/project-list/to-recent-project.ts";
import { addRecentProject } from "../../state/recent-projects.ts";
import { pathOfHref } from "../../state/route-status.ts";
import { useTabs } from "../../state/tabs.ts";
import { useIdle } from "../../ui/panes/use-idle.ts";
import { addRecentWork } from "../palette/palette-history.ts";
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
  useRecordedWork();
  return null;
}

/** Makes the file, merge request or commit that is shown the one that the palette offers first, once its name is known. */
function useRecordedWork(): void {
  const location = useAppLocation();
  const pathname = useLocation({ select: (current) => current.pathname });
  const named = useTabs(({ tabs }) => tabs.find(({ href }) => pathOfHref(href) === pathname)?.name);
  const { account, project, part, iid, sha, search } = location.kind === "project" ? location : nowhere;
  const { data: mergeRequest } = useOperation(
    getMergeRequest,
    part === "merge_request" ? { id: project, merge_request_iid: Number(iid) } : null,
    { account, enabled: false },
  );
  const path = part === "files" ? search.path : undefined;
  const title = mergeRequest?.title;
  useEffect(() => {
    const base = { account, project };
    if (path) {
      const href = hrefs.project(account, project, "files", { ref: search.ref, path });
      addRecentWork({ ...base, kind: "file", href, name: path });
    } else if (part === "merge_request" && iid && title) {
      const href = hrefs.mergeRequest(account, project, iid);
      addRecentWork({ ...base, kind: "merge_request", href, name: title });
    } else if (part === "commit" && sha && named) {
      addRecentWork({ ...base, kind: "commit", href: hrefs.commit(account, project, sha), name: named });
    }
  }, [account, project, part, path, search.ref, iid, title, sha, named]);
}

const nowhere: Omit<ProjectLocation, "kind" | "part"> & { readonly part: null } = {
  account: "",
  project: "",
  part: null,
  search: {},
};
