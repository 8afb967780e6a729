import { Copy, ExternalLink } from "lucide-react";
import { type CSSProperties, createElement, memo, type ReactNode } from "react";
import type { Optional } from "../../../../shared/optional.ts";
import type { SpanStyle, TraceSpan } from "../../../../shared/trace-types.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { copyText } from "../../../ui/buttons/copy-button.tsx";
import { Popover } from "../../../ui/overlays/popover.tsx";
import { toast } from "../../../ui/overlays/toast.tsx";
import { drawRange, findMarks } from "../../../ui/text/draw-text.ts";
import { safeHref } from "../../../ui/text/safe-href.ts";
import { cx } from "../../../ui/theme/class-names.ts";
import flow from "../../../ui/theme/flow.module.css";
import ansiStyles from "./ansi.module.css";
import linkStyles from "./line-text.module.css";
import styles from "./log.module.css";

interface SpanCss {
  readonly className: string;
  readonly style: CSSProperties | undefined;
}

type Colour = number | string;

const rgb = (colour: Colour): string => (typeof colour === "number" ? paletteColour(colour) : colour);

/**
 * Returns the class and style of a span. Jobs choose colours for an unknown terminal, so text keeps its hue but gets a
 * lightness with enough contrast to this theme's surface, or to the background that the job chose.
 */
function spanCss(style: SpanStyle): SpanCss {
  const names: (string | undefined)[] = [
    style.bold && ansiStyles.bold,
    style.italic && ansiStyles.italic,
    style.underline && style.strike
      ? ansiStyles.both
      : style.underline
        ? ansiStyles.underline
        : style.strike && ansiStyles.strike,
    style.conceal && ansiStyles.conceal,
  ].map((name) => name || undefined);
  const { fg, bg } = style;
  const chip = style.inverse ? fg : bg;
  const ink = style.inverse ? bg : fg;
  let css: CSSProperties | undefined;
  if (chip !== undefined) {
    const background = rgb(chip);
    names.push(ansiStyles.chip);
    css = { background, color: readableOn(background, ink === undefined ? null : rgb(ink)) };
  } else if (style.inverse) names.push(ansiStyles.inverse);
  else if (typeof fg === "number" && fg < 16) css = { color: `var(--ansi-${fg})` };
  else if (fg !== undefined) {
    names.push(ansiStyles.custom);
    css = { "--ansi-wanted": rgb(fg) } as CSSProperties;
  } else if (style.dim) names.push(ansiStyles.dim);
  return { className: names.filter(Boolean).join(" "), style: css };
}

/** The sixteen basic colours as backgrounds, in every theme. */
const basic = [
  "#1c1f26",
  "#b3261e",
  "#2c7a39",
  "#8f6400",
  "#2458c5",
  "#8a3ea8",
  "#0f7286",
  "#d4d7dd",
  "#5b616e",
  "#e0655c",
  "#56b567",
  "#dcae3c",
  "#6f9bf0",
  "#c583dd",
  "#4fb9cd",
  "#ffffff",
] as const;

const steps = [0, 95, 135, 175, 215, 255] as const;
const hex = (...parts: readonly number[]) =>
  `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;

/** Returns a colour of the 256-colour palette as `#rrggbb`. */
export function paletteColour(index: number): string {
  const known = basic[index];
  if (known) return known;
  if (index >= 232) {
    const grey = 8 + (Math.min(index, 255) - 232) * 10;
    return hex(grey, grey, grey);
  }
  const cube = Math.max(0, index - 16);
  return hex(
    steps[Math.floor(cube / 36) % 6] ?? 0,
    steps[Math.floor(cube / 6) % 6] ?? 0,
    steps[cube % 6] ?? 0,
  );
}

/** Relative luminance of `#rrggbb`, 0 to 1 (WCAG 2). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast of two colours, 1 to 21 (WCAG 2). */
export function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** Returns the wanted colour where it can be read on a background, else black or white. */
export function readableOn(background: string, wanted: string | null): string {
  if (wanted !== null && contrast(background, wanted) >= 4.5) return wanted;
  return contrast(background, "#000000") >= contrast(background, "#ffffff") ? "#000000" : "#ffffff";
}

interface OscLinkProps {
  /** The link's target. */
  readonly href: string;
  readonly look: SpanCss | null;
  readonly children?: ReactNode;
}

/** A link in a log (OSC 8). A click shows its target first, since the text may be misleading. */
function OscLink({ href, look, children }: OscLinkProps) {
  const isSafe = URL.canParse(href) && safeHref(href) !== undefined;
  const host = isSafe ? new URL(href).host : "";
  return (
    <Popover
      label="Link of the log"
      trigger={
        <button type="button" className={cx(linkStyles.link, look?.className)} style={look?.style}>
          {children}
        </button>
      }
    >
      <div className={linkStyles.destination}>
        <p>
          {host ? (
            <>
              This leads to <strong>{host}</strong>.
            </>
          ) : (
            "This address cannot be opened."
          )}
        </p>
        <code className={linkStyles.address}>{href}</code>
        <div className={flow.wrap}>
          <Button size="s" icon={Copy} onClick={() => void copyAddress(href)}>
            Copy address
          </Button>
          {isSafe ? (
            <Button asChild size="s">
              <a href={href} target="_blank" rel="noreferrer noopener">
                <ExternalLink size={14} strokeWidth={1.5} aria-hidden />
                Open in browser
              </a>
            </Button>
          ) : null}
        </div>
      </div>
    </Popover>
  );
}

async function copyAddress(href: string): Promise<void> {
  if (await copyText(href)) toast.success("Copied the address");
  else toast.error("Could not copy", { description: "The system did not give access to the clipboard." });
}

interface LineTextProps
  extends Optional<{
    /** Ranges `[start, end)` of the text that match the search. */
    matches: readonly (readonly [start: number, end: number])[];
  }> {
  readonly spans: readonly TraceSpan[];
  /** Whether the line has the current match. */
  readonly isCurrent?: boolean;
}

const none: readonly (readonly [number, number])[] = [];

/**
 * The coloured text of a line, with matches and invisible characters marked. Uses `createElement`, as the app's own JSX
 * would isolate each piece, which breaks bidirectional text.
 */
export const LineText = memo(function LineText({ spans, matches = none, isCurrent = false }: LineTextProps) {
  const text = spans.length === 1 ? (spans[0]?.text ?? "") : spans.map((span) => span.text).join("");
  const marks = findMarks(text);
  const matchClass = isCurrent ? styles.currentMatch : styles.match;
  let at = 0;
  return spans.map((span, index): ReactNode => {
    const start = at;
    at += span.text.length;
    const pieces = cut(start, at, matches).map(({ from, to, isMatch }) => {
      const value = drawRange(text, marks, from, to);
      return isMatch ? createElement("span", { key: from, className: matchClass }, value) : value;
    });
    const look = span.style ? spanCss(span.style) : null;
    const key = `${index}`;
    const title = span.style?.conceal ? "Hidden in a terminal" : undefined;
    if (span.link) return createElement(OscLink, { key, href: span.link, look }, ...pieces);
    return look
      ? createElement(
          "span",
          { key, className: look.className || undefined, style: look.style, title },
          ...pieces,
        )
      : pieces;
  });
});

interface Piece {
  readonly from: number;
  readonly to: number;
  readonly isMatch: boolean;
}

/** Cuts a stretch of text at the matches that reach into it. */
function cut(start: number, end: number, matches: readonly (readonly [number, number])[]): Piece[] {
  const pieces: Piece[] = [];
  let at = start;
  for (const [first, last] of matches) {
    const from = Math.max(at, first);
    const to = Math.min(end, last);
    if (to <= from) continue;
    if (from > at) pieces.push({ from: at, to: from, isMatch: false });
    pieces.push({ from, to, isMatch: true });
    at = to;
  }
  if (at < end) pieces.push({ from: at, to: end, isMatch: false });
  return pieces;
}
