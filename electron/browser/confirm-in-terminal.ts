import { randomInt, timingSafeEqual } from "node:crypto";
import type { Confirmation, Shell, TrustChange } from "../../shared/host/shell.ts";
import { escapeInvisible } from "../host/page/escape-invisible.ts";

/** Letters and digits that cannot be taken for each other. */
const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const codeLifeMs = 5 * 60_000;
const maxTries = 5;

interface Asked {
  readonly change: string;
  readonly code: string;
  readonly until: number;
  left: number;
}

/**
 * Confirms with a code that is printed in the terminal, where the page cannot read it. A code is valid for one change,
 * five minutes and five attempts.
 */
export function confirmInTerminal(
  print: (text: string) => void,
  now: () => number = Date.now,
): Shell["confirm"] {
  let asked: Asked | null = null;
  return async (change, typed): Promise<Confirmation> => {
    const key = JSON.stringify(change);
    if (!asked || asked.change !== key || asked.until < now() || asked.left <= 0) {
      asked = { change: key, code: mintCode(), until: now() + codeLifeMs, left: maxTries };
      print(question(change, asked.code));
      return "asked";
    }
    if (typed === null) return "asked";
    asked.left--;
    if (!isSame(typed, asked.code)) return "asked";
    asked = null;
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

const question = ({ details }: TrustChange, code: string): string =>
  [
    "",
    "Helve's page asks to:",
    ...details.map((detail) => `  ${escapeInvisible(detail)}`),
    `If that was you, enter this code in the page: ${spaced(code)}`,
    "If it was not, do nothing and close Helve.",
  ].join("\n");
