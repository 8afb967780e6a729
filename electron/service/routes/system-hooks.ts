import { z } from "zod";
import {
  createHook,
  deleteHook,
  listHookEvents,
  listHooks,
  resendHookEvent,
  testHook,
  triggerHook,
} from "../../../shared/api/resources/system-hooks.ts";
import * as hooks from "../domain/hooks/change-hooks.ts";
import { mapPage, Paged, pageOf } from "../domain/paged.ts";
import { implement } from "../http/implement.ts";
import type { Delivery } from "../store/hooks/hook-deliveries.ts";
import type { Hook } from "../store/hooks/hooks.ts";

export const systemHookRoutes = [
  implement(listHooks, (_input, context) =>
    mapPage(pageOf(context, hooks.allHooks(context.store)), toSystemHook),
  ),
  implement(createHook, (input, { store }) => toSystemHook(hooks.addHook(store, input))),
  implement(testHook, ({ id }, { store }) => hooks.queueSampleDelivery(store, id)),
  implement(triggerHook, ({ id }, { store }) => hooks.queueSampleDelivery(store, id)),
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

/** Returns a hook without its token. */
const toSystemHook = (hook: Hook) => ({
  id: hook.id,
  url: hook.url,
  created_at: hook.createdAt,
  push_events: hook.events.has("push_events"),
  tag_push_events: hook.events.has("tag_push_events"),
  merge_requests_events: hook.events.has("merge_requests_events"),
  repository_update_events: hook.events.has("repository_update_events"),
  enable_ssl_verification: hook.checksCertificates,
});

const requestData = z.record(z.string(), z.unknown());

/** Returns a delivery as newer services list it, with its attempts. */
export function toHookEvent(hook: Hook, delivery: Delivery) {
  const last = delivery.attempts.at(-1);
  return {
    id: delivery.id,
    url: hook.url,
    trigger: delivery.trigger,
    request_headers: delivery.requestHeaders,
    request_data: requestData.parse(JSON.parse(delivery.payload)),
    response_headers: delivery.responseHeaders,
    response_body: delivery.responseBody,
    execution_duration: last?.duration ?? null,
    // The status that services give a delivery without a response.
    response_status: last ? String(last.status ?? "internal error") : null,
    created_at: delivery.createdAt,
    state: delivery.state,
    next_attempt_at: delivery.state === "pending" && last ? (last.nextAt ?? delivery.dueAt) : null,
    attempts: delivery.attempts.map(({ at, duration, status, error }) => ({ at, duration, status, error })),
  };
}
