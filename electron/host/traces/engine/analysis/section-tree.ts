import type { Section } from "../../../../../shared/trace/trace-types.ts";
import { renderLine } from "../ansi/render-line.ts";
import { plainStyle } from "../ansi/text-style.ts";

// biome-ignore lint/suspicious/noControlCharactersInRegex: a marker ends with them
const marker = /section_(start|end):(\d{1,12}):([\w.-]{1,200})(?:\[([^\]\r]*)\])?\r\x1b\[0?K/g;

/** Sections beyond this are not listed. */
const maxSections = 50_000;

interface Open {
  readonly index: number;
  readonly startedAt: number;
}

/** Collects sections as their markers arrive, also nested and unbalanced ones. */
export class SectionTree {
  readonly sections: Section[];
  readonly #open: Open[] = [];

  /** By default no section was found yet. */
  constructor(sections: Section[] = []) {
    this.sections = sections;
  }

  /** Reads the markers of a line; `line` is its raw text without stamps and end. */
  add(line: string, number: number): void {
    for (const found of line.matchAll(marker)) {
      const [all, kind, time = "", name = "", options = ""] = found;
      const before = line.slice(0, found.index);
      const after = line.slice(found.index + all.length);
      if (kind === "start") this.#start(name, Number(time), number, plain(after), options);
      else this.#end(name, Number(time), plain(before) !== "" || plain(after) === "" ? number + 1 : number);
    }
  }

  #start(name: string, startedAt: number, from: number, header: string, options: string): void {
    if (this.sections.length >= maxSections) return;
    this.#open.push({ index: this.sections.length, startedAt });
    const collapsed = /\bcollapsed=true\b/.test(options);
    const depth = this.#open.length - 1;
    this.sections.push({ name, header: header || name, from, to: null, depth, seconds: null, collapsed });
  }

  /** Ends a section, with those that were left open in it. An end without a start is ignored. */
  #end(name: string, endedAt: number, to: number): void {
    const at = this.#open.findLastIndex(({ index }) => this.sections[index]?.name === name);
    if (at < 0) return;
    for (const { index, startedAt } of this.#open.splice(at)) {
      const section = this.sections[index];
      if (!section) continue;
      const seconds = Math.max(0, endedAt - startedAt);
      this.sections[index] = { ...section, to: Math.max(to, section.from + 1), seconds };
    }
  }
}

/** Returns the visible text of a part of a line before the next marker. */
const plain = (part: string): string =>
  renderLine(part.replace(marker, ""), plainStyle).text.plain().trim().slice(0, 300);
