/** Height of a window in which the bars of a view scroll away, in pixels. */
const shortWindow = "(height < 600px)";
/** Pixels that a list is scrolled by at least before the bars above it go: more than they are high. */
const minScrolled = 160;

/**
 * Hides the bars above a view in a short window while its content is scrolled, as if they had scrolled away with it. A
 * view's content scrolls in a box of its own, below the bars. Style sheets name what goes: `[data-scrolled]`, and say with
 * `--is-bar` that it does: bars come back with the focus, and do not go while they have it. Returns a function that ends it.
 */
export function hideBarsOnScroll(sheet: HTMLElement | null): (() => void) | undefined {
  if (!sheet) return;
  const short = matchMedia(shortWindow);
  const show = (scroller: HTMLElement, isScrolled: boolean) => {
    if (sheet.hasAttribute("data-scrolled") === isScrolled) return;
    // A head in the box scrolls away by itself.
    if (isScrolled && (scroller.querySelector("header > h1") || isInBar(document.activeElement))) return;
    const before = scroller.getBoundingClientRect().top;
    sheet.toggleAttribute("data-scrolled", isScrolled);
    // What is read stays where it is: the box begins higher then. A log does so itself, or follows its end.
    if (isScrolled && scroller.dataset.followed === undefined)
      scroller.scrollTop -= before - scroller.getBoundingClientRect().top;
  };
  const onScroll = ({ target }: Event) => {
    if (!(target instanceof HTMLElement) || !isContent(target, sheet)) return;
    if (!short.matches) sheet.removeAttribute("data-scrolled");
    else if (target.scrollTop > minScrolled) show(target, true);
    else if (target.scrollTop <= 0) show(target, false);
  };
  // They stay until the next scroll: going with the focus, they would move what is pressed.
  const onFocus = ({ target }: Event) => {
    if (target instanceof Element && isInBar(target)) sheet.removeAttribute("data-scrolled");
  };
  const onResize = () => {
    if (!short.matches) sheet.removeAttribute("data-scrolled");
  };
  sheet.addEventListener("scroll", onScroll, { capture: true, passive: true });
  sheet.addEventListener("focusin", onFocus);
  short.addEventListener("change", onResize);
  return () => {
    sheet.removeEventListener("scroll", onScroll, { capture: true });
    sheet.removeEventListener("focusin", onFocus);
    short.removeEventListener("change", onResize);
  };
}

/** Returns whether a box is the content of a view: not a tree beside it, nor a block of code within it. */
const isContent = (box: HTMLElement, sheet: HTMLElement): boolean =>
  box.scrollHeight > box.clientHeight &&
  box.clientWidth > sheet.clientWidth / 2 &&
  box.clientHeight > sheet.clientHeight / 3;

const isInBar = (element: Element | null): boolean =>
  element !== null && getComputedStyle(element).getPropertyValue("--is-bar") !== "";
