import type { GraphLayout, GraphNode, GraphStage } from "./stage-columns.ts";

const boxWidth = 200;
const boxHeight = 34;
const rowPitch = 44;
const columnGap = 44;
const padding = 24;
const stageHeight = 34;
const memberIndent = 16;

/** A rectangle in pixels of the graph. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const leftOf = (column: number): number => padding + column * (boxWidth + columnGap);

export const graphSize = ({ columns, rows }: GraphLayout) => ({
  width: leftOf(columns) - columnGap + padding,
  height: padding + stageHeight + rows * rowPitch + padding,
});

export const stageBox = ({ column, columns }: GraphStage): Box => ({
  left: leftOf(column),
  top: padding,
  width: leftOf(column + columns) - columnGap - leftOf(column),
  height: stageHeight - 10,
});

export function boxOf({ column, row, isMember }: GraphNode): Box {
  const indent = isMember ? memberIndent : 0;
  return {
    left: leftOf(column) + indent,
    top: padding + stageHeight + row * rowPitch,
    width: boxWidth - indent,
    height: boxHeight,
  };
}

/** Returns the path of a line from the right side of one box to the left side of another one. */
export function edgePath(from: Box, to: Box): string {
  const [x1, y1] = [from.left + from.width, from.top + from.height / 2];
  const [x2, y2] = [to.left - 5, to.top + to.height / 2];
  const bend = Math.max(24, Math.min(60, (x2 - x1) / 2));
  return `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`;
}

/** What is drawn of the graph; null for all of it. */
export type Viewport = Readonly<Record<"left" | "top" | "right" | "bottom", number>> | null;

export const isInView = ({ left, top, width, height }: Box, view: Viewport): boolean =>
  view === null ||
  (left < view.right && left + width > view.left && top < view.bottom && top + height > view.top);
