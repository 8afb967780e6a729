import { maxParameters } from "../../../../shared/api/contract/nest.ts";
import { badParameter } from "../http-error.ts";

/** Returns the form in a multipart body. Throws 400 for one that is broken, not UTF-8, or has too many parts. */
export async function readForm(bytes: Buffer<ArrayBuffer>, type: string): Promise<FormData> {
  checkParts(bytes, type);
  const form = await new Response(bytes, { headers: { "content-type": type } }).formData().catch(() => {
    throw badParameter("the body is not a valid form");
  });
  return withExactTexts(form, bytes);
}

const mark = "\ufeff";

/** Returns a form whose texts begin with the byte-order marks that were sent. Throws 400 for a text that is not UTF-8. */
function withExactTexts(form: FormData, bytes: Buffer): FormData {
  const hasMarks = bytes.includes(`\r\n\r\n${mark}`);
  const exact = new FormData();
  for (const [name, value] of form) {
    if (typeof value !== "string") exact.append(name, value);
    else {
      if (value.includes("\ufffd") && !bytes.includes(value))
        throw badParameter("the form is not valid UTF-8");
      const isMarked = hasMarks && bytes.includes(`\r\n\r\n${mark}${value}\r\n--`);
      exact.append(name, isMarked ? mark + value : value);
    }
  }
  return exact;
}

/** Counts the parts before they are parsed: each is an object of its own. */
function checkParts(bytes: Buffer, type: string): void {
  const [, quoted, plain] = /boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(type) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw badParameter("the body is not a valid form");
  const delimiter = Buffer.from(`--${boundary}`, "latin1");
  let count = 0;
  for (let at = bytes.indexOf(delimiter); at !== -1; at = bytes.indexOf(delimiter, at + delimiter.length)) {
    // The last delimiter ends the form.
    if (++count > maxParameters + 1) throw badParameter(`the form has more than ${maxParameters} parts`);
  }
}
