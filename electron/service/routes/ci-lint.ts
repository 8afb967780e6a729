import { getCiLint, lintCi } from "../../../shared/api/resources/ci-lint.ts";
import type { ConfigReport } from "../../../shared/ci/config/lint-config.ts";
import { requireCaller, requireProject, requireReadableProject } from "../domain/access/require-access.ts";
import { lintProject } from "../domain/ci/lint.ts";
import { implement } from "../http/implement.ts";

/** Returns the result of a check, with its jobs where they were asked for. */
const toCiLint = ({ errors, warnings, mergedYaml, includes, plan }: ConfigReport, withJobs = false) => ({
  valid: errors.length === 0,
  errors: [...errors],
  warnings: [...warnings],
  merged_yaml: mergedYaml,
  includes: includes.map((location) => ({ type: "local", location })),
  ...(withJobs && {
    jobs: (plan?.jobs ?? []).map(({ name, stage, tags, allowFailure, definition }) => ({
      name,
      stage,
      before_script: [...definition.beforeScript],
      script: [...definition.script],
      after_script: [...definition.afterScript],
      tag_list: [...tags],
      environment: definition.environment?.name ?? null,
      when: definition.when,
      allow_failure: allowFailure,
    })),
  }),
});

export const ciLintRoutes = [
  implement(getCiLint, async (input, context) => {
    const project = requireReadableProject(context, input.id);
    const report = await lintProject(context.store, project, context.user, {
      content: null,
      contentRef: input.content_ref ?? input.sha,
      dryRun: input.dry_run ?? false,
      ref: input.dry_run_ref ?? input.ref,
      serviceUrl: context.baseUrl,
    });
    return toCiLint(report, input.include_jobs);
  }),
  implement(lintCi, async (input, context) => {
    const project = requireProject(context, input.id, "developer");
    const report = await lintProject(context.store, project, requireCaller(context), {
      content: input.content,
      dryRun: input.dry_run ?? false,
      ref: input.ref,
      serviceUrl: context.baseUrl,
    });
    return toCiLint(report, input.include_jobs);
  }),
];
