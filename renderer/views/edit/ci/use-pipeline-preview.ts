import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { getBranch } from "../../../../shared/api/resources/branches.ts";
import { getProject } from "../../../../shared/api/resources/projects.ts";
import { compareRefs } from "../../../../shared/api/resources/repository.ts";
import { getCurrentUser } from "../../../../shared/api/resources/users.ts";
import { listVariables, type Variable } from "../../../../shared/api/resources/variables.ts";
import { configPath } from "../../../../shared/ci/config/config-file.ts";
import type { ConfigReport } from "../../../../shared/ci/config/lint-config.ts";
import { fetchOperation } from "../../../api/fetch-operation.ts";
import { useOperation, useOperationAll } from "../../../api/use-operation.ts";
import { useAccount } from "../../../state/host-state.ts";
import { lintInWorker } from "../../../workers/ci/ci-engine.ts";
import {
  createReadFiles,
  type PendingBranch,
  pendingPaths,
  pendingSource,
  withPending,
} from "./ci-source.ts";
import { type PreviewTrigger, previewContext, previewVariables } from "./preview-context.ts";

/** Milliseconds without a change after which the file is read. */
const quietMs = 350;

/** A keyword or pattern for which all paths of the repository have to be known. */
const asksForPaths = /\bexists\b|\*/;

/** The pipeline that a commit would make, as this computer's reader has it. */
export interface PipelinePreview {
  /** The last result; null before the first one. */
  readonly report: ConfigReport | null;
  /** Whether a newer text is being read. */
  readonly isReading: boolean;
  readonly error: unknown;
  readonly retry: () => void;
  /** Names and values of what rules see; a value is null where it is not shown. */
  readonly variables: readonly (readonly [name: string, value: string | null])[];
  /** Whether the project's own variables were read. */
  readonly knowsOwnVariables: boolean;
}

interface PreviewInput extends PendingBranch {
  /** The text of `.gitlab-ci.yml`, where it is not to be read from the branch. */
  readonly root: string | null;
  readonly trigger: PreviewTrigger;
  /** False where nothing is to be read yet. */
  readonly isEnabled: boolean;
}

/**
 * Reads the file of a branch with its pending changes as the pipeline of a trigger, in a worker, once nothing was typed for a
 * while. The result of the last text is kept until the next one is there.
 */
export function usePipelinePreview({
  scope,
  head,
  changes,
  root,
  trigger,
  isEnabled,
}: PreviewInput): PipelinePreview {
  const { account, project: id, branch } = scope;
  const project = useOperation(getProject, { id }).data;
  const known = useOperation(getBranch, { id, branch }, { staleTime: 60_000 }).data;
  const user = useOperation(getCurrentUser, {}, { staleTime: 60_000 }).data ?? null;
  const own = useOperationAll(listVariables, { id, per_page: 100 }, { staleTime: 60_000 });
  const { url: serviceUrl = "", check } = useAccount(account) ?? {};
  const serviceVersion = check?.version ?? null;
  const isProtected = known?.protected ?? false;
  const target = trigger === "merge-request" ? (project?.default_branch ?? null) : null;
  const compared = useQuery({
    queryKey: ["ci-preview-changes", account, id, target, head],
    queryFn: async ({ signal }) => {
      const { diffs } = await fetchOperation(
        account,
        compareRefs,
        { id, from: target ?? "", to: head },
        signal,
      );
      return diffs.flatMap(({ new_path: path, old_path: before }) => [path, before]);
    },
    enabled: target !== null && target !== branch,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { reads: [] },
  });
  const [files] = useState(createReadFiles);
  const [state, setState] = useState<{ readonly report: ConfigReport | null; readonly error: unknown }>({
    report: null,
    error: null,
  });
  const [isReading, setReading] = useState(true);
  const [attempt, setAttempt] = useState(0);
  const variables = useMemo(
    () =>
      project
        ? previewVariables(
            { project, serviceUrl, branch, isProtected, head, user, version: serviceVersion },
            trigger,
          )
        : null,
    [project, serviceUrl, branch, isProtected, head, user, serviceVersion, trigger],
  );
  const declared = useMemo(
    () => ownVariables(own.data ?? [], isProtected && trigger !== "tag"),
    [own.data, isProtected, trigger],
  );
  const diff = compared.data ?? null;
  const waits = !isEnabled || !variables || own.isLoading || compared.isLoading;
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reads again
  useEffect(() => {
    if (waits) return undefined;
    setReading(true);
    const { signal, abort } = cancellation();
    const read = async () => {
      try {
        const pending = { scope, head, changes };
        const source = pendingSource(pending, files);
        let needsPaths = false;
        const text = async (path: string, until: AbortSignal) => {
          const found = path === configPath && root !== null ? root : await source.read(path, until);
          needsPaths ||= found !== null && asksForPaths.test(found);
          return found;
        };
        const changedPaths =
          trigger === "push" ? withPending([], changes) : diff && target ? withPending(diff, changes) : null;
        const run = (paths: readonly string[]) =>
          lintInWorker(
            previewContext(trigger, branch, variables, declared, { changedPaths, paths }),
            { ...source, read: text },
            signal,
          );
        const first = await run([]);
        const report = needsPaths ? await run(await pendingPaths(pending)) : first;
        if (!signal.aborted) setState({ report, error: null });
      } catch (error) {
        if (!signal.aborted) setState((now) => ({ ...now, error }));
      }
      if (!signal.aborted) setReading(false);
    };
    const timer = setTimeout(() => void read(), isFirst.current ? 0 : quietMs);
    isFirst.current = false;
    return () => {
      clearTimeout(timer);
      abort();
    };
  }, [waits, scope, head, changes, root, trigger, variables, declared, diff, target, attempt]);
  const shown = useMemo(
    () => [
      ...Object.entries(variables ?? {}).filter(([name]) => !Object.hasOwn(declared, name)),
      ...Object.keys(declared).map((name): [string, null] => [name, null]),
    ],
    [variables, declared],
  );
  return {
    ...state,
    isReading,
    retry: () => setAttempt((now) => now + 1),
    variables: shown,
    knowsOwnVariables: own.data !== undefined,
  };
}

function cancellation() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

/** Returns the values of a project's variables that every job of a pipeline gets; a hidden value is not known. */
const ownVariables = (all: readonly Variable[], isProtected: boolean): Record<string, string> =>
  Object.fromEntries(
    all
      .filter((variable) => variable.environment_scope === "*" && (isProtected || !variable.protected))
      .map(({ key, value }) => [key, value ?? ""]),
  );
