import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { listenToScroll } from "./listen-to-scroll.ts";

const observer = { resize: () => {}, isConnected: false };

beforeEach(() => {
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(onResize: () => void) {
        observer.resize = onResize;
      }
      observe() {
        observer.isConnected = true;
      }
      disconnect() {
        observer.isConnected = false;
      }
    },
  );
});
afterEach(() => void vi.unstubAllGlobals());

function listen() {
  const scroller = new EventTarget();
  const calls: string[] = [];
  const handlers = {
    onScroll: () => void calls.push("scroll"),
    onScrollEnd: () => void calls.push("scroll end"),
    onScrollUp: () => void calls.push("up"),
    onPress: (isPressed: boolean) => void calls.push(isPressed ? "press" : "release"),
    onHome: () => void calls.push("home"),
    onEnd: () => void calls.push("end"),
    onResize: () => void calls.push("resize"),
  };
  // The page's types of events do not exist here: what is listened for is a field of each.
  const send = (type: string, fields: object = {}, target: EventTarget = scroller) => {
    const event = Object.assign(new Event(type, { cancelable: true }), fields);
    target.dispatchEvent(event);
    return { isPrevented: event.defaultPrevented, calls: calls.splice(0) };
  };
  return { end: listenToScroll(scroller as HTMLElement, handlers), send, calls };
}

it("reports scrolls, and a wheel that turns up but not one that zooms", () => {
  const { send } = listen();
  expect(send("scroll").calls).toEqual(["scroll"]);
  expect(send("scrollend").calls).toEqual(["scroll end"]);
  expect(send("wheel", { deltaY: -3 }).calls).toEqual(["up"]);
  expect(send("wheel", { deltaY: 3 }).calls).toEqual([]);
  expect(send("wheel", { deltaY: -3, ctrlKey: true }).calls).toEqual([]);
});

it("reports a pointer that goes down on it, and up anywhere", () => {
  const { send } = listen();
  expect(send("pointerdown").calls).toEqual(["press"]);
  expect(send("pointerup", {}, window).calls).toEqual(["release"]);
  expect(send("pointercancel", {}, window).calls).toEqual(["release"]);
});

it("handles Home and End itself, and leaves the keys that scroll to the browser", () => {
  const { send } = listen();
  const key = (name: string, fields: object = {}) => send("keydown", { key: name, ...fields });
  expect(key("Home")).toEqual({ isPrevented: true, calls: ["home"] });
  expect(key("End")).toEqual({ isPrevented: true, calls: ["end"] });
  for (const name of ["ArrowUp", "PageUp"]) expect(key(name)).toEqual({ isPrevented: false, calls: ["up"] });
  expect(key(" ", { shiftKey: true })).toEqual({ isPrevented: false, calls: ["up"] });
  for (const name of [" ", "ArrowDown", "PageDown", "a"])
    expect(key(name)).toEqual({ isPrevented: false, calls: [] });
  for (const modifier of ["ctrlKey", "metaKey", "altKey"])
    expect(key("End", { [modifier]: true })).toEqual({ isPrevented: false, calls: [] });
});

it("reports resizes, and nothing once it has ended", () => {
  const { end, send, calls } = listen();
  observer.resize();
  expect(calls.splice(0)).toEqual(["resize"]);
  end();
  expect(observer.isConnected).toBe(false);
  for (const type of ["scroll", "wheel", "pointerdown", "keydown"])
    expect(send(type, { deltaY: -1, key: "End" }).calls).toEqual([]);
  expect(send("pointerup", {}, window).calls).toEqual([]);
});
