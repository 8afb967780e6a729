import { expect, it } from "vitest";
import { hookEvent } from "../../../shared/api/resources/system-hooks.ts";
import { deliveryState, pollAfter } from "./delivery-list.tsx";

const event = (fields: object) => hookEvent.parse({ id: 1, ...fields });
const attempt = (status: number | null) => ({
  at: "2026-11-01T10:00:00Z",
  duration: 1,
  status,
  error: status === 200 ? null : "no",
});

it.each([
  [{ state: "pending", attempts: [] }, "waiting", "Sending"],
  [{ state: "pending", attempts: [attempt(500)] }, "retrying", "Retrying, 500"],
  [{ state: "pending", attempts: [attempt(null)] }, "retrying", "Retrying"],
  [{ state: "delivered", attempts: [attempt(500), attempt(200)] }, "delivered", "Delivered, 200"],
  [{ state: "failed", attempts: [attempt(null)] }, "failed", "Failed"],
  // Other services report only the response.
  [{ response_status: "200" }, "delivered", "Delivered, 200"],
  [{ response_status: 404 }, "failed", "Failed, 404"],
  [{ response_status: "internal error" }, "failed", "Failed"],
])("%o is %s", (fields, kind, text) => expect(deliveryState(event(fields))).toMatchObject({ kind, text }));

it("polls again when the next attempt has been made", () => {
  const now = Date.parse("2026-11-01T10:00:00Z");
  const due = (seconds: number) =>
    event({ state: "pending", next_attempt_at: new Date(now + seconds * 1000).toISOString() });
  expect(pollAfter([event({ state: "delivered" })], now)).toBe(false);
  expect(pollAfter([event({ state: "pending" })], now)).toBe(1_000);
  expect(pollAfter([due(15), due(600)], now)).toBe(15_500);
  expect(pollAfter([due(600)], now)).toBe(60_000);
});
