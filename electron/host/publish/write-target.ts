import { planTimeline } from "./plan-timeline.ts";
import type { PublishRun } from "./publish-run.ts";
import type { StoredPublish } from "./publish-store.ts";
import { writeRepository } from "./write-merge-requests.ts";
import {
  writePlanning,
  writeProject,
  writeProtections,
  writeSettings,
  writeVariables,
} from "./write-project.ts";
import {
  rewriteDescriptions,
  settleIssues,
  writeIssues,
  writeReleases,
  writeSnippets,
  writeWiki,
} from "./write-texts.ts";
import { writeIssueThreads, writeMergeRequestThreads } from "./write-threads.ts";

/** Kinds whose items are steps of their own. */
const counted = [
  "label",
  "milestone",
  "member",
  "issue",
  "issue-thread",
  "thread",
  "snippet",
  "release",
  "wiki-page",
  "variable",
  "protected-branch",
  "protected-tag",
] as const;

/** Makes the new project of what was read. Each step can be repeated: what it has written is found again. */
export async function writeTarget(run: PublishRun, stored: StoredPublish): Promise<void> {
  const { store, id } = run;
  const items = counted.reduce((sum, kind) => sum + store.count(id, kind), 0);
  run.begin(items + planTimeline(run).length);
  await writeProject(run, stored);
  await writePlanning(run);
  await writeIssues(run);
  await writeRepository(run);
  await rewriteDescriptions(run);
  await writeMergeRequestThreads(run);
  await writeIssueThreads(run);
  await settleIssues(run);
  await writeSnippets(run);
  await writeWiki(run);
  await writeReleases(run);
  await writeVariables(run);
  await writeProtections(run);
  await writeSettings(run, stored.target.visibility);
}
