import { useQueryClient } from "@tanstack/react-query";
import { AlarmClock, AlarmClockOff, Check } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { markTodoDone } from "../../../../shared/api/resources/todos.ts";
import { maxInboxEntries, maxTrayTitle, shellRoutes } from "../../../../shared/host/shell.ts";
import { type InboxMarks, type InboxState, inboxStateOf } from "../../../../shared/review/inbox-state.ts";
import { plainLine } from "../../../../shared/text/plain-markdown.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { callHost } from "../../../api/fetch-host.ts";
import { sendWrite } from "../../../api/send-write.ts";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import {
  markDone,
  markRead,
  snooze,
  snoozeChoices,
  todosToFinish,
  undoDone,
  undoMs,
  unsnooze,
  useInboxMarks,
} from "../../../features/inbox/inbox-marks.ts";
import { useRegisterCommands } from "../../../state/commands/commands.ts";
import { useAccountLabel } from "../../../state/host-state.ts";
import { changeLayout, useLayout } from "../../../state/layout.ts";
import { Button, IconButton } from "../../../ui/buttons/button.tsx";
import { useRowDensity } from "../../../ui/lists/row-density.ts";
import { Badge } from "../../../ui/marks/badge.tsx";
import { Menu } from "../../../ui/overlays/menu.tsx";
import { MenuItem } from "../../../ui/overlays/menu-item.tsx";
import { toast } from "../../../ui/overlays/toast.tsx";
import { Section } from "../../../ui/panes/section.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { useIsOver } from "../../../ui/states/use-loaded.ts";
import layout from "../../../ui/theme/layout.module.css";
import { RelativeTime } from "../../../ui/values/time.tsx";
import styles from "./inbox.module.css";
import { type InboxEntry, inboxEntries, withTurns } from "./inbox-entries.ts";
import { type TurnLists, useWaiting } from "./use-waiting.ts";

/** Loaded with the inbox: the rest of Home needs nothing of it earlier. */
export { inboxEntries };

/** Milliseconds for which the turns of merge requests are waited for, so that their entries come at once. */
const patienceMs = 2_000;
/** Rows whose room is kept at most. */
const maxKeptRows = 8;
/** Pixels of a row. */
const rowPx = 36;

/** Milliseconds between two looks at what is due: snoozes that end, and to-dos of which the service is told. */
const lookMs = 2_000;

/** Returns the time in milliseconds, again every few seconds while something waits for one. */
function useNow(isWaiting: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => setNow(Date.now()), lookMs);
    return () => clearInterval(timer);
  }, [isWaiting]);
  return now;
}

/** Tells services of to-dos that are done here, each once. */
function useFinishTodos(entries: readonly InboxEntry[], marks: InboxMarks, now: number): void {
  const client = useQueryClient();
  const sent = useRef(new Set<string>());
  const due = todosToFinish(entries, marks, now).filter(
    ({ account, id }) => !sent.current.has(`${account} ${id}`),
  );
  const send = useEffectEvent(() => {
    for (const { account, id } of due) {
      sent.current.add(`${account} ${id}`);
      sendWrite(client, account, markTodoDone, { id }).catch((error: unknown) =>
        toast.problem("The to-do is still pending on the service", describeProblem(error)),
      );
    }
  });
  const dueKeys = due.map(({ account, id }) => `${account} ${id}`).join();
  useEffect(() => {
    if (dueKeys !== "") send();
  }, [dueKeys]);
}

/** Marks an entry as done, with a button that takes it back. */
function finish(entry: InboxEntry): void {
  markDone(entry);
  toast.success("Done", {
    description: entry.title,
    duration: undoMs,
    action: { label: "Undo", onSelect: () => undoDone(entry) },
  });
}

/** Returns the entry whose row has the focus. */
const focusedEntry = (entries: readonly InboxEntry[]): InboxEntry | undefined => {
  const key = document.activeElement?.closest("li")?.dataset.entry;
  return entries.find((entry) => entry.key === key);
};

/** Moves the focus to the next row, or the one before the last, before the focused one goes. */
function focusNeighbour(): void {
  const row = document.activeElement?.closest("li");
  const next = row?.nextElementSibling ?? row?.previousElementSibling;
  next?.querySelector<HTMLElement>("a[href]")?.focus();
}

/**
 * Returns the entries that are drawn, in order, those that were found since, and a function that draws them, too: rows that
 * came by themselves would move what is read. Known entries are drawn at once, and below them, once everything is settled,
 * as many others as have room, until all were found or the room is left.
 */
function useDrawn(entries: readonly InboxEntry[], { isOpen, room, isSettled, isComplete }: DrawnOptions) {
  const [{ first, drawn, isFilled }, set] = useState(() => {
    const known: ReadonlySet<string> = new Set(entries.map(({ key }) => key));
    return { first: known, drawn: known, isFilled: false };
  });
  // What is snoozed or done is not new.
  const isDrawn = (entry: InboxEntry) => drawn.has(entry.key) || !isOpen(entry);
  const found = entries.filter((entry) => !isDrawn(entry));
  if (isSettled && !isFilled) {
    const left = Math.max(0, room - entries.filter((entry) => isOpen(entry) && isDrawn(entry)).length);
    const added = found.slice(0, left);
    if (added.length > 0 || isComplete)
      set({ first, drawn: drawn.union(new Set(added.map(({ key }) => key))), isFilled: isComplete });
  }
  const isFirst = ({ key }: InboxEntry) => first.size === 0 || first.has(key);
  const shown = entries.filter(isDrawn);
  return {
    shown: [...shown.filter(isFirst), ...shown.filter((entry) => !isFirst(entry))],
    found,
    draw: () => {
      const all = drawn.union(new Set(entries.map(({ key }) => key)));
      set({ first: all, drawn: all, isFilled: true });
    },
  };
}

/** Returns how many rows have room: those that are known, and as many others as there were last time, if they may come. */
function useRoom(known: number, pending: number): number {
  const [room] = useState(() => Math.max(known, Math.min(useLayout.getState().inboxRows, known + pending)));
  return room;
}

interface DrawnOptions {
  readonly isOpen: (entry: InboxEntry) => boolean;
  readonly room: number;
  readonly isSettled: boolean;
  /** Whether nothing else fills the room: all were found, or it is left. */
  readonly isComplete: boolean;
}

interface InboxProps {
  /** Entries of to-dos and lists. */
  readonly known: readonly InboxEntry[];
  /** Merge requests whose turn is found once the page is quiet. */
  readonly lists: readonly TurnLists[];
  /** Whether an inbox without entries says so; else nothing is drawn. */
  readonly showsEmpty: boolean;
}

/** Entries that need the user, over all accounts: each is read, done or snoozed, as mail is. */
export function Inbox({ known, lists, showsEmpty }: InboxProps) {
  const rowHeight = useRowDensity()(rowPx);
  const { found: waiting, pending } = useWaiting(lists);
  const entries = withTurns(known, waiting);
  const room = useRoom(known.length, pending);
  const { value: marks, loaded } = useInboxMarks();
  const [showsSnoozed, setShowsSnoozed] = useState(false);
  const [snoozing, setSnoozing] = useState<string | null>(null);
  const isWaiting = entries.some(({ key }) => marks[key]?.done || marks[key]?.snoozed?.until);
  const now = useNow(isWaiting);
  useFinishTodos(entries, marks, now);
  const stateFor = (entry: InboxEntry) => inboxStateOf(entry, marks, now);
  const isOpen = (entry: InboxEntry) => stateFor(entry) !== "done" && stateFor(entry) !== "snoozed";
  const open = entries.filter(isOpen);
  const snoozed = entries.filter((entry) => stateFor(entry) === "snoozed");
  const unread = open.filter((entry) => stateFor(entry) === "unread");
  const isLate = useIsOver(patienceMs);
  const isSettled = loaded && (pending === 0 || isLate);
  // The room is left once something is done here, so that what is below follows.
  const [isTouched, setTouched] = useState(false);
  const isComplete = isTouched || pending === 0;
  const drawing = useDrawn(entries, { isOpen, room, isSettled, isComplete });
  const shown = drawing.shown.filter(
    (entry) => isOpen(entry) || (showsSnoozed && stateFor(entry) === "snoozed"),
  );
  const added = drawing.found.length;
  const free = isSettled ? 0 : Math.max(0, room - shown.length);
  // With the line above the first row.
  const minHeight = isTouched ? undefined : `calc(${room} * var(--row-work) + 1px)`;
  useKeptRows(isSettled && pending === 0 ? Math.min(open.length, maxKeptRows) : null);
  useStoreInbox(isSettled ? entries : null);
  const onFocused = (act: (entry: InboxEntry) => void) => () => {
    const entry = focusedEntry(entries);
    if (entry) act(entry);
  };
  const done = (entry: InboxEntry) => {
    setTouched(true);
    focusNeighbour();
    finish(entry);
  };
  useRegisterCommands([
    { id: "inbox.done", title: "Mark as done", section: "Home", run: onFocused(done) },
    {
      id: "inbox.unread",
      title: "Mark as read or unread",
      section: "Home",
      run: onFocused((entry) => markRead(entry, inboxStateOf(entry, marks, now) === "unread")),
    },
    {
      id: "inbox.snooze",
      title: "Snooze",
      section: "Home",
      run: onFocused((entry) => setSnoozing(entry.key)),
    },
  ]);
  if (!loaded || (shown.length + snoozed.length + added + free === 0 && !showsEmpty)) return null;
  return (
    <Section
      title="Inbox"
      description={unread.length > 0 ? `${unread.length} unread` : "All read"}
      actions={
        added + snoozed.length > 0 ? (
          <>
            {added > 0 ? (
              <Button size="s" variant="ghost" onClick={drawing.draw}>
                Show {added} new
              </Button>
            ) : null}
            {snoozed.length > 0 ? (
              <Button
                size="s"
                variant="ghost"
                onClick={() => setShowsSnoozed(!showsSnoozed)}
                aria-pressed={showsSnoozed}
              >
                {snoozed.length} snoozed
              </Button>
            ) : null}
          </>
        ) : undefined
      }
    >
      <div style={{ minHeight }} data-kept>
        {shown.length + free === 0 ? <p className={styles.empty}>No entries</p> : null}
        {shown.length > 0 ? (
          <ul className={styles.rows}>
            {shown.map((entry) => (
              <li key={entry.key} data-entry={entry.key} data-state={stateFor(entry)} className={styles.row}>
                <EntryRow
                  entry={entry}
                  state={stateFor(entry)}
                  isSnoozing={snoozing === entry.key}
                  onSnoozing={(isSnoozing) => setSnoozing(isSnoozing ? entry.key : null)}
                  onDone={() => done(entry)}
                />
              </li>
            ))}
          </ul>
        ) : null}
        {free > 0 ? <Skeleton lines={free} height={rowHeight} mark={8} label="Loading the inbox" /> : null}
      </div>
    </Section>
  );
}

/** Stores how many rows the inbox has, for whose room the next start waits; null while that is not known. */
function useKeptRows(rows: number | null): void {
  useEffect(() => {
    if (rows !== null && rows !== useLayout.getState().inboxRows) changeLayout({ inboxRows: rows });
  }, [rows]);
}

/** Stores the entries in the host, which counts them outside of the page; null while they are not known. */
function useStoreInbox(entries: readonly InboxEntry[] | null): void {
  const body = entries && {
    entries: entries
      .slice(0, maxInboxEntries)
      .map(({ account, key, title, path, stamp, todos, endsWithTodos }) => ({
        account,
        key,
        title: title.slice(0, maxTrayTitle),
        path: path ?? hrefs.home,
        stamp,
        todos,
        endsWithTodos,
      })),
  };
  const text = body && JSON.stringify(body);
  const send = useEffectEvent(() => {
    // The number on the icon is a courtesy of the system.
    if (body) callHost(shellRoutes.storeInbox, { body }).catch(() => undefined);
  });
  useEffect(() => {
    if (text !== null) send();
  }, [text]);
}

interface EntryRowProps {
  readonly entry: InboxEntry;
  readonly state: InboxState;
  /** Whether the times of a snooze are shown. */
  readonly isSnoozing: boolean;
  readonly onSnoozing: (isOpen: boolean) => void;
  readonly onDone: () => void;
}

function EntryRow({ entry, state, isSnoozing, onSnoozing, onDone }: EntryRowProps) {
  const { account, project, iid, title, path, url, reasons, by, text, stamp } = entry;
  const label = useAccountLabel()(account);
  const cause = [by, plainLine(text)].filter(Boolean).join(": ");
  const details = [cause, ...entry.details].filter(Boolean).join(" · ");
  const words = (
    <>
      {state === "unread" ? <span className={styles.unread} role="img" aria-label="Unread" /> : null}
      <span className={layout.title}>{title}</span>
      <span className={layout.meta} title={details}>
        {project}
        {iid === null ? "" : `!${iid}`}
        {label ? ` · ${label}` : ""}
        {details ? ` · ${details}` : ""}
      </span>
    </>
  );
  return (
    <>
      {path === null ? (
        <a
          href={url}
          target="_blank"
          rel="noreferrer"
          className={styles.link}
          onClick={() => markRead(entry, true)}
        >
          {words}
        </a>
      ) : (
        <AppLink href={path} className={styles.link} onClick={() => markRead(entry, true)}>
          {words}
        </AppLink>
      )}
      <span className={styles.reasons}>
        {reasons.map((reason) => (
          <Badge key={reason}>{reason}</Badge>
        ))}
      </span>
      <span className={styles.time}>
        <RelativeTime time={stamp} />
      </span>
      <IconButton size="s" label={`Mark ${title} as done`} icon={Check} onClick={onDone} />
      {state === "snoozed" ? (
        <IconButton
          size="s"
          label={`Show ${title} again`}
          icon={AlarmClockOff}
          onClick={() => unsnooze(entry)}
        />
      ) : (
        <Menu
          align="end"
          open={isSnoozing}
          onOpenChange={onSnoozing}
          trigger={<IconButton size="s" label={`Snooze ${title}`} icon={AlarmClock} />}
        >
          {snoozeChoices(new Date()).map(({ label: name, until }) => (
            <MenuItem key={name} onSelect={() => snooze(entry, until)}>
              {name}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  );
}
