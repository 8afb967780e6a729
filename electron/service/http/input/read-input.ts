import { operationKey } from "../../../../shared/api/contract/call-facts.ts";
import { maxParameters } from "../../../../shared/api/contract/decode.ts";
import type { Match } from "../../../../shared/api/contract/match.ts";
import { createWorkerClient } from "../../../../shared/workers/worker-client.ts";
import { startThread, takeTurns, threadModule } from "../../../system/threads.ts";
import { perService } from "../../service-store.ts";
import { badParameterError, HttpError } from "../http-error.ts";
import { readAll, requestBytes } from "../request-bytes.ts";
import { decodeCall, parseBody } from "./decode-call.ts";
import type { InputThreadMethods, ReceivedCall } from "./input-thread.ts";

/** Bytes of a body up to which it is read at once: a few milliseconds of work. */
const maxBytesHere = 256 * 1024;

/**
 * Returns the input of an operation for a caller who may call it. Throws 400 that names each missing or invalid parameter,
 * and another 4xx for a body that is larger than the operation takes, broken, or not what its headers say.
 */
export async function readInput(
  thread: InputThread,
  { operation, params }: Match,
  request: Request,
  url: URL,
): Promise<Record<string, unknown>> {
  const { searchParams: query } = url;
  if (request.body === null || operation.method === "GET" || operation.method === "HEAD")
    return decodeCall(operation, { params, search: query, body: undefined });
  const { maxBodyBytes } = operation;
  const type = request.headers.get("content-type") ?? "";
  const bytes = await readAll(requestBytes(request, { arriving: maxBodyBytes, unpacked: maxBodyBytes }));
  if (type.includes("multipart/form-data"))
    return decodeCall(operation, { params, search: query, body: await readForm(bytes, type) });
  if (bytes.length > maxBytesHere)
    return thread.decode({ key: operationKey(operation), params, search: url.search.slice(1), bytes, type });
  return decodeCall(operation, { params, search: query, body: parseBody(bytes, type) });
}

/** Milliseconds for which a body may block the thread. */
const limitMs = 15_000;
/** Megabytes that a body and what is read from it may take: twice 128 MB of text in any language. */
const maxHeapMb = 640;
/** Milliseconds without work after which the thread is ended. */
const idleMs = 30_000;

/** The thread in which one service reads long bodies. */
class InputThread {
  readonly #thread = createWorkerClient<InputThreadMethods>(
    () =>
      startThread(threadModule(new URL("./input-thread.ts", import.meta.url)), { name: "input", maxHeapMb }),
    { limitMs },
  );
  /** One at a time, so that a body that blocks the thread or fills its memory fails no other. */
  readonly #turns = takeTurns(() => this.#thread.stop(), idleMs);

  /** Ends the thread; the next call starts another one. */
  stop(): void {
    this.#turns.stop();
  }

  /**
   * Returns the input of an operation, as `decodeCall` does, from a long body; the thread is ended where it takes too long
   * or too much memory. Takes the bytes over. Throws 400.
   */
  decode(call: ReceivedCall): Promise<Record<string, unknown>> {
    return this.#turns.run(async () => {
      const decoded = await this.#thread
        .call("decode", call, { transfer: [call.bytes.buffer as ArrayBuffer] })
        .catch((error: unknown) => {
          // What was refused is still in its memory.
          this.#thread.stop();
          throw isLimit(error)
            ? badParameterError("the body takes too long or too much memory to read")
            : error;
        });
      if ("input" in decoded) return decoded.input;
      throw new HttpError(decoded.status, decoded.body);
    });
  }
}

/** Returns the thread of a service. */
export const inputThreadOf = perService(() => new InputThread());

const isLimit = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === "TimeLimitError" || error.name === "RangeError" || /memory limit/.test(error.message));

/** Returns the form in a multipart body. Throws 400 for one that is broken, not UTF-8, or has too many parts. */
async function readForm(bytes: Buffer<ArrayBuffer>, type: string): Promise<FormData> {
  checkParts(bytes, type);
  const form = await new Response(bytes, { headers: { "content-type": type } }).formData().catch(() => {
    throw badParameterError("the body is not a valid form");
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
        throw badParameterError("the form is not valid UTF-8");
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
  if (boundary === undefined) throw badParameterError("the body is not a valid form");
  const delimiter = Buffer.from(`--${boundary}`, "latin1");
  let count = 0;
  for (let at = bytes.indexOf(delimiter); at !== -1; at = bytes.indexOf(delimiter, at + delimiter.length)) {
    // The last delimiter ends the form.
    if (++count > maxParameters + 1) throw badParameterError(`the form has more than ${maxParameters} parts`);
  }
}
