import type { ExportMail } from "./export-types.ts";

/** A part of a patch: text that is written as UTF-8, or bytes as they are. */
export type PatchPart = string | Uint8Array<ArrayBuffer>;

/**
 * Returns a mail of which `git am` makes a commit with the same author, date and message as `mail`, and the changes of
 * `patch`. `git am` itself alters some messages: it removes several blank lines in a row and blanks at ends of lines. What
 * it would take for the beginning of the patch is indented by one blank.
 */
export async function patchMail(mail: ExportMail, patch: readonly PatchPart[]): Promise<PatchPart[]> {
  const message = mail.message
    .replace(/\r\n/g, "\n")
    .replace(/^\s*\n/, "")
    .trimEnd();
  const [title = "", ...rest] = message.split("\n\n");
  const isPlain = isPlainTitle(title);
  const body = isPlain ? rest.join("\n\n") : message;
  const content: PatchPart[] = [
    // The line after a header in the body is text, whatever it looks like.
    isPlain && !looksLikeHeader(body) ? "" : `From: ${addressOf(mail)}\n\n`,
    body === "" ? "" : `${body.replace(patchBreak, " $&")}\n`,
    "---\n\n",
    ...patch,
    "-- \nHelve\n",
  ];
  const bytes = new Uint8Array(await new Blob(content).arrayBuffer());
  // Mail readers, `git am` among them, drop the CR of CRLF, and take a line that begins with "From " for another mail.
  const isEncoded = hasCarriageReturn(bytes) || /^>*From /m.test(body);
  const head = [
    `From ${mail.sha} Mon Sep 17 00:00:00 2001`,
    `From: ${addressOf(mail)}`,
    `Date: ${dateHeader(mail.date)}`,
    `Subject: [PATCH]${isPlain ? ` ${encodeHeader(title.replaceAll("\n", " "))}` : ""}`,
    "MIME-Version: 1.0",
    "Content-Type: text/plain; charset=UTF-8",
    `Content-Transfer-Encoding: ${isEncoded ? "base64" : "8bit"}`,
    "",
    "",
  ].join("\n");
  return [head, ...(isEncoded ? [base64(bytes)] : content)];
}

/** Lines at which `git am` ends the message (`patchbreak` of its mailinfo). */
const patchBreak = /^(?:diff -|Index: |---(?:\s*$| \S))/gm;

/** Returns whether `git am` makes the same first line of a subject: it removes marks, and folds blanks. */
const isPlainTitle = (title: string): boolean =>
  title !== "" && !/^(?:re:|\[|:|\s)|\s\s|\n|[\t\r]/i.test(title) && !/\s$/.test(title);

const looksLikeHeader = (body: string): boolean =>
  /^\s*(?:>?From|Subject|Date|\[PATCH\]|[\w-]+:)/i.test(body);

/** Returns an address; a name with signs that have a meaning there in quotes. */
function addressOf({ author, email }: ExportMail): string {
  const name = author.replace(/[\r\n]+/g, " ");
  const quoted = /[()<>[\]:;@\\,."]/.test(name) ? `"${name.replace(/["\\]/g, "\\$&")}"` : name;
  return `${encodeHeader(quoted)} <${email.replace(/[<>\r\n]/g, "")}>`;
}

const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** Returns an ISO date as the header of a mail, in its own zone. */
function dateHeader(iso: string): string {
  const [, sign = "+", hours = "00", minutes = "00"] = /([+-])(\d\d):?(\d\d)$/.exec(iso) ?? [];
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -1 : 1);
  const local = new Date(Date.parse(iso) + offset * 60_000);
  const day = `${weekdays[local.getUTCDay()]}, ${local.getUTCDate()} ${months[local.getUTCMonth()]}`;
  return `${day} ${local.getUTCFullYear()} ${local.toISOString().slice(-13, -5)} ${sign}${hours}${minutes}`;
}

/** Returns a header's text with what is not ASCII in the encoding of RFC 2047, in words of at most 75 characters. */
function encodeHeader(text: string): string {
  const line = text.replace(/[\r\n]+/g, " ");
  if (/^[\x20-\x7e]*$/.test(line) && !line.includes("=?")) return line;
  const words: string[] = [];
  let bytes: number[] = [];
  const flush = () => {
    if (bytes.length > 0) words.push(`=?UTF-8?B?${btoa(String.fromCharCode(...bytes))}?=`);
    bytes = [];
  };
  for (const char of line) {
    const more = new TextEncoder().encode(char);
    if (bytes.length + more.length > 42) flush();
    bytes.push(...more);
  }
  flush();
  return words.join("\n ");
}

function hasCarriageReturn(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(13); at >= 0; at = bytes.indexOf(13, at + 1))
    if (bytes[at + 1] === 10) return true;
  return false;
}

/** Bytes of a line of base64. */
const encodedLine = 57;

function base64(bytes: Uint8Array): string {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += encodedLine)
    lines.push(btoa(String.fromCharCode(...bytes.subarray(at, at + encodedLine))));
  return `${lines.join("\n")}\n`;
}
