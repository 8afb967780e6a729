import { listDiscussions, listIssueDiscussions } from "../../../shared/api/resources/discussions.ts";
import { listIssueNotes, listMergeRequestNotes } from "../../../shared/api/resources/notes.ts";
import { toProblem } from "../../api/fetch-host.ts";
import { requestOperation } from "../../api/fetch-operation.ts";
import type { WriteFlow } from "../../api/send-write.ts";
import {
  type Block,
  loadOutbox,
  nounOf,
  type OutboxEntry,
  type QueuedMessage,
  removeMessage,
  setSending,
  updateEntry,
  useOutbox,
} from "./outbox.ts";
import { checkPreconditions, sendMessage } from "./send-message.ts";

/** Number of an entry's messages that reached the service. */
export interface SentEntry {
  readonly sent: number;
  /** The entry before it was sent. */
  readonly entry: OutboxEntry;
}

/**
 * Sends the messages of one merge request or issue, each once and from one window at a time, unless that was closed or its
 * commented lines changed: then the entry is blocked for its author. Returns null where there was nothing to send.
 */
export async function sendEntry(writes: WriteFlow, draftKey: string): Promise<SentEntry | null> {
  return navigator.locks.request(`outbox ${draftKey}`, { ifAvailable: true }, async (lock) => {
    if (!lock) return null;
    // Another window may have sent it meanwhile.
    await loadOutbox();
    const entry = useOutbox.getState().entries.find((one) => one.draftKey === draftKey);
    if (!entry) return null;
    setSending(draftKey, true);
    try {
      return { entry, sent: await sendMessages(writes, entry) };
    } finally {
      setSending(draftKey, false);
    }
  });
}

async function sendMessages(writes: WriteFlow, entry: OutboxEntry): Promise<number> {
  const { draftKey } = entry;
  const setBlocked = (blocked: Block | null) => updateEntry(draftKey, (now) => ({ ...now, blocked }));
  setBlocked(null);
  let sent = 0;
  try {
    const block = entry.force ? null : await checkPreconditions(entry, entry.messages);
    if (block) {
      setBlocked(block);
      return 0;
    }
    for (const message of entry.messages) {
      await readComments(entry, message);
      try {
        await sendMessage(writes, entry, message);
      } catch (error) {
        const { code, changed } = toProblem(error);
        if (code !== "uncertain_write") throw error;
        // The host has searched for the comment.
        if (changed !== "yes") {
          setBlocked({ reason: "uncertain", message: uncertain[changed](nounOf(entry)) });
          return sent;
        }
      }
      removeMessage(draftKey, message.key);
      sent++;
    }
  } catch (error) {
    const { code, message } = toProblem(error);
    if (!retryable.has(code)) setBlocked({ reason: "refused", message });
  }
  return sent;
}

/** Problems that end without a person's decision. */
const retryable: ReadonlySet<string> = new Set(["offline", "rate_limited", "timeout", "unavailable"]);

const uncertain = {
  no: () =>
    "The connection was lost while this was sent, and the service does not show it. You can send it again.",
  unknown: (noun: string) =>
    `The connection was lost while this was sent, and Helve could not find out whether it arrived. Look at the ${noun} before you send it again.`,
} as const;

/** Reads the comments, so that the host can tell one whose response is lost from those before. Throws ProblemError. */
async function readComments(
  { of, account, project, iid, threaded }: OutboxEntry,
  message: QueuedMessage,
): Promise<void> {
  if (message.kind === "approval") return;
  const isThread = threaded && message.kind !== "note";
  const all = { pages: "all" } as const;
  if (of === "issue") {
    const target = { id: project, issue_iid: iid, per_page: 100 };
    await requestOperation(account, isThread ? listIssueDiscussions : listIssueNotes, target, all);
    return;
  }
  const target = { id: project, merge_request_iid: iid, per_page: 100 };
  await requestOperation(account, isThread ? listDiscussions : listMergeRequestNotes, target, all);
}
