import type { Project } from "../../../../../shared/api/resources/projects.ts";
import { DeployKeys } from "./deploy-keys-section.tsx";
import { ProtectedBranches, ProtectedTags } from "./protected-refs.tsx";

interface RepositoryTabProps {
  readonly account: string;
  readonly project: Project;
}

/** Rules of the branches and tags of a project, and the keys of programs that use its repository. */
export const RepositoryTab = ({ account, project }: RepositoryTabProps) => (
  <>
    <ProtectedBranches account={account} project={project} />
    <ProtectedTags account={account} project={project} />
    <DeployKeys account={account} project={project} />
  </>
);
