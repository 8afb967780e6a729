import { CirclePause, CirclePlay, GripVertical, ListOrdered, Trash2 } from "lucide-react";
import { type KeyboardEvent, useRef } from "react";
import { flushSync } from "react-dom";
import {
  mergeQueueRoutes,
  type QueuedMergeRequest,
  type QueueLane,
} from "../../../shared/host/merge-queue.ts";
import { hasEnded, isInLane } from "../../../shared/merge-requests/queue-lanes.ts";
import { callHost, toProblem } from "../../api/fetch-host.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { queuedStateTexts, removeFromQueue } from "../../features/merge-queue/merge-queue.ts";
import { mergeRequestsText } from "../../features/merge-requests/merge-request-texts.ts";
import { announce } from "../../state/announce.ts";
import { useAccountLabel, useHostState } from "../../state/host-state.ts";
import { Button, IconButton } from "../../ui/buttons/button.tsx";
import { Badge, type BadgeTone } from "../../ui/marks/badge.tsx";
import { Icon } from "../../ui/marks/icon.tsx";
import { toast } from "../../ui/overlays/toast.tsx";
import { useLostFocus } from "../../ui/overlays/use-focus-return.ts";
import { PageHeader } from "../../ui/panes/page-header.tsx";
import { Disclosure, Section } from "../../ui/panes/section.tsx";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import layout from "../../ui/theme/layout.module.css";
import { RelativeTime } from "../../ui/values/time.tsx";
import styles from "./merge-queue.module.css";

/** Does something with the queue, and says where it was not done. */
const act = (work: Promise<unknown>): void =>
  void work.catch((error: unknown) => toast.problem("The merge queue was not changed", toProblem(error)));

/** The merge requests that Helve merges one after another, by the branch that they are merged into. */
export function MergeQueueView() {
  const { entries, paused } = useHostState((state) => state.mergeQueue);
  const page = useRef<HTMLElement>(null);
  useLostFocus(entries.length, () => page.current);
  const lanes: QueueLane[] = [];
  for (const entry of entries) if (!lanes.some((lane) => isInLane(entry, lane))) lanes.push(entry);
  const waiting = entries.filter((entry) => !hasEnded(entry)).length;
  return (
    <section ref={page} className={layout.page} aria-label="Merge queue">
      <PageHeader
        title="Merge queue"
        icon={ListOrdered}
        meta={entries.length > 0 ? `${mergeRequestsText(waiting)} waiting` : undefined}
        actions={
          entries.some(hasEnded) ? (
            <Button icon={Trash2} onClick={() => act(callHost(mergeQueueRoutes.removeEnded))}>
              Remove ended
            </Button>
          ) : undefined
        }
      />
      {lanes.length === 0 ? (
        <EmptyState
          icon={ListOrdered}
          title="The merge queue is empty"
          description="Add merge requests from their page or from a selection in a list. Helve rebases each one, waits for its pipeline, merges it, and goes on with the next, also while its window is closed."
        />
      ) : (
        <section className={layout.sections} aria-label="Branches" {...focusable}>
          {lanes.map((lane) => (
            <Lane
              key={`${lane.accountId} ${lane.project} ${lane.targetBranch}`}
              lane={lane}
              entries={entries.filter((entry) => isInLane(entry, lane))}
              isPaused={paused.some((other) => isInLane(other, lane))}
            />
          ))}
        </section>
      )}
    </section>
  );
}

const focusable = { tabIndex: 0 };

interface LaneProps {
  readonly lane: QueueLane;
  /** Those of the lane, in their order. */
  readonly entries: readonly QueuedMergeRequest[];
  readonly isPaused: boolean;
}

function Lane({ lane, entries, isPaused }: LaneProps) {
  const { accountId, project, targetBranch } = lane;
  const label = useAccountLabel()(accountId);
  const waiting = entries.filter((entry) => !hasEnded(entry));
  const list = useRef<HTMLOListElement>(null);
  const move = (entry: QueuedMergeRequest, step: 1 | -1) => {
    const keys = waiting.map(({ key }) => key);
    const from = keys.indexOf(entry.key);
    const to = from + step;
    if (to < 0 || to >= keys.length) return;
    keys.splice(to, 0, ...keys.splice(from, 1));
    const moved = callHost(mergeQueueRoutes.order, { body: { keys } }).then(() => {
      announce(`${entry.title} is ${to + 1} of ${keys.length}`);
      // Moved in the document, its handle has lost the focus.
      flushSync(() => undefined);
      list.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(entry.key)}"]`)?.focus();
    });
    act(moved);
  };
  return (
    <Section
      title={`${project} → ${targetBranch}`}
      description={[label, isPaused ? "Paused: nothing new is begun" : ""].filter(Boolean).join(" · ")}
      actions={
        <Button
          size="s"
          icon={isPaused ? CirclePlay : CirclePause}
          onClick={() =>
            act(
              callHost(mergeQueueRoutes.pause, {
                body: { accountId, project, targetBranch, paused: !isPaused },
              }),
            )
          }
        >
          {isPaused ? "Resume" : "Pause"}
        </Button>
      }
    >
      <ol ref={list} className={styles.entries} aria-label={`Queue of ${project} ${targetBranch}`}>
        {entries.map((entry) => (
          <Entry key={entry.key} entry={entry} onMove={move} />
        ))}
      </ol>
    </Section>
  );
}

const tones: Readonly<Partial<Record<QueuedMergeRequest["state"], BadgeTone>>> = {
  rebasing: "running",
  waiting: "running",
  merging: "running",
  merged: "accent",
  stopped: "danger",
};

interface EntryProps {
  readonly entry: QueuedMergeRequest;
  readonly onMove: (entry: QueuedMergeRequest, step: 1 | -1) => void;
}

/** One queued merge request: its handle is moved with the arrow keys. */
function Entry({ entry, onMove }: EntryProps) {
  const { key, accountId, project, iid, title, state, reason, journal } = entry;
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    onMove(entry, step);
  };
  return (
    <li className={styles.entry}>
      <div className={styles.line}>
        {hasEnded(entry) ? (
          <span className={styles.handle} />
        ) : (
          <button
            type="button"
            className={styles.handle}
            data-key={key}
            aria-label={`Move ${title}: arrow up or down`}
            onKeyDown={onKeyDown}
          >
            <Icon of={GripVertical} size={14} />
          </button>
        )}
        <AppLink
          className={cx(layout.title, layout.ellipsis)}
          href={hrefs.mergeRequest(accountId, project, iid)}
          title={title}
        >
          {title}
        </AppLink>
        <span className={layout.small}>!{iid}</span>
        <Badge tone={tones[state] ?? "neutral"}>{queuedStateTexts[state]}</Badge>
        <IconButton
          size="s"
          icon={Trash2}
          label={`Remove ${title} from the merge queue`}
          onClick={() => act(removeFromQueue(key))}
        />
      </div>
      <div className={styles.details}>
        <Disclosure summary={reason}>
          <ol className={styles.journal} aria-label={`Journal of !${iid}`}>
            {journal.map(({ at, text }) => (
              <li key={`${at} ${text}`}>
                <RelativeTime time={at} /> {text}
              </li>
            ))}
          </ol>
        </Disclosure>
      </div>
    </li>
  );
}
