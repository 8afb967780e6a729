import type { Span } from "../../../../../shared/trace/trace-types.ts";
import { sameStyle, type TextStyle, toSpanStyle } from "./text-style.ts";

interface Run {
  text: string;
  readonly style: TextStyle;
  readonly link: string;
}

/** Text that is put together from runs of one style each. */
export class StyledText {
  readonly runs: Run[] = [];
  length = 0;

  add(text: string, style: TextStyle, link: string): void {
    if (text === "") return;
    const last = this.runs.at(-1);
    this.length += text.length;
    if (last && last.link === link && sameStyle(last.style, style)) last.text += text;
    else this.runs.push({ text, style, link });
  }

  clear(): void {
    this.runs.length = 0;
    this.length = 0;
  }

  plain(): string {
    return this.runs.length === 1 ? (this.runs[0]?.text ?? "") : this.runs.map(({ text }) => text).join("");
  }

  spans(): Span[] {
    return this.runs.map(({ text, style, link }) => {
      const look = toSpanStyle(style);
      return { text, ...(look ? { style: look } : {}), ...(link ? { link } : {}) };
    });
  }
}
