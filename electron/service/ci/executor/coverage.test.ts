import { expect, it } from "vitest";
import { CoverageReader } from "./coverage.ts";

const pytest = "/TOTAL.*? (100(?:\\.0+)?\\%|[1-9]?\\d(?:\\.\\d+)?\\%)$/";

// Patterns that the documents of services and of test frameworks name.
it.each([
  [pytest, "app.py    1234     45    96%\nTOTAL     1234     45    96%\n", 96],
  [pytest, "TOTAL     1234     0    100%", 100],
  ["/TOTAL.*\\s+(\\d+\\.\\d+%)$/", "TOTAL   10  2  87.5%", 87.5],
  ["/Code coverage: \\d+\\.\\d+/", "Code coverage: 12.5 of 99", 12.5],
  ["/All files[^|]*\\|[^|]*\\s+([\\d\\.]+)/", "All files | 91.67 | 80 |", 91.67],
  ["/(\\d+) of (\\d+) lines/", "8 of 10 lines", 10],
  ["/\\d+%/", "10% 20%\n30% 40%\nend", 40],
  ["/(\\d+)% (?:branches|lines)/", "1% branches 2% lines", 2],
  ["/ok(\\d+)?/", "ok5\nok", 5],
  ["/total:\\s+\\(statements\\)\\s+\\d+.\\d+%/", "total:\t(statements)\t61.5%", 61.5],
  ["/(/", "50%", null],
  [null, "50%", null],
])("%s finds in %j %s", (pattern, printed, expected) => {
  const reader = new CoverageReader(pattern);
  for (const part of printed.match(/.{1,5}/gs) ?? []) reader.read(Buffer.from(part));
  reader.end();
  expect(reader.value).toBe(expected);
});
