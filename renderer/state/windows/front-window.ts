import { windowId } from "../../api/documents.ts";

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
