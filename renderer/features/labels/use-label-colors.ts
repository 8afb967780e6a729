import { listLabels } from "../../../shared/api/resources/project-lists.ts";
import { useOperation } from "../../api/use-operation.ts";

/** Milliseconds for which the colours of a project's labels are cached. */
const freshMs = 300_000;

/** Returns the colours of a project's labels by name; none while they load and where the service does not list them. */
export function useLabelColors(project: string | null): {
  readonly colors: ReadonlyMap<string, string | undefined>;
  readonly refetch: () => unknown;
} {
  const { data, refetch } = useOperation(listLabels, project ? { id: project, per_page: 100 } : null, {
    staleTime: freshMs,
  });
  return { colors: new Map((data ?? []).map(({ name, color }) => [name, color])), refetch };
}
