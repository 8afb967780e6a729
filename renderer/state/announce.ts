import { create } from "zustand";

/** The text that a screen reader announces next; `count` distinguishes two equal texts. */
export const useAnnouncement = create<{ readonly text: string; readonly count: number }>(() => ({
  text: "",
  count: 0,
}));

/** Announces a text through the page's live region, without moving focus. */
export const announce = (text: string): void =>
  useAnnouncement.setState(({ count }) => ({ text, count: count + 1 }));
