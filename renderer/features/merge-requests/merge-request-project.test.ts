import { expect, it } from "vitest";
import { pipelineProject } from "./merge-request-project.ts";

const fork = { source_project_id: 7, target_project_id: 3 };

it("leads to the fork for a pipeline of the fork's branch, and nowhere else for others", () => {
  expect(pipelineProject("harbor/tides", fork, { project_id: 7 })).toBe("7");
  expect(pipelineProject("harbor/tides", fork, { project_id: 3 })).toBe("harbor/tides");
  expect(pipelineProject("harbor/tides", fork, {})).toBe("harbor/tides");
  const own = { source_project_id: 3, target_project_id: 3 };
  expect(pipelineProject("harbor/tides", own, { project_id: 3 })).toBe("harbor/tides");
  expect(pipelineProject("harbor/tides", null, { project_id: 3 })).toBe("harbor/tides");
});
