import { randomInt, timingSafeEqual } from "node:crypto";
import type { Confirmation, Question, Shell } from "../../shared/host/shell.ts";
import { escapeInvisible } from "../host/confirmation/confirmations.ts";

/** Letters and digits that cannot be taken for each other. */
const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const codeLifeMs = 5 * 60_000;
const maxTries = 5;
/** Questions that may be open, and printed a minute: a page that was taken over could fill the terminal. */
const maxOpen = 20;
const maxPrinted = 30;
const minuteMs = 60_000;

interface Asked {
  readonly code: string;
  readonly until: number;
  left: number;
}

/**
 * Confirms with a code that is printed in the terminal, where the page cannot read it. A code is valid for one question,
 * five minutes and five attempts.
 */
export function confirmInTerminal(
  print: (text: string) => void,
  now: () => number = Date.now,
): Shell["confirm"] {
  const open = new Map<string, Asked>();
  let printed: number[] = [];
  return async (question, typed): Promise<Confirmation> => {
    const key = JSON.stringify(question);
    const asked = open.get(key);
    if (!asked || asked.until < now() || asked.left <= 0) {
      printed = printed.filter((time) => time > now() - minuteMs);
      if (printed.length >= maxPrinted) return "declined";
      printed.push(now());
      const code = mintCode();
      open.delete(key);
      open.set(key, { code, until: now() + codeLifeMs, left: maxTries });
      for (const oldest of open.keys()) {
        if (open.size <= maxOpen) break;
        open.delete(oldest);
      }
      print(textOf(question, code));
      return "asked";
    }
    if (typed === null) return "asked";
    asked.left--;
    if (!isSame(typed, asked.code)) return "asked";
    open.delete(key);
    return "confirmed";
  };
}

const mintCode = (): string => Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join("");

const spaced = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;

function isSame(typed: string, code: string): boolean {
  const given = Buffer.from(typed.toUpperCase().replace(/[^A-Z0-9]/g, ""));
  const expected = Buffer.from(code);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

const textOf = ({ details }: Question, code: string): string =>
  [
    "",
    "Helve's page asks to:",
    ...details.map((detail) => `  ${escapeInvisible(detail)}`),
    `If that was you, enter this code in the page: ${spaced(code)}`,
    "If it was not, do nothing and close Helve.",
  ].join("\n");
