/**
 * Scalars of `.gitlab-ci.yml` as the services' own reader has them: Ruby's Psych, which reads YAML 1.1 with some rules of
 * its own (`lib/psych/scalar_scanner.rb`).
 */

const letters = /^[^\d.:-]?[\p{Alphabetic}_\s!@#$%^&*(){}<>|/\\~;=]+/u;
const time =
  /^-?\d{4}-\d{1,2}-\d{1,2}(?:[Tt]|\s+)\d{1,2}:\d\d:\d\d(?:\.\d*)?(?:\s*(?:Z|[-+]\d{1,2}:?(?:\d\d)?))?$/;
const date = /^(\d{4})-(1[012]|0\d|\d)-([12]\d|3[01]|0\d|\d)$/;
const base60 = /^[-+]?\d[\d_]*(?::[0-5]?\d){1,2}(?:\.[\d_]*)?$/;
const float = /^[-+]?(?:\d[\d_,]*)?\.\d*(?:[eE][-+]\d+)?$/;
const integer = /^([-+]?)(?:(0b[01_,]+)|0([0-7_,]+)|(0|[1-9](?:\d|,\d|_\d)*)|(0x[\da-fA-F_,]+))$/;

/** Returns whether an unquoted scalar is a time, which services refuse. */
export const isTime = (text: string): boolean => !letters.test(text) && time.test(text);

/**
 * Returns the value of an unquoted scalar. A number that JavaScript cannot hold or write as Ruby does is the text that
 * Ruby writes it as: a large integer, and every one with a point.
 */
export function readScalar(text: string): string | number | boolean | null {
  if (text === "") return null;
  if (text.includes("\n")) return text;
  if (letters.test(text)) return readWord(text);
  const day = date.exec(text);
  if (day) return readDate(text, day);
  if (/^\+?\.inf$/i.test(text)) return "Infinity";
  if (/^-\.inf$/i.test(text)) return "-Infinity";
  if (/^\.nan$/i.test(text)) return "NaN";
  // A symbol, whose text has neither the colon nor quotation marks.
  if (/^:./.test(text)) return /^:(["']):?(.*)\1/.exec(text)?.[2] ?? text.slice(1);
  if (base60.test(text)) return readBase60(text);
  if (float.test(text)) return readFloat(text);
  return readInteger(text) ?? text;
}

function readWord(text: string): string | boolean | null {
  if (text === "~" || /^null$/i.test(text)) return null;
  if (/^(?:yes|true|on)$/i.test(text)) return true;
  return /^(?:no|false|off)$/i.test(text) ? false : text;
}

/** Returns the text of a day, or the scalar itself where the calendar has no such day. */
function readDate(text: string, [, year = "", month = "", day = ""]: RegExpExecArray): string {
  const written = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const milliseconds = Date.parse(`${written}T00:00:00Z`);
  return new Date(milliseconds || 0).toISOString().startsWith(written) ? written : text;
}

/** Reads `1:30` as 5,400: the first part counts 3,600, whether there are two or three. */
function readBase60(text: string): string | number {
  const isFloat = text.includes(".");
  const sum = text.split(":").reduce((total, part, index) => {
    const [whole = "0"] = /^[-+]?\d+(?:_\d+)*(?:\.\d+)?/.exec(part) ?? [];
    return total + Number(whole.replaceAll("_", "")) * 60 ** Math.abs(index - 2);
  }, 0);
  return isFloat ? writeFloat(sum) : sum;
}

function readFloat(text: string): string {
  if (/^[-+]?\.$/.test(text)) return text;
  const value = Number(text.replace(/[_,]/g, "").replace(/\.(?=[eE]|$)/, ""));
  return Number.isNaN(value) ? text : writeFloat(value);
}

function readInteger(text: string): string | number | null {
  const match = integer.exec(text);
  if (!match) return null;
  const [, sign, binary, octal, decimal, hexadecimal] = match;
  const digits = (binary ?? hexadecimal ?? decimal ?? `0o0${octal}`).replace(/[_,]/g, "");
  if (/^0[bx]$/.test(digits)) return null;
  const value = BigInt(digits) * (sign === "-" ? -1n : 1n);
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value.toString();
}

/** Returns a number as Ruby writes a float: `1.0`, `1.0e+16`, `1.0e-05`. */
function writeFloat(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  if (size === 0 || (size >= 1e-4 && size < 1e16)) {
    const text = Object.is(value, -0) ? "-0" : String(value);
    return text.includes(".") ? text : `${text}.0`;
  }
  const [mantissa = "", exponent = ""] = value.toExponential().split("e");
  const power = `${exponent.slice(0, 1)}${exponent.slice(1).padStart(2, "0")}`;
  return `${mantissa.includes(".") ? mantissa : `${mantissa}.0`}e${power}`;
}
