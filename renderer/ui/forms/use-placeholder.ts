import { type RefCallback, useCallback, useState } from "react";
import { useWidth } from "../panes/observe-element.ts";

/** Returns a ref for a text field, and the placeholder for it: the short one where the other has no room. */
export function usePlaceholder(
  long: string,
  short: string,
): [ref: RefCallback<HTMLInputElement>, text: string] {
  const [measure, width] = useWidth();
  const [font, setFont] = useState("");
  const ref = useCallback(
    (input: HTMLInputElement | null) => {
      measure(input);
      if (input) setFont(getComputedStyle(input).font);
    },
    [measure],
  );
  return [ref, width !== null && textWidth(long, font) > width ? short : long];
}

function textWidth(text: string, font: string): number {
  const pen = document.createElement("canvas").getContext("2d");
  if (!pen) return 0;
  pen.font = font;
  return pen.measureText(text).width;
}
