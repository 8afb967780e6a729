import { expect, test } from "vitest";
import { discussion } from "../../../../shared/api/resources/discussions.ts";
import { draftLocation, messageOf, pendingReply } from "./comment-body.tsx";

const version = { base_sha: "b", start_sha: "s", head_sha: "h", position_type: "text" };
const thread = (position: object | null) =>
  discussion.parse({
    id: "t1",
    notes: [{ id: 1, body: "Why?", resolvable: true, position: position && { ...version, ...position } }],
  });

test("a reply of a review is sent to its thread, and is named by the thread's line", () => {
  const draft = pendingReply(
    thread({ new_path: "src/a.ts", old_path: "src/a.ts", new_line: 12 }),
    "Because.",
  );
  expect(messageOf(draft)).toEqual({
    kind: "reply",
    discussion: "t1",
    body: "Because.",
    keepsResolved: false,
  });
  expect(draftLocation(draft)).toBe("Reply in a.ts:12");
  expect(draft.pending).toBe(true);
});

test("a reply to a general comment has no line", () => {
  expect(draftLocation(pendingReply(thread(null), "Yes."))).toBe("Reply");
});

test("a comment on a line is sent with its position", () => {
  const draft = { ...pendingReply(thread({ new_path: "a.ts", new_line: 2 }), "x"), thread: null };
  expect(messageOf(draft)).toEqual({ kind: "line", draft });
  expect(draftLocation(draft)).toBe("a.ts:2");
});
