import { expect, it } from "vitest";
import { unseenChange } from "./seen-merge-requests.ts";

const at = (updated: string) => ({ updated, notes: 0, head: "" });
const first = at("2026-02-01T00:00:00Z");
const old = { id: 7, updated_at: "2026-01-01T00:00:00Z" };
const later = { id: 7, updated_at: "2026-03-01T00:00:00Z" };

it("counts everything as seen at first, and later only what was created or changed since then", () => {
  expect(unseenChange({}, old)).toBeNull();
  expect(unseenChange({}, later)).toBeNull();
  expect(unseenChange({ beginning: first }, old)).toBeNull();
  expect(unseenChange({ beginning: first }, later)).toBe("new");
  expect(unseenChange({ beginning: first, 7: at("2026-02-02T00:00:00Z") }, later)).toBe("changed");
  expect(unseenChange({ beginning: first, 7: at("2026-03-01T00:00:00Z") }, later)).toBeNull();
});
