import fc from "fast-check";
import { expect, it } from "vitest";
import { LongList } from "./long-list.ts";

/** Takes an object with a list `entries` apart that arrives in chunks of some bytes. */
function takeApart(text: string, chunk: number): { entries: unknown[]; rest: unknown } {
  const bytes = Buffer.from(text);
  const entries: unknown[] = [];
  const list = new LongList("entries", (entry) => entries.push(JSON.parse(Buffer.from(entry).toString())));
  for (let at = 0; at < bytes.length; at += chunk) list.push(bytes.subarray(at, at + chunk));
  return { entries, rest: JSON.parse(list.rest()) };
}

it("returns every entry and the rest, however the text is cut into chunks", () => {
  const anything = fc.jsonValue({ maxDepth: 3 });
  fc.assert(
    fc.property(
      fc.array(anything),
      fc.dictionary(fc.string(), anything),
      fc.dictionary(fc.string(), anything),
      fc.integer({ min: 1, max: 9 }),
      fc.constantFrom(undefined, 1),
      (entries, before, after, chunk, space) => {
        for (const others of [before, after]) delete others.entries;
        const object = { ...before, entries, ...after };
        expect(takeApart(JSON.stringify(object, null, space), chunk)).toEqual({
          entries: JSON.parse(JSON.stringify(entries)),
          rest: JSON.parse(JSON.stringify({ ...object, entries: [] })),
        });
      },
    ),
  );
});

it("takes the list of the object itself, and none of the same name inside of it", () => {
  const text = '{"a":{"entries":[1]},"b":"entries","entries":["\\\\\\"],[{",{"entries":[2,3]}],"c":"\\\\"}';
  for (const chunk of [1, 2, 3, 1000])
    expect(takeApart(text, chunk)).toEqual({
      entries: ['\\"],[{', { entries: [2, 3] }],
      rest: { a: { entries: [1] }, b: "entries", entries: [], c: "\\" },
    });
  expect(takeApart('{"entries": [ ]}', 2)).toEqual({ entries: [], rest: { entries: [] } });
  expect(takeApart('{"entries":null}', 2)).toEqual({ entries: [], rest: { entries: null } });
});
