import {
  createHook,
  deleteHook,
  listHookEvents,
  listHooks,
  resendHookEvent,
  testHook,
  triggerHook,
} from "../../../shared/api/resources/system-hooks.ts";
import * as hooks from "../domain/system-hooks/hooks.ts";
import { implement } from "../http/implement.ts";
import { mapPage, Paged, pageOf } from "../http/paging.ts";
import { toHookEvent, toSystemHook } from "../presenters/system-hook.ts";
import { deleteSystemHook, hookSwitches, listSystemHooks } from "../store/hooks/system-hooks.ts";

/** Events that a hook gets unless the caller chooses, as services have it. */
const defaultSwitches = { repository_update_events: true } as const;

export const systemHookRoutes = [
  implement(listHooks, (_input, context) =>
    mapPage(pageOf(context, listSystemHooks(context.store)), toSystemHook),
  ),
  implement(createHook, ({ url, token, enable_ssl_verification, ...chosen }, { store }) => {
    const switches = { ...defaultSwitches, ...chosen };
    const hook = hooks.addHook(store, {
      url,
      token: token || null,
      events: new Set(hookSwitches.filter((name) => switches[name])),
      checksCertificates: enable_ssl_verification ?? true,
    });
    return toSystemHook(hook);
  }),
  implement(testHook, ({ id }, { store }) => hooks.testHook(store, id)),
  implement(triggerHook, ({ id }, { store }) => hooks.testHook(store, id)),
  implement(deleteHook, ({ id }, { store }) => {
    deleteSystemHook(store, hooks.requireHook(store, id).id);
    return undefined;
  }),
  implement(listHookEvents, ({ id }, { store, page }) => {
    const { hook, deliveries, total } = hooks.eventsOf(store, id, page);
    return new Paged(
      deliveries.map((delivery) => toHookEvent(hook, delivery)),
      { total },
    );
  }),
  implement(resendHookEvent, ({ id, event_id }, { store }) => {
    hooks.resendEvent(store, id, event_id);
    return { response_status: null };
  }),
];
