import { beforeEach, describe, expect, it, vi } from "vitest";
import { dismissToast, shownToasts, toast, useToasts } from "./toast-store.ts";

const titles = () => useToasts.getState().entries.map(({ title }) => title);

beforeEach(() => useToasts.setState({ entries: [] }));

describe("toasts", () => {
  it("show one message once", () => {
    toast.success("Link copied");
    toast.info("Saved");
    toast.success("Link copied");
    expect(titles()).toEqual(["Saved", "Link copied"]);
  });

  it("keep each Undo, also of two actions of the same name", () => {
    const [first, second] = [vi.fn(), vi.fn()];
    toast.discarded("comment", first);
    toast.discarded("comment", second);
    toast.info("Discarded comment");
    for (const { action } of useToasts.getState().entries) action?.onSelect();
    expect(first).toHaveBeenCalledOnce();
    expect(second).toHaveBeenCalledOnce();
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
