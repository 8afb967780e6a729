import { type CiVariable, listCiVariables } from "../store/ci/ci-variables.ts";
import type { Project } from "../store/projects/projects.ts";
import type { Store } from "../store/store.ts";
import { isProtectedPipeline, type PipelineScope } from "./is-protected-pipeline.ts";

/** Returns the variables that a project declares for a pipeline: protected ones only where its branches are. */
export function declaredVariables(store: Store, project: Project, scope: PipelineScope): CiVariable[] {
  const isProtected = isProtectedPipeline(store, project, scope);
  return listCiVariables(store, project.id).filter((variable) => isProtected || !variable.protected);
}
