import { detectUnicode } from "../../../shared/text/encoding/detect-unicode.ts";
import { changeAt, type EditScope, type PendingContent, sessionOf } from "../../state/edits.ts";
import { createFileEdit, editFile, reviseChange } from "../../state/file-edits.ts";
import { readEditHead, readOrigin } from "./read-origin.ts";

/** Makes a file of the user's computer the pending content of a path, which may be new. Throws ProblemError. */
export async function writeFile(scope: EditScope, path: string, file: File): Promise<void> {
  const content = await contentOf(file);
  const session = sessionOf(scope);
  const pending = changeAt(session?.changes ?? [], path);
  if (pending) return reviseChange(scope, pending.id, { content, deleted: false });
  const head = await readEditHead(scope);
  const origin = await readOrigin(scope, path, head);
  if (origin) editFile(scope, head, origin, content);
  else createFileEdit(scope, head, path, content);
}

/** The content of a file: text where it is UTF-8, else bytes. */
async function contentOf(file: File): Promise<PendingContent> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (detectUnicode(bytes) === "utf-8")
    return { kind: "text", text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes) };
  return { kind: "bytes", base64: await base64Of(file), size: bytes.length };
}

const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ""));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
