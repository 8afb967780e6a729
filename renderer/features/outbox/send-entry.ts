import { listDiscussions } from "../../../shared/api/resources/discussions.ts";
import { listMergeRequestNotes, type Note } from "../../../shared/api/resources/notes.ts";
import { requestOperation } from "../../api/fetch-operation.ts";
import { toProblem } from "../../api/host.ts";
import { useHostState } from "../../state/host-state.ts";
import { checkPreconditions } from "./check-preconditions.ts";
import {
  type Block,
  loadOutbox,
  type OutboxEntry,
  type QueuedMessage,
  removeMessage,
  setSending,
  updateEntry,
  useOutbox,
} from "./outbox.ts";
import { bodyOf, sendMessage } from "./send-message.ts";

/** Number of an entry's messages that reached the service. */
export interface SentEntry {
  readonly sent: number;
  /** The entry before it was sent. */
  readonly entry: OutboxEntry;
}

/**
 * Sends the messages of one merge request, each once and from one window at a time, unless the merge request was closed
 * or its commented lines changed: then the entry is blocked for its author. Returns null where there was nothing to
 * send.
 */
export async function sendEntry(draftKey: string): Promise<SentEntry | null> {
  return navigator.locks.request(`outbox ${draftKey}`, { ifAvailable: true }, async (lock) => {
    if (!lock) return null;
    // Another window may have sent it meanwhile.
    await loadOutbox();
    const entry = useOutbox.getState().entries.find((one) => one.draftKey === draftKey);
    if (!entry) return null;
    setSending(draftKey, true);
    try {
      return { entry, sent: await sendMessages(entry) };
    } finally {
      setSending(draftKey, false);
    }
  });
}

async function sendMessages(entry: OutboxEntry): Promise<number> {
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
      const startedAt = Date.now();
      try {
        await sendMessage(entry, message);
      } catch (error) {
        const { code, changed } = toProblem(error);
        if (code !== "uncertain_write") throw error;
        // The host has searched for the comment; where it could not decide, all comments are searched.
        if (changed === "no" || (changed === "unknown" && !(await hasArrived(entry, message, startedAt)))) {
          setBlocked({
            reason: "uncertain",
            message:
              "The connection was lost while this was sent, and the service does not show it. You can send it again.",
          });
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

/** Milliseconds by which the service's clock may be behind. */
const maxClockSkewMs = 120_000;

/** Returns whether the service has the comment of an uncertain call. Throws ProblemError where it cannot be reached. */
async function hasArrived(entry: OutboxEntry, message: QueuedMessage, startedAt: number): Promise<boolean> {
  const { account, project, iid, threaded } = entry;
  const body = bodyOf(message, threaded);
  if (body === null) return false;
  const me = useHostState.getState().accounts?.find(({ id }) => id === account)?.check?.user.username;
  const target = { id: project, merge_request_iid: iid, per_page: 100 };
  const notes = threaded
    ? (await requestOperation(account, listDiscussions, target, { pages: "all" })).data.flatMap(
        (discussion): readonly Note[] => discussion.notes,
      )
    : (await requestOperation(account, listMergeRequestNotes, target, { pages: "all" })).data;
  return notes.some(
    (note) =>
      note.body.trim() === body &&
      note.author?.username === me &&
      Date.parse(note.created_at ?? "") > startedAt - maxClockSkewMs,
  );
}
