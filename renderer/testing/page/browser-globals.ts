import { Window } from "happy-dom";
import folding from "../../ui/lists/folding-row.module.css";
import panes from "../../ui/panes/persistent-pane.module.css";

/** Size of the window and of every element, in pixels: nothing is laid out. */
const width = 1280;
const height = 800;
/** Height of a row of a virtual list, of which many fit into the window. */
const rowHeight = 40;
/** Width of a tool in a line of tools, of which all fit into the window. */
const toolWidth = 80;

/** Globals that Node has too, of which the page needs the window's. */
const windowsOwn = new Set([
  "navigator",
  "Event",
  "EventTarget",
  "CustomEvent",
  "MessageEvent",
  "CloseEvent",
]);

/**
 * Makes the globals of a browser's window those of this process, at an address. What both have stays Node's, since the
 * host and the local service run in the same process: their `fetch` refuses signals and bodies of another one.
 */
export function installBrowser(url: string): void {
  const window = new Window({
    url,
    width,
    height,
    settings: {
      disableJavaScriptFileLoading: true,
      disableCSSFileLoading: true,
      // A link or form that the app does not handle would lead to a host that does not exist, after its test.
      navigation: { disableMainFrameNavigation: true, disableChildPageNavigation: true },
    },
  });
  window.document.documentElement.lang = "en";
  const names = new Set<string>();
  for (let at: object = window; at !== Object.prototype; at = Object.getPrototypeOf(at))
    for (const name of Object.getOwnPropertyNames(at)) names.add(name);
  for (const name of names) {
    if (name.startsWith("_") || (name in globalThis && !windowsOwn.has(name))) continue;
    const value: unknown = Reflect.get(window, name);
    const isMethod = typeof value === "function" && !/^[A-Z]/.test(name);
    define(globalThis, name, { get: () => (isMethod ? value.bind(window) : Reflect.get(window, name)) });
  }
  for (const name of ["window", "self", "top", "parent"]) define(globalThis, name, { value: globalThis });
  define(globalThis, "requestIdleCallback", {
    value: (run: IdleRequestCallback) => setTimeout(run, 1, idle),
  });
  define(globalThis, "cancelIdleCallback", { value: (id: number) => clearTimeout(id) });
  define(globalThis, "ResizeObserver", {
    value: observerOf((target) => ({ target, ...boxesOf(heightOf(target)) })),
  });
  define(globalThis, "IntersectionObserver", {
    value: observerOf((target) => ({ target, isIntersecting: true, intersectionRatio: 1 })),
  });
  for (const target of [globalThis, window])
    define(target, "getComputedStyle", { value: (element: HTMLElement) => styleOf(element) });
  define(globalThis, "FileReader", { value: DataUrlReader });
  // Else the editor takes the page for Safari, and waits for clicks to write to its clipboard.
  define(window.navigator, "userAgent", { value: `${window.navigator.userAgent} Chrome/140.0.0.0` });
  // The page is the only window, which gets every lock.
  define(window.navigator, "locks", { value: { request: runWithLock, query: async () => ({ held: [] }) } });
  // Nothing keeps what was typed for an undo, so that the page writes into the field itself.
  define(window.document, "execCommand", { value: () => false });
  // The tests' keyboard clicks the default button of a form only where it is within the form.
  window.document.addEventListener("keypress", (event) => {
    const { target, defaultPrevented } = event;
    if (!(event instanceof window.KeyboardEvent) || event.key !== "Enter" || defaultPrevented) return;
    const form = target instanceof window.HTMLInputElement ? target.form : null;
    const button = form?.id && window.document.querySelector(`button[type=submit][form="${form.id}"]`);
    if (button instanceof window.HTMLElement && !form?.contains(button)) setTimeout(() => button.click());
  });
  const fields = window.HTMLInputElement.prototype;
  const { select } = fields;
  define(fields, "select", {
    // As in Chromium.
    value(this: typeof fields) {
      this.focus();
      select.call(this);
    },
  });
  define(window.HTMLTextAreaElement.prototype, "setRangeText", { value: setRangeText });
  const { prototype } = window.HTMLElement;
  // Everything is shown as it is, popovers too.
  for (const name of ["showPopover", "hidePopover"]) define(prototype, name, { value: () => undefined });
  for (const name of ["offsetWidth", "clientWidth"])
    define(prototype, name, {
      get() {
        return widthOf(this);
      },
    });
  for (const name of ["offsetHeight", "clientHeight"])
    define(prototype, name, {
      get() {
        return heightOf(this);
      },
    });
  define(prototype, "getBoundingClientRect", { value: () => rect });
  define(prototype, "checkVisibility", { value: () => true });
}

/** Returns an element's style as it is written on it: the page's style sheets are not loaded, but for what hides panes. */
const styleOf = (element: HTMLElement): Partial<CSSStyleDeclaration> => {
  const { style } = element;
  const display = style.display || (isRun(element) ? "inline" : "block");
  const visibility = style.visibility || (element.closest(`.${panes.away}`) ? "hidden" : "visible");
  return {
    display,
    visibility,
    opacity: style.opacity || "1",
    pointerEvents: style.pointerEvents || "auto",
    getPropertyValue: (name) =>
      name === "display" ? display : name === "visibility" ? visibility : style.getPropertyValue(name),
  };
};

/** Whether an element is a run of a text of which a search has marked some characters. */
const isRun = ({ tagName, parentElement }: HTMLElement): boolean =>
  tagName === "MARK" ||
  (tagName === "SPAN" && [...(parentElement?.children ?? [])].some((run) => run.tagName === "MARK"));

async function runWithLock(name: string, given: unknown, run: unknown = given): Promise<unknown> {
  return typeof run === "function" ? run({ name }) : undefined;
}

/** Replaces a part of a field's text past the setter of its instance, which frameworks watch, as browsers do. */
function setRangeText(this: HTMLTextAreaElement, text: string, from: number, to: number): void {
  const written = this.value.slice(0, from) + text + this.value.slice(to);
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")?.set?.call(this, written);
  this.setSelectionRange(from + text.length, from + text.length);
}

function define(target: object, name: string, descriptor: PropertyDescriptor): void {
  const access =
    "get" in descriptor ? { set: (value: unknown) => define(target, name, { value }) } : { writable: true };
  Object.defineProperty(target, name, { configurable: true, ...access, ...descriptor });
}

const idle: IdleDeadline = { didTimeout: false, timeRemaining: () => 50 };
const rect = { x: 0, y: 0, left: 0, top: 0, right: width, bottom: height, width, height, toJSON: () => "" };
const boxesOf = (blockSize: number) => {
  const box = [{ inlineSize: width, blockSize }];
  return { contentRect: rect, borderBoxSize: box, contentBoxSize: box };
};

const widthOf = (target: unknown): number =>
  target instanceof HTMLElement && target.className === folding.tool ? toolWidth : width;

const heightOf = (target: unknown): number =>
  target instanceof HTMLElement && target.hasAttribute("data-index") ? rowHeight : height;

/** An observer that reports each target once, as a browser does when it begins to observe. */
const observerOf = (entryOf: (target: unknown) => object) =>
  class {
    readonly #report: (entries: readonly object[], observer: unknown) => void;
    constructor(report: (entries: readonly object[], observer: unknown) => void) {
      this.#report = report;
    }
    observe(target: unknown): void {
      setTimeout(() => this.#report([entryOf(target)], this));
    }
    unobserve(): void {}
    disconnect(): void {}
    takeRecords(): [] {
      return [];
    }
  };

/** A reader of Node's blobs, as data URLs only: that of the window refuses blobs of another one. */
class DataUrlReader {
  result: string | null = null;
  error: unknown = null;
  onload: (() => void) | null = null;
  onerror: (() => void) | null = null;

  readAsDataURL(blob: Blob): void {
    blob.arrayBuffer().then(
      (bytes) => {
        this.result = `data:${blob.type};base64,${Buffer.from(bytes).toString("base64")}`;
        this.onload?.();
      },
      (error: unknown) => {
        this.error = error;
        this.onerror?.();
      },
    );
  }
}
