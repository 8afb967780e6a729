import type { CSSProperties } from "react";
import type { SpanStyle } from "../../../../shared/trace/trace-types.ts";
import styles from "./ansi.module.css";
import { paletteColour, readableOn } from "./ansi-palette.ts";

export interface SpanCss {
  readonly className: string;
  readonly style: CSSProperties | undefined;
}

type Colour = number | string;

const rgb = (colour: Colour): string => (typeof colour === "number" ? paletteColour(colour) : colour);

/**
 * Returns the class and style of a span. Jobs choose colours for an unknown terminal, so text keeps its hue but gets a
 * lightness with enough contrast to this theme's surface, or to the background that the job chose.
 */
export function spanCss(style: SpanStyle): SpanCss {
  const names: (string | undefined)[] = [
    style.bold && styles.bold,
    style.italic && styles.italic,
    style.underline && style.strike
      ? styles.both
      : style.underline
        ? styles.underline
        : style.strike && styles.strike,
    style.conceal && styles.conceal,
  ].map((name) => name || undefined);
  const { fg, bg } = style;
  const chip = style.inverse ? fg : bg;
  const ink = style.inverse ? bg : fg;
  let css: CSSProperties | undefined;
  if (chip !== undefined) {
    const background = rgb(chip);
    names.push(styles.chip);
    css = { background, color: readableOn(background, ink === undefined ? null : rgb(ink)) };
  } else if (style.inverse) names.push(styles.inverse);
  else if (typeof fg === "number" && fg < 16) css = { color: `var(--ansi-${fg})` };
  else if (fg !== undefined) {
    names.push(styles.custom);
    css = { "--ansi-wanted": rgb(fg) } as CSSProperties;
  } else if (style.dim) names.push(styles.dim);
  return { className: names.filter(Boolean).join(" "), style: css };
}
