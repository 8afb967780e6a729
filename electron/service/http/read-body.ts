import { badParameter } from "./http-error.ts";
import { type ByteLimits, readAll, requestBytes } from "./request-bytes.ts";

/** Bytes of a commit's files as JSON; larger commits are pushed. */
const limits: ByteLimits = { arriving: 128 * 1024 * 1024, unpacked: 128 * 1024 * 1024 };

/**
 * Returns a request's form, JSON or URL parameters; undefined where it is empty. Throws a 4xx HttpError for a body
 * that is too large, broken, or not what its headers say.
 */
export async function readBody(request: Request): Promise<unknown> {
  if (request.body === null || request.method === "GET" || request.method === "HEAD") return undefined;
  const type = request.headers.get("content-type") ?? "";
  const bytes = await readAll(requestBytes(request, limits));
  if (type.includes("multipart/form-data")) return readForm(bytes, type);
  const text = bytes.toString();
  if (text === "") return undefined;
  if (!type.includes("json")) return new URLSearchParams(text);
  try {
    return JSON.parse(text);
  } catch {
    throw badParameter("the body is not valid JSON");
  }
}

async function readForm(bytes: Buffer, type: string): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(bytes), { headers: { "content-type": type } }).formData();
  } catch {
    throw badParameter("the body is not a valid form");
  }
}
