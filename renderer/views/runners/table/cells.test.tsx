import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { FleetRow } from "../fleet/fleet-row.ts";
import { AccessCell, FailureCell, JobCell, TagsCell, TimeoutCell, VersionCell } from "./cells.tsx";

const runner = { id: 7, description: "crane", active: true, is_shared: false, status: "online" };

const cells = (hasFailed: boolean) => {
  const row: FleetRow = { id: 7, runner, detail: undefined, jobs: undefined, hasFailed };
  return [
    <JobCell key="job" account="local" row={row} active={false} />,
    ...[FailureCell, TagsCell, VersionCell, AccessCell, TimeoutCell].map((Cell) => (
      <Cell key={Cell.name} row={row} />
    )),
  ].map((cell) => renderToStaticMarkup(cell));
};

it("has a placeholder for what is being read, and says what could not be", () => {
  for (const cell of cells(false)) expect(cell).toMatch(/^<span class="[^"]*pending/);
  for (const cell of cells(true)) expect(cell).toContain('title="Could not be loaded"');
});
