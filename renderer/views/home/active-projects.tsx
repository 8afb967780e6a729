import { listProjects } from "../../../shared/api/resources/projects.ts";
import type { Account } from "../../../shared/host/accounts.ts";
import { folderOf } from "../../../shared/text/paths.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { useOperation } from "../../api/use-operation.ts";
import { useLayout } from "../../state/layout.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { Section } from "../../ui/section.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ProjectTiles, tileHeight } from "./project-tiles.tsx";

/** Recently active projects, for users who have none of their own yet. */
export function ActiveProjects({ accounts }: { readonly accounts: readonly Account[] }) {
  const last = useLayout((state) => state.account);
  const account = accounts.find(({ id }) => id === last) ?? accounts[0];
  const { data, error, refetch } = useOperation(
    listProjects,
    account ? { order_by: "last_activity_at", simple: true, per_page: 6 } : null,
    { account: account?.id },
  );
  if (!account) return null;
  if (error) {
    return <ErrorState compact {...describeProblem(error)} onRetry={() => void refetch()} />;
  }
  const title = `Recently active on ${account.name}`;
  if (!data) {
    return (
      <Section title={title}>
        <Skeleton lines={3} height={tileHeight} mark={32} label="Loading projects" />
      </Section>
    );
  }
  const projects = data.slice(0, 6).map((project) => ({
    account: account.id,
    path: project.path_with_namespace,
    name: project.name,
    namespace: folderOf(project.path_with_namespace),
  }));
  return <ProjectTiles title={title} projects={projects} />;
}
