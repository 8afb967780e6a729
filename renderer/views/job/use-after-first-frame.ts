import { useEffect, useState } from "react";

/** Returns whether the first frame is on screen; content of low priority is rendered after it. */
export function useAfterFirstFrame(): boolean {
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    // The frame after this one begins once this one is drawn.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setDrawn(true));
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return isDrawn;
}
