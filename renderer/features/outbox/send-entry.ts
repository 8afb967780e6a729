import { listDiscussions } from "../../../shared/api/resources/discussions.ts";
import { listMergeRequestNotes, type Note } from "../../../shared/api/resources/notes.ts";
import { answerOperation } from "../../api/fetch-operation.ts";
import { toProblem } from "../../api/host.ts";
import { useHostState } from "../../state/host-state.ts";
import { objectionTo } from "./check-preconditions.ts";
import {
  changeParcel,
  loadOutbox,
  noteSending,
  type OutboxItem,
  type Parcel,
  removeItem,
  useOutbox,
} from "./outbox.ts";
import { bodyOf, sendItem } from "./send-message.ts";

/** How many items of a parcel reached the service. */
export interface Delivery {
  readonly sent: number;
  /** The parcel as it was when its sending began. */
  readonly parcel: Parcel;
}

/**
 * Sends what waits for one merge request, after a look at it: what was written on lines that have moved, or on a
 * merge request that is closed by now, is held for its writer. One window sends at a time; each item goes out once.
 * Null where there was nothing to do.
 */
export async function sendParcel(place: string): Promise<Delivery | null> {
  return navigator.locks.request(`outbox ${place}`, { ifAvailable: true }, async (lock) => {
    if (!lock) return null;
    // Another window may have sent it meanwhile.
    await loadOutbox();
    const parcel = useOutbox.getState().parcels.find((one) => one.place === place);
    if (!parcel) return null;
    noteSending(place, true);
    try {
      return { parcel, sent: await sendAll(parcel) };
    } finally {
      noteSending(place, false);
    }
  });
}

async function sendAll(parcel: Parcel): Promise<number> {
  const { place } = parcel;
  const hold = (reason: "moved" | "closed" | "refused" | "uncertain", message: string) =>
    changeParcel(place, (now) => ({ ...now, held: { reason, message } }));
  changeParcel(place, (now) => ({ ...now, held: null }));
  let sent = 0;
  try {
    const objection = parcel.anyway ? null : await objectionTo(parcel, parcel.items);
    if (objection) {
      hold(objection.reason, objection.message);
      return 0;
    }
    for (const item of parcel.items) {
      const began = Date.now();
      try {
        await sendItem(parcel, item);
      } catch (error) {
        const { code, changed } = toProblem(error);
        if (code !== "uncertain_write") throw error;
        // The host has looked; where it could not tell, the comments themselves are looked through.
        if (changed === "no" || (changed === "unknown" && !(await arrived(parcel, item, began)))) {
          hold(
            "uncertain",
            "The line broke while this was sent, and the service does not show it. It may be sent again.",
          );
          return sent;
        }
      }
      removeItem(place, item.key);
      sent++;
    }
  } catch (error) {
    const { code, message } = toProblem(error);
    // What passes by itself is waited for; the rest is for a person to decide.
    if (!passing.has(code)) hold("refused", message);
  }
  return sent;
}

const passing: ReadonlySet<string> = new Set(["offline", "rate_limited", "timeout", "unavailable"]);

/** Whether the service shows what an uncertain call was to write. Throws ProblemError where it cannot be asked. */
async function arrived(parcel: Parcel, item: OutboxItem, began: number): Promise<boolean> {
  const { account, project, iid, threaded } = parcel;
  const body = bodyOf(item, threaded);
  if (body === null) return false;
  const me = useHostState.getState().accounts?.find(({ id }) => id === account)?.check?.user.username;
  const target = { id: project, merge_request_iid: iid, per_page: 100 };
  const notes = threaded
    ? (await answerOperation(account, listDiscussions, target, { pages: "all" })).data.flatMap(
        (discussion): readonly Note[] => discussion.notes,
      )
    : (await answerOperation(account, listMergeRequestNotes, target, { pages: "all" })).data;
  return notes.some(
    (note) =>
      note.body.trim() === body &&
      note.author?.username === me &&
      // Clocks differ a little.
      Date.parse(note.created_at ?? "") > began - 120_000,
  );
}
