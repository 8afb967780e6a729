import { type MouseEvent, useEffect, useRef } from "react";
import styles from "./search.module.css";

interface MatchMapProps {
  /** Numbers of matches in equal parts of the log. */
  readonly density: readonly number[];
  /** Scrolls to a part of the log, 0 to 1. */
  readonly onGo: (part: number) => void;
}

/** Positions of matches beside the scroll bar. Not focusable: the keyboard has its own commands. */
export function MatchMap({ density, onGo }: MatchMapProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const draw = () => drawMap(element, density);
    draw();
    const observer = new ResizeObserver(draw);
    observer.observe(element);
    // The colour is the theme's, which the system or a setting changes.
    const scheme = matchMedia("(prefers-color-scheme: dark)");
    scheme.addEventListener("change", draw);
    const theme = new MutationObserver(draw);
    theme.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    return () => {
      observer.disconnect();
      theme.disconnect();
      scheme.removeEventListener("change", draw);
    };
  }, [density]);
  const go = ({ nativeEvent, currentTarget }: MouseEvent<HTMLButtonElement>) =>
    onGo(nativeEvent.offsetY / Math.max(1, currentTarget.clientHeight));
  return (
    <button type="button" className={styles.map} tabIndex={-1} aria-label="Map of matches" onClick={go}>
      <canvas ref={canvas} className={styles.canvas} />
    </button>
  );
}

function drawMap(canvas: HTMLCanvasElement, density: readonly number[]): void {
  const { clientWidth, clientHeight } = canvas;
  const scale = window.devicePixelRatio || 1;
  canvas.width = clientWidth * scale;
  canvas.height = clientHeight * scale;
  const context = canvas.getContext("2d");
  if (!context) return;
  context.fillStyle = getComputedStyle(canvas).color;
  const highest = density.reduce((max, count) => Math.max(max, count), 1);
  // A single match must be visible too.
  const height = Math.max(2 * scale, canvas.height / density.length);
  for (const [index, count] of density.entries()) {
    if (count === 0) continue;
    context.globalAlpha = 0.45 + 0.55 * (Math.log1p(count) / Math.log1p(highest));
    context.fillRect(0, (index / density.length) * (canvas.height - height), canvas.width, height);
  }
}
