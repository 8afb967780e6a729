import { create } from "zustand";
import type { UniformDocument } from "../../../shared/documents/shapes.ts";
import { listCollection } from "../../api/documents.ts";
import { createDocumentWriter } from "../../state/document-writer.ts";
import { batchForeignReads, onForeignDocument } from "../../state/windows/foreign-documents.ts";
import { hrefs } from "../addresses/hrefs.ts";

/** The unsent messages of one merge request or issue. */
export type OutboxEntry = UniformDocument<"outbox">;
/** A message with a key that is unique in the outbox. */
export type QueuedMessage = OutboxEntry["messages"][number];
/** Reason why an entry is not sent until its author decides. */
export type Block = NonNullable<OutboxEntry["blocked"]>;
type Unqueued<M> = M extends unknown ? Omit<M, "key"> : never;
/** A comment on a merge request or an issue, or the approval of a merge request. */
export type OutboxMessage = Unqueued<QueuedMessage>;

/** The merge request or issue that an entry is sent to. */
export type OutboxTarget = Pick<
  OutboxEntry,
  "of" | "draftKey" | "account" | "project" | "iid" | "title" | "threaded"
>;

/** Returns what a message is sent to, in words. */
export const nounOf = ({ of }: Pick<OutboxTarget, "of">): string =>
  of === "issue" ? "issue" : "merge request";

/** Returns what a message is sent to as a reference: `group/project!29` or `group/project#12`. */
export const referenceOf = ({ of, project, iid }: Pick<OutboxTarget, "of" | "project" | "iid">): string =>
  `${project}${of === "issue" ? "#" : "!"}${iid}`;

/** Returns the address of what messages are sent to; `isOnChanges`: the changes of a merge request, not its overview. */
export const hrefOfTarget = (
  { of, account, project, iid }: Pick<OutboxTarget, "of" | "account" | "project" | "iid">,
  isOnChanges = false,
): string =>
  of === "issue"
    ? hrefs.issue(account, project, iid)
    : hrefs.mergeRequest(account, project, iid, isOnChanges ? { tab: "changes" } : {});

interface Outbox {
  readonly entries: readonly OutboxEntry[];
  /** Draft keys of the entries that are being sent. */
  readonly sending: ReadonlySet<string>;
}

/** All messages that have not reached their service. */
export const useOutbox = create<Outbox>(() => ({ entries: [], sending: new Set() }));

const writer = createDocumentWriter("outbox", () => undefined);

/** Reads the entries from disk, which other windows may have changed. */
export async function loadOutbox(): Promise<void> {
  await writer.flush();
  const stored = await listCollection("outbox");
  const entries = stored.map(({ value }) => value).sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
  useOutbox.setState({ entries });
}

onForeignDocument("outbox", batchForeignReads(loadOutbox));

/** Adds a message to the entry of what it is sent to. */
export function addToOutbox(target: OutboxTarget, added: OutboxMessage): void {
  const known = useOutbox.getState().entries.find(({ draftKey }) => draftKey === target.draftKey);
  const entry: OutboxEntry = known ?? {
    ...target,
    createdAt: new Date().toISOString(),
    messages: [],
    blocked: null,
    force: false,
  };
  // A line may have several comments, a merge request has one approval of each person.
  const others = entry.messages.filter(({ kind }) => kind !== "approval" || added.kind !== "approval");
  store({ ...entry, force: false, messages: [...others, { ...added, key: crypto.randomUUID() }] });
}

/** Replaces the entry of a draft key; one without messages is removed. */
export function updateEntry(draftKey: string, change: (entry: OutboxEntry) => OutboxEntry): void {
  const known = useOutbox.getState().entries.find((entry) => entry.draftKey === draftKey);
  if (known) store(change(known));
}

export const removeMessage = (draftKey: string, key: string): void =>
  updateEntry(draftKey, (entry) => ({
    ...entry,
    messages: entry.messages.filter((one) => one.key !== key),
  }));

/**
 * Restores a removed message at its former position. `entry` is its entry before the removal: where the message was its
 * last one, the entry is blocked again as it was.
 */
export function restoreMessage(entry: OutboxEntry, key: string): void {
  const { entries } = useOutbox.getState();
  const now = entries.find(({ draftKey }) => draftKey === entry.draftKey) ?? { ...entry, messages: [] };
  const indexOf = (wanted?: string) => now.messages.findIndex((one) => one.key === wanted);
  const index = entry.messages.findIndex((one) => one.key === key);
  const restored = entry.messages[index];
  // Another approval has replaced a discarded one.
  const isReplaced = restored?.kind === "approval" && now.messages.some(({ kind }) => kind === "approval");
  if (!restored || isReplaced || indexOf(key) >= 0) return;
  const next = indexOf(entry.messages.slice(index + 1).find((one) => indexOf(one.key) >= 0)?.key);
  store({ ...now, messages: now.messages.toSpliced(next < 0 ? now.messages.length : next, 0, restored) });
}

export const setSending = (draftKey: string, isSending: boolean): void =>
  useOutbox.setState((state) => {
    const next = new Set(state.sending);
    if (isSending) next.add(draftKey);
    else next.delete(draftKey);
    return { sending: next };
  });

function store(next: OutboxEntry): void {
  const isEmpty = next.messages.length === 0;
  useOutbox.setState(({ entries }) => ({
    entries: isEmpty
      ? entries.filter(({ draftKey }) => draftKey !== next.draftKey)
      : entries.some(({ draftKey }) => draftKey === next.draftKey)
        ? entries.map((one) => (one.draftKey === next.draftKey ? next : one))
        : [...entries, next],
  }));
  if (isEmpty) writer.remove(next.draftKey);
  else writer.save(next.draftKey, next);
}
