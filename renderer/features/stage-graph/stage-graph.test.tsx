import { useRef } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { isInView } from "./graph-geometry.ts";
import { useViewport } from "./stage-graph.tsx";

const box = { left: 0, top: 0, width: 176, height: 34 };

function First({ isLarge }: { readonly isLarge: boolean }) {
  const frame = useRef<HTMLDivElement>(null);
  return isInView(box, useViewport(frame, isLarge)) ? "drawn" : "left out";
}

it("leaves the boxes of a large graph out until its frame is measured", () => {
  expect(renderToStaticMarkup(<First isLarge />)).toBe("left out");
  expect(renderToStaticMarkup(<First isLarge={false} />)).toBe("drawn");
});
