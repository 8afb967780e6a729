import { maxParameters } from "../../../../shared/api/contract/nest.ts";
import { badParameter } from "../http-error.ts";

/** Returns the form in a multipart body. Throws 400 for one that is broken or has too many parts. */
export async function readForm(bytes: Buffer<ArrayBuffer>, type: string): Promise<FormData> {
  checkParts(bytes, type);
  try {
    return await new Response(bytes, { headers: { "content-type": type } }).formData();
  } catch {
    throw badParameter("the body is not a valid form");
  }
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
