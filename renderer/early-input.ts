/** A key, or a press on an element of the frame, before the page itself could handle it. */
type EarlyInput =
  | { readonly kind: "key"; readonly init: KeyboardEventInit }
  | { readonly kind: "press"; readonly element: Described; readonly init: MouseEventInit };

/** An element by what a person takes it for, since the page draws another one in its place. */
interface Described {
  readonly name: string;
  /** Position among the elements with this name. */
  readonly index: number;
}

/** Inputs that are kept, and milliseconds for which one waits for what handles it. */
const maxInputs = 100;
const maxWaitMs = 3_000;

/** Elements that can be pressed. */
const pressable = "a[href], button, [role=tab]";
/** Keys that a browser handles itself, with Ctrl or Command. */
const browserKeys = new Set([..."rlwtnqcvxa0+-="]);

/**
 * Keeps what the user types and presses while the frame that the host has drawn is on the screen. Returns a function that
 * hands it to the page, to be called once that has replaced the frame.
 */
export function keepEarlyInput(frame: HTMLElement): () => Promise<void> {
  const kept: EarlyInput[] = [];
  let focused: Described | null = null;
  const stop = new AbortController();
  const keep = (event: Event, input: EarlyInput) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    if (kept.length < maxInputs) kept.push(input);
  };
  // Until here nothing in it could be pressed, as nobody would have known of it.
  frame.inert = false;
  const options = { capture: true, signal: stop.signal };
  addEventListener("keydown", (event) => isKept(event) && keep(event, keyOf(event)), options);
  addEventListener(
    "click",
    (event) => {
      const found = event.target instanceof Element ? event.target.closest(pressable) : null;
      if (found && frame.contains(found)) keep(event, pressOf(event, describe(found, frame)));
    },
    options,
  );
  addEventListener(
    "focusin",
    ({ target }) => {
      focused = target instanceof Element && target.matches(pressable) ? describe(target, frame) : null;
    },
    options,
  );
  return async () => {
    stop.abort();
    if (focused && document.activeElement === document.body) find(focused)?.focus({ preventScroll: true });
    for (const input of kept) await replay(input);
  };
}

/** Returns whether a key is one for the page. */
function isKept({ key, ctrlKey, metaKey, isComposing }: KeyboardEvent): boolean {
  if (isComposing || key === "Tab" || /^(?:F\d+|Control|Shift|Alt|Meta|AltGraph|CapsLock|Dead)$/.test(key))
    return false;
  return !((ctrlKey || metaKey) && browserKeys.has(key.toLowerCase()));
}

const keyOf = ({ key, code, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): EarlyInput => ({
  kind: "key",
  init: { key, code, ctrlKey, metaKey, shiftKey, altKey, bubbles: true, cancelable: true },
});

const pressOf = ({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent, element: Described): EarlyInput => ({
  kind: "press",
  element,
  init: { ctrlKey, metaKey, shiftKey, altKey, bubbles: true, cancelable: true, button: 0, detail: 1 },
});

const nameOf = (element: Element): string =>
  [
    element.tagName,
    element.getAttribute("role"),
    element.getAttribute("href"),
    element.getAttribute("aria-label") ?? element.textContent,
  ].join("\n");

const namesakes = (name: string, within: ParentNode): Element[] =>
  [...within.querySelectorAll(pressable)].filter((one) => nameOf(one) === name);

function describe(element: Element, frame: HTMLElement): Described {
  const name = nameOf(element);
  return { name, index: namesakes(name, frame).indexOf(element) };
}

function find({ name, index }: Described): HTMLElement | null {
  const found = namesakes(name, document)[index];
  return found instanceof HTMLElement ? found : null;
}

/** Does in the page what the user did before it; resolves once the page has drawn the result, or nothing has handled it. */
async function replay(input: EarlyInput): Promise<void> {
  const isDone = input.kind === "key" ? () => pressKey(input.init) : () => press(input);
  for (const end = performance.now() + maxWaitMs; !isDone() && performance.now() < end; ) await drawn();
  await drawn();
}

/** Returns whether something has handled a key: a view that is still to come may be what it is for. */
function pressKey(init: KeyboardEventInit): boolean {
  const target = document.activeElement ?? document.body;
  const isText = target.matches("input, textarea, [contenteditable=true]");
  const isHandled = !target.dispatchEvent(new KeyboardEvent("keydown", init));
  if (!isText) return isHandled;
  const { key = "", ctrlKey, metaKey, altKey } = init;
  const isPlain = !ctrlKey && !metaKey && !altKey;
  // An event of a script types nothing.
  if (!isHandled && isPlain && key.length === 1) document.execCommand("insertText", false, key);
  if (!isHandled && isPlain && key === "Backspace") document.execCommand("delete");
  return true;
}

function press({ element, init }: EarlyInput & { readonly kind: "press" }): boolean {
  const found = find(element);
  if (!found) return false;
  found.focus({ preventScroll: true });
  const pointer = { ...init, pointerType: "mouse", isPrimary: true };
  found.dispatchEvent(new PointerEvent("pointerdown", pointer));
  found.dispatchEvent(new MouseEvent("mousedown", init));
  found.dispatchEvent(new PointerEvent("pointerup", pointer));
  found.dispatchEvent(new MouseEvent("mouseup", init));
  found.dispatchEvent(new MouseEvent("click", init));
  return true;
}

/** Resolves after a frame, in which React has drawn what was asked of it. */
const drawn = (): Promise<void> =>
  new Promise((resolve) => {
    const next = () => setTimeout(resolve);
    if (document.visibilityState === "hidden") next();
    else requestAnimationFrame(next);
  });
