import { getProjectUpload } from "../../../shared/api/resources/uploads.ts";
import { ProblemError } from "../../../shared/errors.ts";
import type { ProjectUpload } from "../../../shared/host/accounts.ts";
import { encodeOperationCall } from "../operations/operation-call.ts";
import { type ReadContext, readOperation } from "../operations/read-operation.ts";
import { largestImageBytes, type ServedImage, sniffImageType, tooLargeImage } from "./remote-images.ts";

/** Reads an image that was uploaded to a project, with the account's token. Throws ProblemError. */
export async function readUpload(
  context: ReadContext,
  { project, secret, filename }: ProjectUpload,
  signal: AbortSignal,
): Promise<ServedImage> {
  const call = await encodeOperationCall(getProjectUpload, { id: project, secret, filename });
  const { body } = await readOperation(context, call, { signal });
  const bytes = await readBounded(new Response(body).body);
  const type = sniffImageType(bytes);
  if (type !== null) return { type, bytes };
  throw new ProblemError({
    code: "refused",
    message: "The image was not loaded. The service did not send an image that Helve can show.",
  });
}

/** Ends the response of a file that is larger than an image may be. */
async function readBounded(body: ReadableStream<Uint8Array> | null): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > largestImageBytes) throw tooLargeImage();
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}
