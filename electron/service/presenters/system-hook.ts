import { z } from "zod";
import type { Delivery } from "../store/hooks/hook-deliveries.ts";
import type { SystemHook } from "../store/hooks/system-hooks.ts";

/** Returns a hook without its token. */
export const toSystemHook = (hook: SystemHook) => ({
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
export function toHookEvent(hook: SystemHook, delivery: Delivery) {
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
