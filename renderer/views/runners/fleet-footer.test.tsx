import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { FleetFooter } from "./fleet-footer.tsx";

const list = { items: [], total: 0, hasNextPage: false, isFetching: false, refetch: async () => null };
const reading = {
  isReading: false,
  done: 0,
  total: 0,
  failed: 0,
  stop: () => undefined,
  cacheVersion: 0,
};
const loading = { isLoading: false, loadAll: () => undefined, stop: () => undefined, onEnd: () => undefined };
const footer = (dataUpdatedAt: number) =>
  renderToStaticMarkup(
    <FleetFooter
      list={{ ...list, dataUpdatedAt }}
      rows={[]}
      unknown={0}
      sort={null}
      reading={reading}
      loading={loading}
    />,
  );

it("names no number and no age before the first runners are loaded", () => {
  expect(footer(0)).toContain("Loading runners…");
  expect(footer(0)).not.toMatch(/0 runners|Updated|ago/);
  expect(footer(Date.now())).toMatch(/0 runners.*Updated.*just now/s);
});
