import {
  createProjectHook,
  deleteProjectHook,
  getProjectHook,
  hookTriggers,
  listProjectHookEvents,
  listProjectHooks,
  resendProjectHookEvent,
  testProjectHook,
  updateProjectHook,
} from "../../../shared/api/resources/project-hooks.ts";
import { requireCaller, requireProject } from "../domain/access/require-access.ts";
import * as hooks from "../domain/hooks/change-hooks.ts";
import { mapPage, Paged, pageOf } from "../domain/paged.ts";
import { implement } from "../http/implement.ts";
import type { Hook } from "../store/hooks/hooks.ts";
import { toHookEvent } from "./system-hooks.ts";

export const projectHookRoutes = [
  implement(listProjectHooks, (input, context) => {
    const project = requireProject(context, input.id, "maintainer");
    return mapPage(pageOf(context, hooks.projectHooks(context.store, project)), toProjectHook);
  }),
  implement(getProjectHook, (input, context) => {
    const project = requireProject(context, input.id, "maintainer");
    return toProjectHook(hooks.requireProjectHook(context.store, project, input.hook_id));
  }),
  implement(createProjectHook, (input, context) => {
    const project = requireProject(context, input.id, "maintainer");
    return toProjectHook(hooks.addProjectHook(context.store, project, input));
  }),
  implement(updateProjectHook, ({ id, hook_id, ...changes }, context) => {
    const project = requireProject(context, id, "maintainer");
    return toProjectHook(hooks.changeProjectHook(context.store, project, hook_id, changes));
  }),
  implement(deleteProjectHook, (input, context) => {
    const project = requireProject(context, input.id, "maintainer");
    hooks.removeProjectHook(context.store, project, input.hook_id);
    return undefined;
  }),
  implement(testProjectHook, async (input, context) => {
    const project = requireProject(context, input.id, "maintainer");
    const { store, baseUrl: serviceUrl } = context;
    const sample = { store, project, user: requireCaller(context), serviceUrl };
    await hooks.testWebhook(sample, input.hook_id, input.trigger);
    return undefined;
  }),
  implement(listProjectHookEvents, (input, context) => {
    const project = requireProject(context, input.id, "maintainer");
    const found = hooks.eventsOf(context.store, input.hook_id, context.page, project.id);
    return new Paged(
      found.deliveries.map((delivery) => toHookEvent(found.hook, delivery)),
      { total: found.total },
    );
  }),
  implement(resendProjectHookEvent, (input, context) => {
    const project = requireProject(context, input.id, "maintainer");
    hooks.resendEvent(context.store, input.hook_id, input.event_id, project.id);
    return { response_status: null };
  }),
];

/** Returns a webhook without its token. */
const toProjectHook = (hook: Hook) => ({
  id: hook.id,
  url: hook.url,
  name: hook.name,
  description: hook.description,
  project_id: hook.projectId,
  created_at: hook.createdAt,
  ...Object.fromEntries(hookTriggers.map((name) => [name, hook.events.has(name)])),
  push_events_branch_filter: hook.branches.filter,
  branch_filter_strategy: hook.branches.strategy,
  enable_ssl_verification: hook.checksCertificates,
});
