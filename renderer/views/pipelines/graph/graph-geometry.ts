import type { GraphLayout, GraphNode, GraphStage } from "./stage-columns.ts";

/** Width of a column in pixels: that of its longest name, within these bounds. */
const minWidth = 176;
const maxWidth = 320;
const letterWidth = 7.4;
/** Pixels of a box beside its name: icon, duration, padding. */
const besideName = 108;
/** Pixels of the marks of a job that starts at once, and of one that was retried. */
const [zapWidth, attemptWidth] = [20, 32];
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

/** The positions of a graph's parts. */
export interface GraphGeometry {
  readonly size: { readonly width: number; readonly height: number };
  readonly stageBox: (stage: GraphStage) => Box;
  readonly boxOf: (node: GraphNode) => Box;
}

function marksWidth({ entries: [entry], isGroup }: GraphNode): number {
  if (!entry || isGroup) return 0;
  return (entry.job.needs?.length === 0 ? zapWidth : 0) + (entry.earlier.length > 0 ? attemptWidth : 0);
}

/** Returns the pixels of a layout. */
export function graphGeometry({ nodes, columns, rows }: GraphLayout): GraphGeometry {
  const widths = Array.from({ length: columns }, () => minWidth);
  for (const node of nodes) {
    const { name, column, isMember } = node;
    const wanted = name.length * letterWidth + besideName + marksWidth(node) + (isMember ? memberIndent : 0);
    widths[column] = Math.min(maxWidth, Math.max(widths[column] ?? minWidth, Math.ceil(wanted)));
  }
  const lefts = [padding];
  for (const width of widths) lefts.push((lefts.at(-1) ?? padding) + width + columnGap);
  const leftOf = (column: number) => lefts[column] ?? padding;
  return {
    size: {
      width: leftOf(columns) - columnGap + padding,
      height: padding + stageHeight + rows * rowPitch + padding,
    },
    stageBox: ({ column, columns: taken }) => ({
      left: leftOf(column),
      top: padding,
      width: leftOf(column + taken) - columnGap - leftOf(column),
      height: stageHeight - 10,
    }),
    boxOf: ({ column, row, isMember }) => {
      const indent = isMember ? memberIndent : 0;
      return {
        left: leftOf(column) + indent,
        top: padding + stageHeight + row * rowPitch,
        width: (widths[column] ?? minWidth) - indent,
        height: boxHeight,
      };
    },
  };
}

/**
 * Returns the path of a line from the right side of one box to the left side of another one. Past the boxes of a column
 * between them it runs in the space between two rows, so that it does not seem to begin or end there.
 */
export function edgePath(from: Box, to: Box): string {
  const [x1, y1] = [from.left + from.width, from.top + from.height / 2];
  const [x2, y2] = [to.left - 4, to.top + to.height / 2];
  if (x2 - x1 > minWidth) {
    const lane = y1 + ((y2 < y1 ? -1 : 1) * rowPitch) / 2;
    const [half, start, end] = [columnGap / 2, x1 + columnGap, x2 - columnGap];
    return `M${x1} ${y1}C${x1 + half} ${y1} ${x1 + half} ${lane} ${start} ${lane}H${end}C${x2 - half} ${lane} ${x2 - half} ${y2} ${x2} ${y2}`;
  }
  const bend = Math.max(24, Math.min(60, (x2 - x1) / 2));
  return `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`;
}

/** The rendered part of the graph; null for all of it. */
export type Viewport = Readonly<Record<"left" | "top" | "right" | "bottom", number>> | null;

export const isInView = ({ left, top, width, height }: Box, view: Viewport): boolean =>
  view === null ||
  (left < view.right && left + width > view.left && top < view.bottom && top + height > view.top);
