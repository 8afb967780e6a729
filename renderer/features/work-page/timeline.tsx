import type { Discussion, DiscussionNote } from "../../../shared/api/resources/discussions.ts";
import { SegmentedControl } from "../../ui/forms/segmented-control.tsx";
import { Badge } from "../../ui/marks/badge.tsx";
import { RelativeTime } from "../../ui/values/time.tsx";
import { AppLink } from "../addresses/app-link.tsx";
import { hrefs } from "../addresses/hrefs.ts";
import { CommentText } from "../comments/comment-text.tsx";
import styles from "./work-page.module.css";

const kinds = [
  { value: "all", label: "All" },
  { value: "comments", label: "Comments" },
  { value: "activity", label: "Activity" },
] as const;
/** Parts of a discussion that are shown: all, what people wrote, or changes that the service noted. */
export type ShownKind = (typeof kinds)[number]["value"];

/** Returns whether a thread is a change that the service noted. */
export const isActivity = (thread: Discussion): boolean => thread.notes.every((note) => note.system);

/** Returns the threads of a kind. */
export const threadsOf = (threads: readonly Discussion[], kind: ShownKind): readonly Discussion[] =>
  kind === "all" ? threads : threads.filter((thread) => isActivity(thread) === (kind === "activity"));

interface DiscussionHeadProps {
  readonly shown: ShownKind;
  readonly onShown: (kind: ShownKind) => void;
}

/** Heading of a discussion, with the choice of what it shows. */
export const DiscussionHead = ({ shown, onShown }: DiscussionHeadProps) => (
  <div className={styles.timelineHead}>
    <h2>Discussion</h2>
    <SegmentedControl label="Show" value={shown} onChange={onShown} options={kinds} />
  </div>
);

/** A change that the service noted, on one line. */
export const TimelineEvent = ({ note }: { readonly note: DiscussionNote }) => (
  <div className={styles.event}>
    <span>{note.author?.name ?? "Deleted user"}</span>
    <CommentText text={note.body} />
    {note.created_at ? <RelativeTime time={note.created_at} /> : null}
  </div>
);

/** A comment that is in the outbox. */
export const QueuedComment = ({ text }: { readonly text: string }) => (
  <div className={styles.thread}>
    <div className={styles.marks}>
      <Badge tone="changed">Waiting to send</Badge>
      <AppLink href={hrefs.outbox}>Outbox</AppLink>
    </div>
    <CommentText text={text} />
  </div>
);
