import { screen, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { expectAccessible } from "../../../testing/page/expect-accessible.ts";
import { interceptRequests, refused } from "../../../testing/page/intercept-requests.ts";
import { appForTests } from "../../../testing/page/opened-app.ts";
import { projectPath } from "../../../testing/page/project-path.ts";
import { beacon } from "../../../testing/page/sample-jobs.ts";

const app = appForTests();

interface Person {
  readonly id: number;
  readonly name: string;
}

/** A merge request whose reviewers are the user and somebody else. */
async function makeRequest(name: string) {
  await app.callProject(beacon, "POST", "/repository/commits", {
    branch: name,
    start_branch: "main",
    commit_message: "Add a file",
    actions: [
      { action: "delete", file_path: ".gitlab-ci.yml" },
      { action: "create", file_path: `${name}.txt`, content: name },
    ],
  });
  const made = await app.callProject<{ iid: number; author: Person }>(beacon, "POST", "/merge_requests", {
    source_branch: name,
    target_branch: "main",
    title: `Review ${name}`,
  });
  const people = await app.callProject<Person[]>(beacon, "GET", "/members/all");
  const other = people.find(({ id }) => id !== made.author.id);
  if (!other) throw new Error("The project has no other members");
  await app.callProject(beacon, "PUT", `/merge_requests/${made.iid}`, {
    reviewer_ids: [made.author.id, other.id],
  });
  return { iid: made.iid, me: made.author };
}

const reviewers = async () => within(await screen.findByRole("region", { name: "Reviewers" }));

it("shows the state of each review, and in the head how many are done", async () => {
  const { iid, me } = await makeRequest(`states-${Date.now()}`);
  const path = projectPath(beacon, `merge_requests/${iid}`);
  await app.open(path);
  expect(await screen.findByText("0 of 2 reviewed")).toBeVisible();
  expect(await (await reviewers()).findAllByText("Not reviewed")).toHaveLength(2);
  await app.callProject(beacon, "POST", `/merge_requests/${iid}/notes`, { body: "Looks right" });
  await app.reload();
  expect(await screen.findByText("1 of 2 reviewed")).toBeVisible();
  expect(await (await reviewers()).findByText("Reviewed")).toBeVisible();
  await expectAccessible();

  interceptRequests(/\/reviewers(\?|$)/, () => refused(404, "not_found", "404 Not Found"));
  await app.callProject(beacon, "POST", `/merge_requests/${iid}/draft_notes/bulk_publish`, {
    reviewer_state: "requested_changes",
  });
  await app.reload();
  const field = await reviewers();
  expect(await field.findByText("Requested changes")).toBeVisible();
  expect(field.getByText(/^From comments and approvals/)).toBeVisible();
  expect(await screen.findByTitle(/^1 of 2 reviewed, changes requested/)).toHaveTextContent(
    "Changes requested",
  );
  const box = within(await screen.findByRole("region", { name: "Merging" }));
  expect(await box.findByText(`${me.name} requested changes.`)).toBeVisible();
  await app.open(projectPath(beacon, "merge_requests"));
  const people = `${me.name} (requested changes)`;
  expect(await screen.findByRole("img", { name: (name) => name.endsWith(people) })).toBeVisible();
  expect(screen.getAllByRole("img", { name: /^Review by .* \(not reviewed\)$/ })[0]).toBeVisible();
});
