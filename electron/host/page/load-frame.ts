import { z } from "zod";
import type { DrawFrame, Frame, StartData } from "../../../shared/host/start-data.ts";

/** Draws the first frame at an address; null where it cannot be drawn, and the page draws it itself. */
export type FrameSource = (data: StartData, href: string) => Promise<Frame | null>;

const frameModule = z.object({ drawFrame: z.custom<DrawFrame>((value) => typeof value === "function") });

/** Loads the built `renderer/app/frame` at once, so that it is there for the first request. */
export function loadFrame(module: URL, report: (text: string) => void): FrameSource {
  const draw = import(/* @vite-ignore */ module.href).then((loaded) => {
    const { drawFrame } = frameModule.parse(loaded);
    // Node compiles it with the first frame, for which nobody waits.
    drawFrame({ documents: {} }, "/");
    return drawFrame;
  });
  // Reported with the first request.
  draw.catch(() => undefined);
  return async (data, href) => {
    try {
      return (await draw)(data, href);
    } catch (error) {
      report(`The first frame could not be drawn: ${String(error)}`);
      return null;
    }
  };
}
