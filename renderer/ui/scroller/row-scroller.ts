import type { Optional } from "../../../shared/optional.ts";
import { listenToScroll } from "./listen-to-scroll.ts";
import { RowHeights } from "./row-heights.ts";
import { initialView, type TopRows, ViewStore } from "./row-view.ts";
import { createScrollScale, type ScrollScale } from "./scroll-scale.ts";

/**
 * Rows rendered before and after those in view, and milliseconds after the first frame or a jump until they are: only those
 * in view are waited for.
 */
const [defaultOverscan, overscanMs] = [30, 100];
/** Scroll steps up to so many views go row by row, whatever the scale; longer ones are drags of the scroll bar. */
const nearViews = 3;
/** Pixels from the end that count as the end: browsers round scroll positions. */
const endPx = 2;
/** Pixels by which the bar with the name of a section is higher than a row, as in its style sheet. */
const barExtraPx = 4;
/** Milliseconds after going to the end in which the rest of an earlier, smooth scroll is ignored. */
const settleMs = 500;
/** Pixels of deviation beyond which the scroll bar is corrected during a scroll. */
const maxDriftPx = 200_000;

/** Height of a view that follows its end as it was measured last, in pixels; 0 before the first one. */
let lastViewport = 0;

interface Elements {
  readonly scroller: HTMLElement;
  /** Its content, whose height makes the scroll bar. */
  readonly sizer: HTMLElement;
}

export interface RowScrollerOptions
  extends Optional<{
    /** Rows rendered before and after those in view. */
    overscan: number;
    /**
     * Follows the end as rows are added: it begins there, scrolling up stops it, reaching the end by any means resumes. The
     * keys Home and End scroll.
     */
    followsEnd: boolean;
    /** Pixels at the top of the view that are above the rows and cover them, as a table's head does. */
    headPx: number;
  }> {}

/** Place of a row that is shown: `nearest` moves the view no more than it has to; the others only where it is out of view. */
export type RowPlace = "nearest" | "middle" | "top";

/** Scrolls any number of rows of any heights. What the user scrolls is never overridden. */
export class RowScroller {
  #elements: Elements | null = null;
  readonly #followsEnd: boolean;
  readonly #maxOverscan: number;
  readonly #headPx: number;
  #heights = new RowHeights(20);
  /** Returns the heights of rows that were not measured. */
  #estimate = () => new RowHeights(20);
  #scale: ScrollScale = createScrollScale(0, 0);
  #count = 0;
  #viewport = 0;
  #width = 0;
  /** Pixels of the list above the view. */
  #position = 0;
  /** Scroll position of the element when last read. */
  #native = 0;
  #isFollowing: boolean;
  /** A pointer is down: rows must not move. */
  #isPressed = false;
  /** A row to show once it exists. */
  #awaited: number | null = null;
  /** A row that stays in view as rows are measured, until something else is scrolled to. */
  #shown: number | null = null;
  #version = 0;
  /** Rows around those in view that are rendered now. */
  #overscan = 0;
  #overscanTimer: ReturnType<typeof setTimeout> | undefined;
  /** Time until which scrolls without new input do not leave the end. */
  #followsUntil = 0;
  readonly #store = new ViewStore(initialView);
  /** Changes several times per row, so that it is not part of the view. */
  readonly #top = new ViewStore<TopRows>({ whole: 0, belowBar: 0 });

  readonly subscribe = this.#store.subscribe;
  readonly view = this.#store.view;
  readonly subscribeTop = this.#top.subscribe;
  readonly topRows = this.#top.view;

  constructor({ followsEnd = false, overscan = defaultOverscan, headPx = 0 }: RowScrollerOptions = {}) {
    this.#followsEnd = followsEnd;
    this.#isFollowing = followsEnd;
    this.#maxOverscan = overscan;
    this.#headPx = headPx;
  }

  /** Lays rows out at their end before there are elements, in a view as high as the last one, for the first frame. */
  begin(count: number, unit: number): this {
    this.#heights = new RowHeights(unit);
    this.#count = count;
    this.#viewport = lastViewport || window.innerHeight / 2;
    this.#scale = createScrollScale(this.#heights.total(count), this.#viewport);
    this.#position = this.#scale.end;
    this.#native = this.#scale.toNative(this.#position);
    this.#emit();
    return this;
  }

  /** Listens to the elements until the returned function is called. */
  attach(elements: Elements): () => void {
    this.#elements = elements;
    const { scroller, sizer } = elements;
    // Before anything is measured, so that it is laid out once.
    sizer.style.height = `${this.#scale.height}px`;
    const stop = listenToScroll(scroller, {
      onScroll: () => this.#onScroll(),
      onScrollEnd: () => this.#rebase(),
      onScrollUp: () => this.#leaveEnd(),
      onPress: (isPressed) => this.#press(isPressed),
      ...(this.#followsEnd ? { onHome: this.toStart, onEnd: this.toEnd } : {}),
      onResize: () => this.#onResize(),
    });
    this.#measureView(scroller);
    this.#native = scroller.scrollTop;
    if (!this.#followsEnd) this.#position = this.#scale.toPosition(this.#native);
    this.#layOut();
    this.#scrollNative();
    this.#emit();
    this.#addOverscan();
    return () => {
      clearTimeout(this.#overscanTimer);
      stop();
      this.#elements = null;
    };
  }

  /** Sets the number of rows; existing rows keep their positions. */
  setCount(count: number): void {
    if (count === this.#count) return;
    this.#count = count;
    this.#layOut();
    if (this.#awaited !== null && this.#awaited < count) this.show(this.#awaited);
  }

  /** Replaces all rows, of `unit` pixels unless they are measured, with the view's first row now at `first`. */
  reset(count: number, unit: number, first: number): void {
    const isOther = unit !== this.#heights.unit;
    this.#estimate = () => new RowHeights(unit);
    this.#count = count;
    this.#forgetMeasured(first, isOther);
  }

  /** Replaces all rows, of which `estimate` returns the heights; the view stays where it is. */
  setRows(count: number, estimate: () => RowHeights): void {
    const heights = estimate();
    if (!heights.isSameAs(this.#heights)) this.#version++;
    this.#heights = heights;
    this.#estimate = estimate;
    this.#count = count;
    this.#layOut();
  }

  /** Sets measured heights in pixels by row; the view's first row stays where it is. */
  measure(heights: ReadonlyMap<number, number>): void {
    const anchor = this.#heights.rowAt(this.#position);
    const within = this.#position - this.#heights.top(anchor);
    if (!this.#heights.measure(heights)) return;
    this.#version++;
    this.#position = this.#heights.top(anchor) + within;
    this.#layOut();
    if (this.#shown !== null) this.show(this.#shown, "nearest");
  }

  /** Pixels from the top of the scrolled element to a row. */
  readonly topOf = (row: number): number => this.#heights.top(row) + this.view().shift;

  readonly toEnd = (): void => {
    this.#awaited = null;
    this.#isFollowing = true;
    this.#followsUntil = performance.now() + settleMs;
    this.#layOut();
  };

  readonly toStart = (): void => this.#moveTo(0);

  /** Height of a row in pixels. */
  readonly heightOf = (row: number): number => this.#heights.height(row);

  /** Scrolls to a row, once it exists. */
  readonly show = (row: number, where: RowPlace = "middle"): void => {
    this.#shown = null;
    if (row >= this.#count) {
      this.#awaited = row;
      this.#isFollowing = false;
      this.#emit();
      return;
    }
    this.#awaited = null;
    const top = this.#heights.top(row);
    const height = this.#heights.height(row);
    const last = top + height - this.#viewport;
    if (where === "nearest") {
      this.#moveTo(Math.min(top, Math.max(last, this.#position)));
      this.#shown = row;
      return;
    }
    // In a log one row is covered by the header of the section.
    const isVisible =
      top >= this.#position + (this.#followsEnd ? this.#heights.unit : 0) && last <= this.#position;
    if (where === "top") this.#moveTo(top);
    else this.#moveTo(isVisible ? this.#position : top - Math.max(0, this.#viewport - height) / 2);
  };

  #addOverscan(): void {
    clearTimeout(this.#overscanTimer);
    this.#overscanTimer = setTimeout(() => {
      this.#overscan = this.#maxOverscan;
      this.#emit();
    }, overscanMs);
  }

  #moveTo(position: number): void {
    this.#followsUntil = 0;
    if (Math.abs(position - this.#position) > this.#viewport) {
      this.#overscan = 0;
      this.#addOverscan();
    }
    this.#position = Math.min(this.#scale.end, Math.max(0, position));
    this.#isFollowing = this.#isAtEnd();
    this.#scrollNative();
    this.#emit();
  }

  #isAtEnd(): boolean {
    return this.#followsEnd && this.#awaited === null && this.#position >= this.#scale.end - endPx;
  }

  #layOut(): void {
    if (!this.#elements) {
      this.#scale = createScrollScale(this.#heights.total(this.#count), this.#viewport);
      return;
    }
    const { scroller, sizer } = this.#elements;
    // The user has scrolled since the last event, which takes precedence.
    if (this.#isFollowing ? scroller.scrollTop < this.#native - endPx : scroller.scrollTop !== this.#native)
      this.#onScroll();
    this.#scale = createScrollScale(this.#heights.total(this.#count), this.#viewport);
    sizer.style.height = `${this.#scale.height}px`;
    if (this.#isFollowing && !this.#isPressed) this.#position = this.#scale.end;
    this.#position = this.#within(this.#position);
    if (!this.#scale.isScaled || this.#isFollowing) this.#scrollNative();
    this.#emit();
  }

  /** Returns a position in the list. Below the rows there may be something else, up to where the browser scrolls. */
  #within(position: number): number {
    return Math.max(
      0,
      this.#followsEnd || this.#scale.isScaled ? Math.min(this.#scale.end, position) : position,
    );
  }

  /** Moves the element to the position, unless it is there: that would end a scroll under way. */
  #scrollNative(): void {
    if (!this.#elements) return;
    const { scroller } = this.#elements;
    const wanted = this.#scale.toNative(this.#position);
    if (Math.abs(scroller.scrollTop - wanted) >= 1) scroller.scrollTop = wanted;
    this.#native = scroller.scrollTop;
    if (!this.#followsEnd && !this.#scale.isScaled) this.#position = this.#native;
  }

  #onScroll(): void {
    if (!this.#elements) return;
    const { scroller } = this.#elements;
    const native = scroller.scrollTop;
    if (native === this.#native) return;
    if (this.#isFollowing && performance.now() < this.#followsUntil) {
      this.#scrollNative();
      return;
    }
    // A view that became higher: its end is above the one before, and nobody has scrolled.
    if (this.#isFollowing && isAtEndOf(scroller)) {
      this.#native = native;
      return;
    }
    const step = native - this.#native;
    const isNear = Math.abs(step) <= this.#viewport * nearViews;
    const position = this.#scale.isScaled && isNear ? this.#position + step : this.#scale.toPosition(native);
    this.#native = native;
    this.#awaited = null;
    this.#shown = null;
    this.#position = this.#within(position);
    this.#isFollowing = this.#isAtEnd();
    if (Math.abs(this.#scale.toNative(this.#position) - native) > maxDriftPx) this.#scrollNative();
    this.#emit();
  }

  /** Corrects the scroll bar; the rows in view stay. */
  #rebase(): void {
    if (!this.#scale.isScaled || this.#isPressed) return;
    this.#scrollNative();
    this.#emit();
  }

  #leaveEnd(): void {
    this.#followsUntil = 0;
    if (!this.#isFollowing || this.#scale.end === 0) return;
    this.#isFollowing = false;
    this.#emit();
  }

  #press(isPressed: boolean): void {
    if (this.#isPressed === isPressed) return;
    this.#isPressed = isPressed;
    if (isPressed) this.#followsUntil = 0;
    if (!isPressed) this.#layOut();
  }

  #onResize(): void {
    if (!this.#elements) return;
    const width = this.#width;
    this.#measureView(this.#elements.scroller);
    // Text may wrap differently.
    if (width !== this.#width) this.#forgetMeasured(this.view().first);
    else this.#layOut();
  }

  /** The view's first row is now at `first`. */
  #forgetMeasured(first: number, isOther = false): void {
    const within = this.#position - this.#heights.top(this.view().first);
    if (isOther || !this.#heights.isUniform) {
      this.#heights = this.#estimate();
      this.#version++;
    }
    this.#position = this.#heights.top(first) + Math.min(within, this.#heights.height(first));
    this.#layOut();
  }

  #measureView({ clientHeight, clientWidth }: HTMLElement): void {
    this.#viewport = Math.max(0, clientHeight - this.#headPx);
    this.#width = clientWidth;
    if (this.#followsEnd) lastViewport = clientHeight;
  }

  #emit(): void {
    const first = this.#heights.rowAt(this.#position);
    const last = Math.min(this.#count - 1, this.#heights.rowAt(this.#position + this.#viewport - 1));
    this.#store.set({
      from: Math.max(0, first - this.#overscan),
      to: Math.min(this.#count, last + 1 + this.#overscan),
      first,
      last,
      shift: this.#native - this.#position,
      height: this.#viewport,
      isFollowing: this.#isFollowing,
      version: this.#version,
    });
    const isCut = this.#heights.top(first) < this.#position - 1;
    const below = this.#heights.rowAt(this.#position + this.#heights.unit * 1.5 + barExtraPx);
    this.#top.set({ whole: isCut ? first + 1 : first, belowBar: Math.min(this.#count - 1, below) });
  }
}

const isAtEndOf = ({ scrollTop, scrollHeight, clientHeight }: HTMLElement): boolean =>
  scrollTop >= scrollHeight - clientHeight - endPx;
