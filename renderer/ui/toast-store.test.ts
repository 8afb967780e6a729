import { beforeEach, describe, expect, it, vi } from "vitest";
import { toast, useToasts } from "./toast-store.ts";

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
});
