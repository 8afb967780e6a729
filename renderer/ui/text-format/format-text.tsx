import { Bold, Code, Italic, Link, List, ListChecks, ListOrdered, TextQuote } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { IconButton } from "../buttons/button.tsx";
import { isMac } from "../buttons/kbd.tsx";
import type { IconType } from "../marks/icon.tsx";
import styles from "./format-text.module.css";
import type { TextEdit } from "./replace-text.ts";

/** Actions of a comment's toolbar. */
export type TextFormat = "bold" | "italic" | "code" | "link" | "quote" | "bullets" | "numbers" | "tasks";

const around = { bold: "**", italic: "_" } as const;
const linePrefixes = {
  quote: { pattern: /^> ?/, write: () => "> " },
  bullets: { pattern: /^[-*+] (?!\[[ x]\] )/, write: () => "- " },
  numbers: { pattern: /^\d+[.)] /, write: (index: number) => `${index + 1}. ` },
  tasks: { pattern: /^[-*+] \[[ x]\] /i, write: () => "- [ ] " },
} as const;
/** Any prefix of a list: one kind replaces the other. */
const anyList = /^([-*+] (\[[ x]\] )?|\d+[.)] )/i;

/** Returns the edit that gives a selection a format, or removes it where it has it. */
export function formatText(format: TextFormat, text: string, from: number, to: number): TextEdit {
  switch (format) {
    case "bold":
    case "italic":
      return wrap(text, from, to, around[format]);
    case "code":
      return text.slice(from, to).includes("\n") ? fence(text, from, to) : wrap(text, from, to, "`");
    case "link":
      return link(text, from, to);
    default:
      return prefixLines(format, text, from, to);
  }
}

function wrap(text: string, from: number, to: number, sign: string): TextEdit {
  const inner = text.slice(from, to);
  const { length } = sign;
  if (text.slice(from - length, from) === sign && text.slice(to, to + length) === sign && from >= length) {
    return {
      from: from - length,
      to: to + length,
      text: inner,
      select: [from - length, to - length],
    };
  }
  if (inner.length >= 2 * length && inner.startsWith(sign) && inner.endsWith(sign)) {
    return { from, to, text: inner.slice(length, -length), select: [from, to - 2 * length] };
  }
  // Markdown ignores a sign beside a space, so that selected spaces at the ends stay outside of the signs.
  const lead = inner.length - inner.trimStart().length;
  const words = inner.trim();
  const begin = from + (words ? lead : 0);
  const end = begin + words.length;
  return {
    from: begin,
    to: words ? end : to,
    text: `${sign}${words || inner}${sign}`,
    select: [begin + length, begin + length + (words || inner).length],
  };
}

function fence(text: string, from: number, to: number): TextEdit {
  const inner = text.slice(from, to);
  const fenced = /^(```+)[^\n]*\n([\s\S]*)\n\1$/.exec(inner);
  if (fenced) {
    const bare = fenced[2] ?? "";
    return { from, to, text: bare, select: [from, from + bare.length] };
  }
  const sign = inner.includes("```") ? "````" : "```";
  const before = from > 0 && text[from - 1] !== "\n" ? "\n" : "";
  const after = to < text.length && text[to] !== "\n" ? "\n" : "";
  const start = from + before.length;
  const body = `${sign}\n${inner}\n${sign}`;
  return { from, to, text: before + body + after, select: [start, start + body.length] };
}

function link(text: string, from: number, to: number): TextEdit {
  const inner = text.slice(from, to);
  if (/^https?:\/\/\S+$/.test(inner)) {
    return { from, to, text: `[](${inner})`, select: [from + 1, from + 1] };
  }
  const address = from + inner.length + 3;
  return inner
    ? { from, to, text: `[${inner}](url)`, select: [address, address + 3] }
    : { from, to, text: "[](url)", select: [from + 1, from + 1] };
}

function prefixLines(
  format: Exclude<TextFormat, "bold" | "italic" | "code" | "link">,
  text: string,
  from: number,
  to: number,
): TextEdit {
  const begin = text.lastIndexOf("\n", from - 1) + 1;
  // A selection that ends at the begin of a line does not mean that line.
  const last = to > from && text[to - 1] === "\n" ? to - 1 : to;
  const next = text.indexOf("\n", last);
  const end = next < 0 ? text.length : next;
  const lines = text.slice(begin, end).split("\n");
  const { pattern, write } = linePrefixes[format];
  const has = lines.every((line) => pattern.test(line));
  const changed = lines.map((line, index) => {
    if (has) return line.replace(pattern, "");
    return write(index) + (format === "quote" ? line : line.replace(anyList, ""));
  });
  const result = changed.join("\n");
  const caret = begin + result.length;
  return {
    from: begin,
    to: end,
    text: result,
    select: from === to || lines.length === 1 ? [caret, caret] : [begin, caret],
  };
}

/** Keys of the formats that have some. */
export const formatShortcuts: Readonly<Partial<Record<TextFormat, string>>> = {
  bold: "mod+b",
  italic: "mod+i",
  code: "mod+e",
  link: "mod+k",
};

/** Returns the format of a key press; null for none. */
export function formatOfKey(
  event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">,
): TextFormat | null {
  const [mod, other] = isMac() ? [event.metaKey, event.ctrlKey] : [event.ctrlKey, event.metaKey];
  if (!mod || other || event.altKey || event.shiftKey) return null;
  const pressed = `mod+${event.key.toLowerCase()}`;
  const names: readonly TextFormat[] = ["bold", "italic", "code", "link"];
  return names.find((name) => formatShortcuts[name] === pressed) ?? null;
}

interface Tool {
  readonly format: TextFormat;
  readonly label: string;
  readonly icon: IconType;
  /** Has a gap to the tool before it. */
  readonly apart?: boolean;
}

const tools: readonly Tool[] = [
  { format: "bold", label: "Bold", icon: Bold },
  { format: "italic", label: "Italic", icon: Italic },
  { format: "quote", label: "Quote", icon: TextQuote, apart: true },
  { format: "code", label: "Code", icon: Code },
  { format: "link", label: "Link", icon: Link },
  { format: "bullets", label: "Bulleted list", icon: List, apart: true },
  { format: "numbers", label: "Numbered list", icon: ListOrdered },
  { format: "tasks", label: "Task list", icon: ListChecks },
];

interface FormatToolbarProps {
  readonly label: string;
  /** Formats that it has buttons for; all where it is left out. */
  readonly formats?: readonly TextFormat[];
  readonly onFormat: (format: TextFormat) => void;
}

/** Buttons that format what is selected. One stop of the Tab key; arrows move between them. */
export function FormatToolbar({ label, formats, onFormat }: FormatToolbarProps) {
  const [active, setActive] = useState(0);
  const shown = formats ? tools.filter(({ format }) => formats.includes(format)) : tools;
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, Home: -active, End: shown.length - 1 - active }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (active + step + shown.length) % shown.length;
    setActive(next);
    event.currentTarget.querySelectorAll("button")[next]?.focus();
  };
  return (
    <div role="toolbar" aria-label={label} className={styles.toolbar} onKeyDown={onKeyDown}>
      {shown.map(({ format, apart, ...tool }, index) => (
        <IconButton
          key={format}
          {...tool}
          size="s"
          keys={formatShortcuts[format]}
          tooltipSide="top"
          className={apart && index > 0 ? styles.apart : undefined}
          tabIndex={index === active ? 0 : -1}
          // What is selected in the text stays selected.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onFormat(format)}
          onFocus={() => setActive(index)}
        />
      ))}
    </div>
  );
}
