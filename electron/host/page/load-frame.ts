import { z } from "zod";
import type { MenuEntry } from "../../../shared/host/shell.ts";
import type { DrawFrame, Frame, ReadFirst, StartData } from "../../../shared/host/start-data.ts";

/** Draws the first frame at an address; null where it cannot be drawn, and the page draws it itself. */
export type FrameSource = (data: StartData, href: string) => Promise<Frame | null>;

const isFunction = (value: unknown): boolean => typeof value === "function";
const frameModule = z.object({
  drawFrame: z.custom<DrawFrame>(isFunction),
  menuEntries: z.custom<() => readonly MenuEntry[]>(isFunction),
  readFirst: z.custom<ReadFirst>(isFunction),
});

/** Exports of the page that the host's process needs. */
interface LoadedFrame {
  readonly draw: FrameSource;
  /** Returns the entries of the desktop's menu that open pages; none where the module could not be loaded. */
  readonly menuEntries: () => Promise<readonly MenuEntry[]>;
  /** Makes no reads where the module could not be loaded. */
  readonly readFirst: ReadFirst;
}

/** Loads the built `renderer/app/frame` at once, so that it is there for the first request. */
export function loadFrame(module: URL, report: (text: string) => void): LoadedFrame {
  const frame = import(/* @vite-ignore */ module.href).then((loaded) => {
    const { drawFrame, menuEntries, readFirst } = frameModule.parse(loaded);
    // Node compiles it with the first frame, for which nobody waits.
    drawFrame({ documents: {} }, "/");
    return { drawFrame, readFirst, entries: menuEntries() };
  });
  // Reported with the first request.
  frame.catch(() => undefined);
  return {
    draw: async (data, href) => {
      try {
        return (await frame).drawFrame(data, href);
      } catch (error) {
        report(`The first frame could not be drawn: ${String(error)}`);
        return null;
      }
    },
    menuEntries: () =>
      frame.then(
        ({ entries }) => entries,
        () => [],
      ),
    readFirst: (href, read) =>
      frame.then(
        ({ readFirst }) => readFirst(href, read),
        () => undefined,
      ),
  };
}
