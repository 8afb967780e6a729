import { useEffect, useState } from "react";
import { getProject } from "../../../../shared/api/resources/projects.ts";
import { configPath } from "../../../../shared/ci/config/config-file.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { useAccount } from "../../../state/host-state.ts";
import { locateMessages } from "../../../workers/ci/ci-engine.ts";
import type { PendingBranch } from "./ci-source.ts";
import { type PipelinePreview, usePipelinePreview } from "./use-pipeline-preview.ts";
import { type ServiceLint, useServiceLint } from "./use-service-lint.ts";

/** The file that is edited, on a branch with pending changes. */
export interface EditedCiFile extends PendingBranch {
  readonly path: string;
  readonly text: string;
}

/** A check of the file of a branch, and who made it. */
export interface CiCheck {
  readonly by: "service" | "reader";
  /** Sentence about who made it, and what they could not see. */
  readonly judge: string;
  /** Null before the first result. */
  readonly result: {
    readonly errors: readonly string[];
    readonly warnings: readonly string[];
    readonly mergedYaml: string | null;
  } | null;
  readonly preview: PipelinePreview;
  readonly service: ServiceLint;
  readonly isReading: boolean;
}

/**
 * Checks the file of a branch: by the service where it does that and sees all of the text, else by this computer's reader, which
 * knows pending changes of all files, but no files of other places.
 */
export function useCiCheck({ path, text, ...branch }: EditedCiFile): CiCheck {
  const { scope, changes } = branch;
  const root = path === configPath ? text : null;
  const preview = usePipelinePreview({ ...branch, root, trigger: "push", isEnabled: true });
  const { report } = preview;
  const host = hostOf(useAccount(scope.account)?.url);
  const defaultBranch = useOperation(getProject, { id: scope.project }).data?.default_branch ?? null;
  const includes = report?.includes ?? [];
  // The service reads them as they are on a branch.
  const unseen = changes.find((change) => change.path !== configPath && includes.includes(change.path));
  const service = useServiceLint({
    ...scope,
    content: root !== null && report && !unseen ? root : null,
  });
  if (service.result) {
    const { errors, warnings, merged_yaml: mergedYaml = null } = service.result;
    const elsewhere = includes.length > 0 && defaultBranch !== null && defaultBranch !== scope.branch;
    return {
      by: "service",
      judge: `Checked by ${host}.${elsewhere ? ` It reads included files on ${defaultBranch}.` : ""}`,
      result: { errors, warnings, mergedYaml },
      preview,
      service,
      isReading: service.isReading,
    };
  }
  const reason = unseen
    ? `${host} does not see the pending changes of ${unseen.path}.`
    : root === null
      ? `${host} checks ${configPath} alone, without pending changes of other files.`
      : service.failure
        ? reasons[service.failure](host, service.message)
        : "";
  return {
    by: "reader",
    judge: `Checked by this computer’s reader.${reason ? ` ${reason}` : ""}`,
    result: report && {
      errors: report.errors,
      warnings: [
        ...report.elsewhere.map((place) => `include: ${place}: only files of this repository are read here.`),
        ...report.warnings,
      ],
      mergedYaml: report.mergedYaml,
    },
    preview,
    service,
    isReading: preview.isReading || service.isReading,
  };
}

const hostOf = (url: string | undefined): string =>
  url !== undefined && URL.canParse(url) ? new URL(url).host : "The service";

const reasons = {
  missing: (host: string) => `${host} does not check such files.`,
  forbidden: (host: string) => `${host} checks files for developers of the project alone.`,
  offline: (host: string) => `${host} cannot be reached.`,
  error: (host: string, message: string) => `${host} could not check it: ${message}`,
} as const;

/** Returns the lines of a text that messages are about, from 1; null for those that name none, or are not known yet. */
export function useMessageLines(text: string, messages: readonly string[]): readonly (number | null)[] {
  const [lines, setLines] = useState<readonly (number | null)[]>([]);
  const key = JSON.stringify(messages);
  useEffect(() => {
    const listed: readonly string[] = JSON.parse(key);
    if (listed.length === 0) return undefined;
    const canceled = new AbortController();
    locateMessages(text, listed, canceled.signal).then(setLines, () => undefined);
    return () => canceled.abort();
  }, [text, key]);
  return messages.map((_, index) => lines[index] ?? null);
}
