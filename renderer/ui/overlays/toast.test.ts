import { beforeEach, describe, expect, it, vi } from "vitest";
import { dismissToast, dropLatestAction, shownToasts, toast, useToasts } from "./toast.tsx";

const titles = () => useToasts.getState().entries.map(({ title }) => title);

beforeEach(() => useToasts.setState({ entries: [] }));

describe("toasts", () => {
  it("show one message once", () => {
    toast.success("Link copied");
    toast.info("Saved");
    toast.success("Link copied");
    expect(titles()).toEqual(["Saved", "Link copied"]);
    expect(useToasts.getState().entries.map(({ count }) => count)).toEqual([1, 2]);
  });

  it("begin their time anew when the message comes again", () => {
    const first = toast.error("Could not copy");
    expect(toast.error("Could not copy")).not.toBe(first);
    expect(toast.error("Could not copy", { description: "No clipboard" })).not.toBe(first);
    expect(titles()).toEqual(["Could not copy", "Could not copy"]);
  });

  it("keep each Undo, also of two actions of the same name", () => {
    const [first, second] = [vi.fn(), vi.fn()];
    toast.discarded("comment", first);
    toast.discarded("comment", second);
    toast.info("Discarded comment");
    expect(titles()).toEqual(["Discarded comment", "Discarded comment"]);
    const undo = () => {
      const entry = useToasts.getState().entries.find(({ actions }) => actions.length > 0);
      entry?.actions.at(-1)?.onSelect();
      if (entry) dropLatestAction(entry.id);
      return entry?.count;
    };
    expect(undo()).toBe(2);
    expect([first, second].map(({ mock }) => mock.calls.length)).toEqual([0, 1]);
    expect(undo()).toBe(1);
    expect([first, second].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  });

  it("keep an Undo that later ones displace, and show it again when one of them is gone", () => {
    const first = toast.discarded("comment", vi.fn());
    for (const name of ["a", "b", "c", "d", "e"]) toast.success(name);
    const shown = () => shownToasts(useToasts.getState().entries).map(({ title }) => title);
    expect(titles()).toEqual(["Discarded comment", "b", "c", "d", "e"]);
    expect(shown()).toEqual(["b", "c", "d", "e"]);
    dismissToast(useToasts.getState().entries.at(-1)?.id ?? first);
    expect(shown()).toEqual(["Discarded comment", "b", "c", "d"]);
  });
});
