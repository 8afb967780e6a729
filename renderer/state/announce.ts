import { create } from "zustand";

/** What a screen reader is to say next; `count` tells two equal texts apart. */
export const useAnnouncement = create<{ readonly text: string; readonly count: number }>(() => ({
  text: "",
  count: 0,
}));

/** Says a text through the page's live region, without moving focus. */
export const announce = (text: string): void =>
  useAnnouncement.setState(({ count }) => ({ text, count: count + 1 }));
