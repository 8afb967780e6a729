import { expect } from "vitest";
import type { RecordedClient } from "../recorded-client.ts";

const project = "fjord/lantern";

/** Merge requests with their versions and times. */
export async function reviewChanges({ MergeRequests }: RecordedClient): Promise<void> {
  expect((await MergeRequests.all({ scope: "all", perPage: 5, maxPages: 1 })).length).toBe(5);
  const ofGroup = await MergeRequests.all({ groupId: "fjord", perPage: 5, maxPages: 1 });
  expect(ofGroup.length).toBe(5);
  const [first] = await MergeRequests.all({ projectId: project, state: "opened", perPage: 5, maxPages: 1 });
  const iid = first?.iid ?? 0;
  const [version] = await MergeRequests.allDiffVersions(project, iid);
  const shown = await MergeRequests.showDiffVersion(project, iid, version?.id ?? 0);
  expect(shown.diffs?.length).toBeGreaterThan(0);
  expect(await MergeRequests.setTimeEstimate(project, iid, "1h30m")).toMatchObject({ time_estimate: 5400 });
  expect(await MergeRequests.addSpentTime(project, iid, "30m")).toMatchObject({ total_time_spent: 1800 });
  expect(await MergeRequests.showTimeStats(project, iid)).toMatchObject({ human_time_estimate: "1h 30m" });
  expect(await MergeRequests.resetTimeEstimate(project, iid)).toMatchObject({ time_estimate: 0 });
  expect(await MergeRequests.resetSpentTime(project, iid)).toMatchObject({ total_time_spent: 0 });
}

/** Comments on an issue, a merge request and a snippet: read, written, changed and deleted. */
export async function comment(client: RecordedClient): Promise<void> {
  const { IssueNotes, MergeRequestNotes, MergeRequests, ProjectSnippetNotes, ProjectSnippets } = client;
  const [request] = await MergeRequests.all({ projectId: project, state: "opened", perPage: 1, maxPages: 1 });
  const snippet = await ProjectSnippets.create(project, "To talk about", {
    files: [{ filePath: "a.txt", content: "a" }],
    visibility: "private",
  });
  const parents = [
    [IssueNotes, 1],
    [MergeRequestNotes, request?.iid ?? 0],
    [ProjectSnippetNotes, snippet.id],
  ] as const;
  for (const [notes, parent] of parents) {
    const note = await notes.create(project, parent, "First");
    expect((await notes.show(project, parent, note.id)).body).toBe("First");
    expect((await notes.edit(project, parent, note.id, { body: "Second" })).body).toBe("Second");
    expect((await notes.all(project, parent)).map(({ body }) => body)).toContain("Second");
    await notes.remove(project, parent, note.id);
    await expect(notes.show(project, parent, note.id)).rejects.toThrow("404");
  }
}
