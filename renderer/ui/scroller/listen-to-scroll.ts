/** Handlers of the events of a scrolled element. */
interface ScrollHandlers {
  readonly onScroll: () => void;
  readonly onScrollEnd: () => void;
  /** An input that scrolls up, before the scroll itself. */
  readonly onScrollUp: () => void;
  /** A pointer on the element goes down or up. */
  readonly onPress: (isPressed: boolean) => void;
  /** The keys Home and End; where they are left out, the browser scrolls. */
  readonly onHome?: () => void;
  readonly onEnd?: () => void;
  readonly onResize: () => void;
}

/** Listens to an element until the returned function is called. */
export function listenToScroll(scroller: HTMLElement, handlers: ScrollHandlers): () => void {
  const ended = new AbortController();
  const options = { signal: ended.signal, passive: true };
  scroller.addEventListener("scroll", handlers.onScroll, options);
  scroller.addEventListener("scrollend", handlers.onScrollEnd, options);
  scroller.addEventListener(
    "wheel",
    ({ deltaY, ctrlKey }) => deltaY < 0 && !ctrlKey && handlers.onScrollUp(),
    options,
  );
  scroller.addEventListener("pointerdown", () => handlers.onPress(true), options);
  window.addEventListener("pointerup", () => handlers.onPress(false), options);
  window.addEventListener("pointercancel", () => handlers.onPress(false), options);
  scroller.addEventListener("keydown", (event) => handleKey(event, handlers), { signal: ended.signal });
  const observer = new ResizeObserver(handlers.onResize);
  observer.observe(scroller);
  return () => {
    ended.abort();
    observer.disconnect();
  };
}

function handleKey(event: KeyboardEvent, { onHome, onEnd, onScrollUp }: ScrollHandlers): void {
  if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "End" && onEnd) onEnd();
  else if (event.key === "Home" && onHome) onHome();
  else {
    if (event.key === "ArrowUp" || event.key === "PageUp" || (event.key === " " && event.shiftKey)) {
      onScrollUp();
    }
    return;
  }
  event.preventDefault();
}
