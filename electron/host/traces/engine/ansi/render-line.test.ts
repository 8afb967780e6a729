import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type IBufferCell, Terminal } from "@xterm/headless";
import fc from "fast-check";
import { expect, test } from "vitest";
import { rounds } from "../../../../../shared/testing/rounds.ts";
import type { SpanStyle } from "../../../../../shared/trace-types.ts";
import { renderLine } from "./render-line.ts";
import { plainStyle } from "./sgr.ts";

const esc = "\x1b";

/** A character and its style, in a form for both sides. */
type Seen = readonly [char: string, style: SpanStyle];

/** Returns the cells that a terminal emulator shows for lines that do not wrap. */
async function emulated(lines: readonly string[]): Promise<Seen[][]> {
  const terminal = new Terminal({
    cols: 500,
    rows: lines.length + 1,
    allowProposedApi: true,
    convertEol: true,
  });
  await new Promise<void>((resolve) => terminal.write(lines.join("\n"), resolve));
  const buffer = terminal.buffer.active;
  const seen = lines.map((_, y) => {
    const row: Seen[] = [];
    for (let x = 0; x < 500; x++) {
      const cell = buffer.getLine(y)?.getCell(x);
      if (cell && cell.getWidth() > 0) row.push([cell.getChars() || " ", styleOf(cell)]);
    }
    return visible(row);
  });
  terminal.dispose();
  return seen;
}

function styleOf(cell: IBufferCell): SpanStyle {
  const color = (isDefault: boolean, isRgb: boolean, value: number) =>
    isDefault ? undefined : isRgb ? `#${value.toString(16).padStart(6, "0")}` : value;
  return defined({
    fg: color(cell.isFgDefault(), cell.isFgRGB(), cell.getFgColor()),
    bg: color(cell.isBgDefault(), cell.isBgRGB(), cell.getBgColor()),
    bold: cell.isBold() > 0,
    dim: cell.isDim() > 0,
    italic: cell.isItalic() > 0,
    underline: cell.isUnderline() > 0,
    strike: cell.isStrikethrough() !== 0,
    inverse: cell.isInverse() > 0,
    conceal: cell.isInvisible() > 0,
  });
}

const defined = (style: Record<string, unknown>): SpanStyle =>
  Object.fromEntries(Object.entries(style).filter(([, value]) => value !== undefined && value !== false));

/** The style of spaces is ignored: erased, skipped and printed ones differ in it, which a log does not show. */
function visible(row: readonly Seen[]): Seen[] {
  const end = row.findLastIndex(([char]) => char !== " ") + 1;
  return row.slice(0, end).map(([char, style]) => (char === " " ? [" ", {}] : [char, style]));
}

/** Returns the cells that the engine shows, with tabs as the columns that they skip. */
function rendered(lines: readonly string[]): Seen[][] {
  let style = plainStyle;
  return lines.map((line) => {
    const { text, style: next } = renderLine(line, style);
    style = next;
    const row: Seen[] = [];
    for (const span of text.spans())
      for (const { segment } of new Intl.Segmenter().segment(span.text)) {
        const blanks = segment === "\t" ? 8 - (columns(row) % 8) : 0;
        if (blanks > 0) for (let i = 0; i < blanks; i++) row.push([" ", {}]);
        // An emulator underlines links.
        else row.push([segment, { ...span.style, ...(span.link ? { underline: true } : {}) }]);
      }
    return visible(row);
  });
}

const columns = (row: readonly Seen[]) =>
  row.reduce((sum, [char]) => sum + (/\p{sc=Han}/u.test(char) ? 2 : 1), 0);

test.each([
  ["palette", [`${esc}[31mred ${esc}[1;92mbright${esc}[22;39m plain ${esc}[44;7minverse${esc}[0m.`]],
  ["256 colours", [`${esc}[38;5;196mfg${esc}[48;5;21mbg${esc}[m.`]],
  ["true colour", [`${esc}[38;2;1;2;3ma${esc}[48;2;255;0;128mb${esc}[0m${esc}[1;38;2;9;9;9;4mc`]],
  ["colons", [`${esc}[38:5:9ma${esc}[38:2::10:20:30mb${esc}[4:3md${esc}[4:0me${esc}[58:5:1mf`]],
  [
    "attributes",
    [`${esc}[1mb${esc}[2md${esc}[3mi${esc}[4mu${esc}[7mv${esc}[8mh${esc}[9ms${esc}[22;23;24;27;28;29mx`],
  ],
  ["style over lines", [`${esc}[33mone`, "two", `th${esc}[0mree`]],
  ["progress bar", [`10% [=   ]\r50% [==  ]\r100% [====]`, "next"]],
  ["shorter state", [`downloading 100%\r${esc}[Kdone`, `long text\rab`, `abc\r${esc}[2Kx`]],
  ["cursor in the line", [`abcdef${esc}[3DX${esc}[1CY${esc}[2GZ`, `abc${esc}[10Gend`, `ab\b\bc`]],
  [
    "erasing",
    [`abcdef${esc}[3D${esc}[K`, `abcdef${esc}[3D${esc}[1K`, `abcdef${esc}[2K.`, `abcdef${esc}[4D${esc}[2X`],
  ],
  ["deleting and inserting", [`abcdef${esc}[4D${esc}[2P`, `abcdef${esc}[4D${esc}[2@`, `abc${esc}[2Dxyz`]],
  ["sections", [`section_start:1700000000:build[collapsed=true]\r${esc}[0K${esc}[36;1mBuild${esc}[0;m`]],
  [
    "titles, charsets, keypad",
    [`${esc}]0;title\x07a${esc}(Bb${esc}=c${esc}[?25ld${esc}P1$r0m${esc}\\e${esc}]2;x${esc}\\f`],
  ],
  ["wide characters", [`日本語\rab`, `日本${esc}[2Gx`, `é\u0301!`, `日本語${esc}[2D${esc}[K.`]],
  ["control characters", [`a\x07b\x00c\x0ed`]],
  ["tabs", [`a\tb\tc`, `abc\r\tx`]],
])("%s as in a terminal", async (_, lines) => {
  expect(rendered(lines)).toEqual(await emulated(lines));
});

test.each([
  // Emulators differ in how they treat half of a wide character.
  ["of one width, edited", "abc xyz.-é", ["C", "D", "G", "X", "P", "@"], ["K", "0K", "1K", "2K"]],
  ["of two widths, printed again", "abc xyz.-日é", ["G"], ["K", "2K"]],
] as const)("generated lines %s look as in a terminal", async (_, chars, movements, erasures) => {
  const color = fc.nat(255);
  const sequence = fc.oneof(
    fc
      .constantFrom(0, 1, 2, 3, 4, 7, 8, 9, 22, 23, 24, 27, 28, 29, 31, 39, 42, 49, 97, 105)
      .map((n) => `${n}m`),
    color.map((n) => `38;5;${n}m`),
    fc.tuple(color, color, color).map(([r, g, b]) => `48;2;${r};${g};${b}m`),
    fc.tuple(color, color, color).map(([r, g, b]) => `38:2::${r}:${g}:${b}m`),
    fc.tuple(fc.nat(12), fc.constantFrom(...movements)).map(([n, final]) => `${n || ""}${final}`),
    fc.constantFrom(...erasures),
  );
  const control = fc.constantFrom("\r", "\b", "\t", "\x07", `${esc}[?25l`, `${esc}]0;t\x07`, `${esc}(B`);
  const part = fc.oneof(
    { weight: 6, arbitrary: fc.string({ unit: fc.constantFrom(...chars), maxLength: 12 }) },
    { weight: 4, arbitrary: sequence.map((text) => `${esc}[${text}`) },
    { weight: 2, arbitrary: control },
  );
  const line = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(""));
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 4 }), async (lines) => {
      expect(rendered(lines)).toEqual(await emulated(lines));
    }),
    { numRuns: rounds(300) },
  );
});

const plain = (line: string) => renderLine(line, plainStyle).text.plain();

test("links are shown with their address, if that is one of the web", () => {
  const link = (address: string) =>
    renderLine(`a${esc}]8;id=1;${address}${esc}\\b${esc}]8;;\x07c`, plainStyle).text.spans();
  expect(link("https://example.com/x")).toEqual([
    { text: "a" },
    { text: "b", link: "https://example.com/x" },
    { text: "c" },
  ]);
  expect(link("javascript:alert(1)")).toEqual([{ text: "abc" }]);
  expect(link("file:///etc/passwd")).toEqual([{ text: "abc" }]);
});

test("broken and cut sequences never break a line", () => {
  expect(plain(`a${esc}[`)).toBe("a");
  expect(plain(`a${esc}`)).toBe("a");
  expect(plain(`a${esc}[31é`)).toBe("aé");
  expect(plain(`a${esc}]8;;http://x`)).toBe("a");
  expect(plain(`a${esc}[${"9".repeat(400)}Cb`)).toHaveLength(20_000);
  expect(plain(`a${esc}[1Ab${esc}[2Jc`)).toContain("c");
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.constantFrom(esc, "[", "]", ";", "8", "m", "\x9b", "\x07", "\r", "a", "\x18", "P"),
        maxLength: 60,
      }),
      (line) => {
        expect(plain(line)).not.toMatch(/\p{Cc}/u);
      },
    ),
  );
});

const recordings = join(import.meta.dirname, "..", "testing", "recordings");

/** Output of tools in a terminal of 120 columns, recorded with `script`; vitest's as it prints in a job. */
test.each(readdirSync(recordings))("what is recorded in %s looks as in a terminal", async (name) => {
  const lines = readFileSync(join(recordings, name), "utf8")
    .split("\n")
    .map((line) => line.replace(/\r+$/, ""));
  expect(rendered(lines)).toEqual(await emulated(lines));
});
