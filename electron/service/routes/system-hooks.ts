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

export const systemHookRoutes = [
  implement(listHooks, (_input, context) =>
    mapPage(pageOf(context, hooks.allHooks(context.store)), toSystemHook),
  ),
  implement(createHook, (input, { store }) => toSystemHook(hooks.addHook(store, input))),
  implement(testHook, ({ id }, { store }) => hooks.testHook(store, id)),
  implement(triggerHook, ({ id }, { store }) => hooks.testHook(store, id)),
  implement(deleteHook, ({ id }, { store }) => {
    hooks.removeHook(store, id);
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
