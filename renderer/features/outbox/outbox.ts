import { z } from "zod";
import { create } from "zustand";
import { listDocuments } from "../../api/documents.ts";
import { createDocumentWriter } from "../../state/document-writer.ts";
import { lineDraft } from "../../state/line-drafts.ts";

const message = z.discriminatedUnion("kind", [
  /** A comment on lines of a change. */
  z.object({ kind: z.literal("line"), draft: lineDraft }),
  z.object({ kind: z.literal("reply"), discussion: z.string(), body: z.string() }),
  z.object({ kind: z.literal("note"), body: z.string() }),
  /** `sha`: the head that was read. */
  z.object({ kind: z.literal("approval"), sha: z.string().nullable() }),
]);
/** One thing to say on a merge request. */
export type Message = z.output<typeof message>;

const item = message.and(z.object({ key: z.string() }));
/** A message that waits for the service, under a name of its own. */
export type OutboxItem = z.output<typeof item>;

const parcel = z.object({
  /** Under which name drafts of the merge request are kept; a merge request has one parcel. */
  place: z.string(),
  account: z.string(),
  project: z.string(),
  iid: z.int(),
  title: z.string(),
  /** Whether the service has threads. */
  threaded: z.boolean(),
  /** When the first of the items was written, ISO 8601. */
  since: z.string(),
  items: z.array(item),
  /** Why a person must look before it is sent; null while it only waits for the service. */
  held: z
    .object({ reason: z.enum(["moved", "closed", "refused", "uncertain"]), message: z.string() })
    .nullable(),
  /** Sends it even where the merge request has changed. */
  anyway: z.boolean(),
});
/** What waits to be said on one merge request. */
export type Parcel = z.output<typeof parcel>;

/** Where a parcel goes. */
export type Destination = Pick<Parcel, "place" | "account" | "project" | "iid" | "title" | "threaded">;

interface Outbox {
  readonly parcels: readonly Parcel[];
  /** Places of the parcels that are being sent. */
  readonly sending: ReadonlySet<string>;
}

/** All that was written and has not reached its service. */
export const useOutbox = create<Outbox>(() => ({ parcels: [], sending: new Set() }));

const writer = createDocumentWriter("outbox", () => undefined);

/** Reads what the disk holds, which other windows may have changed. */
export async function loadOutbox(): Promise<void> {
  await writer.flush();
  const stored = await listDocuments(parcel, "outbox");
  const parcels = stored.map(({ value }) => value).sort((a, b) => (a.since < b.since ? -1 : 1));
  useOutbox.setState({ parcels });
}

/** Puts something to say with what already waits for that merge request. */
export function putInOutbox(destination: Destination, added: Message): void {
  const known = useOutbox.getState().parcels.find(({ place }) => place === destination.place);
  const now: Parcel = known ?? {
    ...destination,
    since: new Date().toISOString(),
    items: [],
    held: null,
    anyway: false,
  };
  // One may say several things of one line, but approves once.
  const others = now.items.filter(({ kind }) => kind !== "approval" || added.kind !== "approval");
  store({ ...now, anyway: false, items: [...others, { ...added, key: crypto.randomUUID() }] });
}

/** Makes another parcel of the one of a place; one without items is gone. */
export function changeParcel(place: string, change: (parcel: Parcel) => Parcel): void {
  const known = useOutbox.getState().parcels.find((one) => one.place === place);
  if (known) store(change(known));
}

export const removeItem = (place: string, key: string): void =>
  changeParcel(place, (now) => ({ ...now, items: now.items.filter((one) => one.key !== key) }));

export const noteSending = (place: string, sending: boolean): void =>
  useOutbox.setState((state) => {
    const next = new Set(state.sending);
    if (sending) next.add(place);
    else next.delete(place);
    return { sending: next };
  });

function store(next: Parcel): void {
  const gone = next.items.length === 0;
  useOutbox.setState(({ parcels }) => ({
    parcels: gone
      ? parcels.filter(({ place }) => place !== next.place)
      : parcels.some(({ place }) => place === next.place)
        ? parcels.map((one) => (one.place === next.place ? next : one))
        : [...parcels, next],
  }));
  if (gone) writer.remove(next.place);
  else writer.save(next.place, next);
}
