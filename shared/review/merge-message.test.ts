import { expect, it } from "vitest";
import { type MergeMessageValues, mergeMessage } from "./merge-message.ts";

const values: MergeMessageValues = {
  title: "Sail at night",
  description: "",
  sourceBranch: "night",
  targetBranch: "main",
  iid: 7,
  projectPath: "tides/harbor",
  url: "https://code.test/tides/harbor/-/merge_requests/7",
  commits: ["Add lamps\n", "Add a watch\n\nOf two people.\n"],
  approvedBy: ["Ada <ada@code.test>", "Bo <bo@code.test>"],
  reviewedBy: [],
  author: "Cy <cy@code.test>",
  mergedBy: "Ada <ada@code.test>",
};

it.each([
  ["merge", "Merge branch 'night' into 'main'\n\nSail at night\n\nSee merge request tides/harbor!7\n"],
  ["squash", "Sail at night\n\nSee merge request tides/harbor!7\n"],
] as const)("has a message for a %s of a project without a template", (kind, expected) => {
  expect(mergeMessage(kind, null, values)).toBe(expected);
  expect(mergeMessage(kind, " \n", values)).toBe(expected);
});

it.each([
  ["%{title} (%{local_reference})", "Sail at night (!7)"],
  ["%{url}", values.url],
  ["%{first_commit}", "Add lamps"],
  ["%{first_multiline_commit}", "Add a watch\n\nOf two people."],
  ["%{first_multiline_commit_description}", "Of two people."],
  ["%{all_commits}", "* Add lamps\n\n* Add a watch\n\nOf two people."],
  ["%{approved_by}", "Approved-by: Ada <ada@code.test>\nApproved-by: Bo <bo@code.test>"],
  ["By %{merge_request_author}, merged by %{merged_by}", `By ${values.author}, merged by ${values.mergedBy}`],
  ["%{unknown} 100%", "%{unknown} 100%"],
  ["%{title}\n\n%{description}\n\nEnd", "Sail at night\n\nEnd"],
  ["%{title}\r\n%{reviewed_by}", "Sail at night"],
])("fills %j", (template, expected) => {
  expect(mergeMessage("merge", template, values)).toBe(expected);
});

it("says the title where no commit has a message of several lines", () => {
  const plain = { ...values, commits: ["One"] };
  expect(mergeMessage("squash", "%{first_multiline_commit}", plain)).toBe("Sail at night");
});
