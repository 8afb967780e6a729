/** Pixels that browsers lay out without losing precision. */
const maxNativePx = 15_000_000;
/** Pixels at both ends in which scrolling is exact, however long the list is. */
const exactPx = 500_000;

/**
 * Maps between the position in a list of any height, in pixels, and the scroll position of an element whose height a
 * browser can lay out. Both are the same up to 15,000,000 pixels; beyond, only the middle is scaled.
 */
export interface ScrollScale {
  /** Height of the element's content in pixels. */
  readonly height: number;
  /** The last position: its view ends with the list. */
  readonly end: number;
  readonly isScaled: boolean;
  toNative(position: number): number;
  toPosition(native: number): number;
}

/** Returns the scale of a list of `full` pixels in a view of `viewport` pixels. */
export function createScrollScale(full: number, viewport: number): ScrollScale {
  const height = Math.min(full, maxNativePx);
  const end = Math.max(0, full - viewport);
  if (full <= maxNativePx) {
    return { height, end, isScaled: false, toNative: (position) => position, toPosition: (native) => native };
  }
  const nativeEnd = height - viewport;
  const factor = (end - 2 * exactPx) / (nativeEnd - 2 * exactPx);
  return {
    height,
    end,
    isScaled: true,
    toNative(position) {
      if (position <= exactPx) return position;
      if (position >= end - exactPx) return nativeEnd - (end - position);
      return exactPx + (position - exactPx) / factor;
    },
    toPosition(native) {
      if (native <= exactPx) return native;
      if (native >= nativeEnd - exactPx) return end - (nativeEnd - native);
      return exactPx + (native - exactPx) * factor;
    },
  };
}
