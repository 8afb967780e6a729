import { expect, test } from "vitest";
import { confirmInTerminal } from "./confirm-in-terminal.ts";

const change = { details: ["Reach services through the proxy http://proxy.example:3128/"] };

function setUp() {
  const printed: string[] = [];
  const clock = { now: 0 };
  const confirm = confirmInTerminal(
    (text) => printed.push(text),
    () => clock.now,
  );
  const code = () => /code in the page: (\S+)/.exec(printed.at(-1) ?? "")?.[1] ?? "";
  return { printed, clock, confirm, code };
}

test("a change is confirmed with the code that was printed for it, once", async () => {
  const { printed, confirm, code } = setUp();
  expect(await confirm(change, null)).toBe("asked");
  expect(printed[0]).toContain("  Reach services through the proxy http://proxy.example:3128/\n");
  expect(code()).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/);
  // Asking again prints nothing more while the code holds.
  expect(await confirm(change, null)).toBe("asked");
  expect(printed).toHaveLength(1);
  expect(await confirm(change, ` ${code().toLowerCase().replace("-", " ")} `)).toBe("confirmed");
  expect(await confirm(change, code())).toBe("asked");
  expect(printed).toHaveLength(2);
});

test("a code is valid for its own change, five attempts and five minutes", async () => {
  const { printed, clock, confirm, code } = setUp();
  await confirm(change, null);
  const first = code();
  expect(await confirm({ details: ["Write downloads to /etc"] }, first)).toBe("asked");
  for (let guess = 0; guess < 5; guess++) expect(await confirm(change, "BBBB-BBBB")).toBe("asked");
  expect(await confirm(change, first)).toBe("asked");
  const second = code();
  expect(second).not.toBe(first);
  for (let guess = 0; guess < 5; guess++) expect(await confirm(change, "AAAA-AAAA")).toBe("asked");
  expect(await confirm(change, second)).toBe("asked");
  const third = code();
  expect(printed).toHaveLength(4);
  clock.now += 5 * 60_000 + 1;
  expect(await confirm(change, third)).toBe("asked");
});

test("what a page sends neither steers the terminal nor hides a part", async () => {
  const { printed, confirm } = setUp();
  await confirm({ details: ["Write downloads to /home\u001b[2Ja\r\n\u202egpj.exe\u200b"] }, null);
  expect(printed[0]).toContain("/home\\u{1b}[2Ja\\u{d}\\u{a}\\u{202e}gpj.exe\\u{200b}");
});

test("several questions may be open, and a page cannot fill the terminal", async () => {
  const { printed, clock, confirm, code } = setUp();
  const ask = (name: number, typed: string | null = null) => confirm({ details: [`Load ${name}`] }, typed);
  await ask(1);
  const first = code();
  await ask(2);
  expect(await ask(1, first)).toBe("confirmed");
  expect(await ask(2, code())).toBe("confirmed");
  for (let number = 3; number < 100; number++) await ask(number);
  expect(printed).toHaveLength(30);
  expect(await ask(100)).toBe("declined");
  clock.now += 60_001;
  expect(await ask(100)).toBe("asked");
  expect(printed).toHaveLength(31);
});
