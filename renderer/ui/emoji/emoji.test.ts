import { describe, expect, it } from "vitest";
import { emojiNamed, loadEmoji, searchEmoji } from "./emoji.ts";

const { all, byName } = await loadEmoji();
const names = (query: string) => searchEmoji(all, query, 5).map(({ name }) => name);

describe("emoji", () => {
  it("are found by name, the exact one first", () => {
    expect(names("tada")[0]).toBe("tada");
    expect(names("heart")[0]).toBe("heart");
    expect(names("+1")[0]).toBe("thumbsup");
    expect(names("thumbsup")[0]).toBe("thumbsup");
  });

  it("are found by keywords, and by text with a space", () => {
    expect(names("party")).toContain("tada");
    expect(names("white check")[0]).toBe("white_check_mark");
    expect(names("no emoji is called this")).toEqual([]);
  });

  it("are drawn by the names that services send", () => {
    expect(emojiNamed(byName, "thumbsup")).toBe("👍");
    expect(emojiNamed(byName, "+1")).toBe("👍");
    expect(emojiNamed(byName, "thumbsup_tone3")).toBe("👍🏽");
    expect(emojiNamed(byName, "our_own_logo")).toBeNull();
  });
});
