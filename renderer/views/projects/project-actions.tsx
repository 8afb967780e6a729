import { useQueryClient } from "@tanstack/react-query";
import { Star, StarOff } from "lucide-react";
import { useEffect } from "react";
import {
  getImportStatus,
  starProject,
  unstarProject,
} from "../../../shared/api/resources/project-actions.ts";
import { listProjects, type Project } from "../../../shared/api/resources/projects.ts";
import { useAccountId } from "../../api/account-context.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { invalidateResources } from "../../api/query-client.ts";
import { useOperation } from "../../api/use-operation.ts";
import { useWrite } from "../../api/use-write.ts";
import { IconButton } from "../../ui/buttons/button.tsx";
import { toast } from "../../ui/overlays/toast.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { ProgressBar } from "../../ui/states/progress.tsx";

/** Stars a project, or takes the account's star off. No field of a project says whether it has it: the starred ones are searched. */
export function StarButton({ project }: { readonly project: Project }) {
  const found = useOperation(
    listProjects,
    { starred: true, simple: true, search: project.path, per_page: 100 },
    { staleTime: 60_000 },
  );
  const star = useWrite(starProject);
  const unstar = useWrite(unstarProject);
  if (!found.data) return null;
  const isStarred = found.data.some(({ id }) => id === project.id);
  const change = async () => {
    try {
      await (isStarred ? unstar : star)({ id: project.id });
    } catch (error) {
      toast.problem(
        isStarred ? "The star is still there" : "The project has no star",
        describeProblem(error),
      );
    }
  };
  return (
    <IconButton
      writes
      label={isStarred ? "Unstar this project" : "Star this project"}
      icon={isStarred ? StarOff : Star}
      pressed={isStarred}
      onClick={() => void change()}
    />
  );
}

/** Milliseconds after which it is asked again how far a copy is. */
const refreshMs = 1_500;

/** Progress of the copy of a repository that a project was made from, or why it failed; nothing once it is done. */
export function ImportNotice({ project }: { readonly project: Project }) {
  const isUnfinished = (status: string | undefined) => status === "scheduled" || status === "started";
  const wasUnfinished = isUnfinished(project.import_status);
  const found = useOperation(getImportStatus, wasUnfinished ? { id: project.id } : null, {
    refetchInterval: refreshMs,
  });
  const status = found.data?.import_status ?? project.import_status;
  const client = useQueryClient();
  const account = useAccountId();
  const isDone = wasUnfinished && !isUnfinished(status);
  useEffect(() => {
    if (isDone) void invalidateResources(client, account, ["projects", "branches", "commits", "trees"]);
  }, [isDone, client, account]);
  if (status === "failed") {
    return (
      <ErrorState
        inline
        title="The repository was not copied"
        message={found.data?.import_error || project.import_error || "The service does not say why."}
      />
    );
  }
  if (!wasUnfinished) return null;
  return (
    <section aria-label="Copy of the repository">
      <p>{isUnfinished(status) ? "The repository is being copied…" : "The repository was copied."}</p>
      <ProgressBar label="Copy of the repository" value={isUnfinished(status) ? null : 1} />
    </section>
  );
}
