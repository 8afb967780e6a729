import { windowNamePrefix } from "../../../shared/host/window-name.ts";
import { windowId } from "../../api/documents.ts";

const lockName = "helve main window";
const wasMainKey = "helve main window";
/** Milliseconds for which a reloaded main window waits until its former page has released the lock. */
const maxWaitMs = 2_000;

/** Returns a name for a new window. */
export const newWindowName = (): string => windowNamePrefix + crypto.randomUUID();

let claimed: Promise<boolean> | undefined;

/**
 * Resolves to whether this window is the main one, whose tabs are stored on disk: the first one that was opened. Others
 * get a name of their own, and store their tabs for as long as they are open.
 */
export function isMainWindow(): Promise<boolean> {
  claimed ??= claim();
  return claimed;
}

async function claim(): Promise<boolean> {
  if (window.name.startsWith(windowNamePrefix)) return false;
  if (!navigator.locks) return true;
  const isReloaded = sessionStorage.getItem(wasMainKey) !== null;
  const options = isReloaded ? { signal: AbortSignal.timeout(maxWaitMs) } : { ifAvailable: true };
  const isMain = await new Promise<boolean>((resolve) => {
    navigator.locks
      .request(lockName, options, (lock) => {
        resolve(lock !== null);
        // Holds the lock until the page is unloaded.
        return lock ? new Promise(() => undefined) : undefined;
      })
      .catch(() => resolve(false));
  });
  if (isMain) sessionStorage.setItem(wasMainKey, "1");
  else window.name = newWindowName();
  return isMain;
}

const lockPrefix = "helve window ";
const frontKey = "helve front window";

/** Registers this window with the others, and records when it gets focus. */
export function joinWindows(): void {
  void navigator.locks?.request(lockPrefix + windowId, () => new Promise(() => undefined));
  const toFront = () => localStorage.setItem(frontKey, windowId);
  if (document.hasFocus() || localStorage.getItem(frontKey) === null) toFront();
  addEventListener("focus", toFront);
}

/** Resolves to whether links, menu commands and notices are for this window: the open one that had focus last. */
export async function isFrontWindow(): Promise<boolean> {
  if (!navigator.locks) return true;
  const { held = [] } = await navigator.locks.query();
  const open = held.flatMap(({ name }) =>
    name?.startsWith(lockPrefix) ? [name.slice(lockPrefix.length)] : [],
  );
  const front = localStorage.getItem(frontKey);
  const chosen = front !== null && open.includes(front) ? front : open.sort()[0];
  return chosen === undefined || chosen === windowId;
}
