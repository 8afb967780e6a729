import { expect, it } from "vitest";
import { group } from "../../../shared/api/resources/groups.ts";
import { blankFields, fieldsOf, findProblems, groupPath, toChanges } from "./group-form-fields.tsx";

const team = group.parse({
  id: 1,
  name: "Team",
  path: "team",
  full_name: "Team",
  full_path: "team",
  visibility: "internal",
  lfs_enabled: false,
});

it("proposes the path from the name until the path is typed", () => {
  const fields = { ...blankFields(team), name: "Søren & Team" };
  expect(groupPath(fields)).toBe("soren-team");
  expect(groupPath({ ...fields, path: "own" })).toBe("own");
  expect(fields.visibility).toBe("internal");
});

it("reports what is wrong before a request is sent", () => {
  expect(findProblems({ ...blankFields(null), name: "API" }, "top")).toEqual({
    name: null,
    path: "Api is a reserved name",
  });
  expect(findProblems({ ...blankFields(null), name: "API" }, "below").path).toBeNull();
  expect(findProblems(blankFields(null), "top")).toEqual({
    name: "Can't be blank",
    path: "Can't be blank",
  });
});

it("sends only what was changed", () => {
  expect(toChanges(team, fieldsOf(team))).toEqual({});
  expect(toChanges(team, { ...fieldsOf(team), lfs: true, path: "crew", template: 4 })).toEqual({
    lfs_enabled: true,
    path: "crew",
    file_template_project_id: 4,
  });
});
