import { describe, expect, it } from "vitest";
import { type ReleasedCommit, type ReleasedMergeRequest, releaseNotes } from "./release-notes.ts";

const commit = (id: string, title: string, parents: readonly string[], body = ""): ReleasedCommit => ({
  id,
  short_id: `${id}0`,
  title,
  message: `${title}\n${body}`,
  parent_ids: parents,
});

const request = (
  iid: number,
  title: string,
  hashes: readonly string[],
  labels: readonly string[] = [],
): ReleasedMergeRequest => ({ iid, title, labels, author: iid === 9 ? null : "ada", hashes });

/** A merge of two commits, a squashed one, a fast-forward, and a commit by itself, newest first. */
const commits = [
  commit("g", "Tidy\n the pier", ["f"]),
  commit("f", "fix(radio)!: drop AM", ["e"]),
  commit("e", "feat: lamps (squashed)", ["m"], "\nBREAKING CHANGE: lamps have no bulbs\n"),
  commit("m", "Merge branch 'side' into 'main'", ["a", "c"]),
  commit("c", "perf: fewer waves", ["b"]),
  commit("b", "feat(sea): more waves", ["a"]),
  commit("a", "Merge branch 'old'", ["z", "y"]),
];
const mergeRequests = [
  request(3, "Drop AM", ["f"], ["bug"]),
  request(2, "feat: lamps", ["e"], ["feature", "docs"]),
  request(1, "Waves", ["m", "c"], ["feature"]),
  request(9, "Before", ["zz"]),
];

describe("notes of a release", () => {
  it("are sections by the types of Conventional Commits, what breaks first", () => {
    expect(releaseNotes({ commits, mergeRequests }, "conventional")).toBe(
      [
        "## Breaking changes\n\n- **radio:** drop AM (!3 by @ada)\n- lamps (!2 by @ada)\n",
        "## Features\n\n- **sea:** more waves (!1 by @ada)\n",
        "## Performance\n\n- fewer waves (!1 by @ada)\n",
        "## Other changes\n\n- Tidy the pier (g0)\n",
      ].join("\n"),
    );
  });

  it("are sections by the first label, those without one last", () => {
    expect(releaseNotes({ commits, mergeRequests }, "label")).toBe(
      [
        "## bug\n\n- Drop AM (!3 by @ada)\n",
        "## feature\n\n- feat: lamps (!2 by @ada)\n- Waves (!1 by @ada)\n",
        "## Other changes\n\n- Tidy the pier (g0)\n",
      ].join("\n"),
    );
  });

  it("are one list without sections, and nothing without a change", () => {
    expect(releaseNotes({ commits: commits.slice(0, 1), mergeRequests }, "none")).toBe(
      "- Tidy the pier (g0)\n",
    );
    expect(releaseNotes({ commits: commits.slice(6), mergeRequests }, "none")).toBe("");
    expect(releaseNotes({ commits: [], mergeRequests: [] }, "conventional")).toBe("");
  });

  it("have a commit that a merge brought only where its merge request is not known", () => {
    expect(releaseNotes({ commits, mergeRequests: [] }, "none").split("\n")).toHaveLength(6);
  });
});
