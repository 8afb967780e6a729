import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import { UpdateStream, untilVisible, whileVisible } from "./follow-trace.ts";

describe("follow trace", () => {
  const show = (visibilityState: "visible" | "hidden") => {
    Object.assign(document, { visibilityState });
    document.dispatchEvent(new Event("visibilitychange"));
  };

  beforeEach(() =>
    vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" })),
  );
  afterEach(() => vi.unstubAllGlobals());

  it("ends with the visibility of the window, and with its own signal", () => {
    const closed = new AbortController();
    const { signal: first } = whileVisible(closed.signal);
    expect(first.aborted).toBe(false);
    show("hidden");
    expect(first.aborted).toBe(true);
    // A window may be hidden from the start.
    expect(whileVisible(closed.signal).signal.aborted).toBe(true);
    show("visible");
    const { signal: second } = whileVisible(closed.signal);
    expect(second.aborted).toBe(false);
    closed.abort();
    expect(second.aborted).toBe(true);
  });

  it("stops watching on request", () => {
    const visible = whileVisible(new AbortController().signal);
    visible.stop();
    show("hidden");
    expect(visible.signal.aborted).toBe(false);
  });

  it("waits for a hidden window to be shown, or for the end", async () => {
    const closed = new AbortController();
    await untilVisible(closed.signal);
    show("hidden");
    const order: string[] = [];
    const shown = untilVisible(closed.signal).then(() => order.push("shown"));
    await Promise.resolve();
    expect(order).toEqual([]);
    show("visible");
    await shown;
    show("hidden");
    const ended = untilVisible(closed.signal).then(() => order.push("ended"));
    closed.abort();
    await ended;
    expect(order).toEqual(["shown", "ended"]);
  });
});

describe("update stream", () => {
  const update = (lines: number) =>
    JSON.stringify({
      summary: {
        ...{ generation: "1", lines, bytes: lines, size: 9, complete: false, problem: null, analysed: 0 },
        ...{ sections: 0, errors: 0, warnings: 0, timestamps: false },
      },
      tail: [],
    });

  /** Makes the host respond with lines; returns the stream of them, and a promise that resolves once all were sent. */
  function streamOf(...lines: readonly string[]) {
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(`${lines.join("\n")}\n`)));
    return new UpdateStream({ accountId: "1", project: "2", jobId: 3 }, new AbortController().signal);
  }

  afterEach(() => vi.unstubAllGlobals());

  test("only the latest of the updates that are received before one is taken is parsed", async () => {
    const stream = streamOf("{ no update", update(4));
    await vi.waitFor(() => expect(stream.latest?.summary.lines).toBe(4));
    expect(stream.take()?.summary.lines).toBe(4);
    expect(stream.take()).toBeNull();
    expect(await stream.next()).toBeNull();
  });

  test("a broken update ends the stream with an error", async () => {
    const stream = streamOf(update(1), '{"summary":{');
    await expect(async () => {
      while (await stream.next());
    }).rejects.toThrow(SyntaxError);
  });
});
