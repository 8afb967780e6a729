import { expect, it } from "vitest";
import { recordVisit, unseenChange } from "./seen-merge-requests.ts";

const at = (updated: string) => ({ updated, notes: 0, head: "", visited: 0 });
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

it("keeps the merge requests that were visited last, whatever their ids", () => {
  const visit = (id: number) => ({ id, updated_at: "2026-01-01T00:00:00Z", user_notes_count: 0, sha: null });
  const ids = Array.from({ length: 2_000 }, (_, index) => index + 1_001);
  const full = Object.fromEntries(
    ids.map((id) => [id, { ...at("2026-01-01T00:00:00Z"), visited: 9_000 - id }]),
  );
  const seen = recordVisit(recordVisit({ beginning: first, ...full }, visit(1), 9_001), visit(4_000), 9_002);
  expect(Object.keys(seen)).toHaveLength(2_001);
  expect(seen).toHaveProperty("beginning", first);
  expect(seen).toHaveProperty("1");
  expect(seen).toHaveProperty("1001");
  expect(seen).toHaveProperty("4000");
  expect(seen).not.toHaveProperty("2999");
  expect(seen).not.toHaveProperty("3000");
});
