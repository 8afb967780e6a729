import type { Send } from "./fetch-host.ts";

/**
 * Sends a request and reports the progress of its body, which `fetch` cannot. `onProgress` is called with the share that
 * was sent, 0 to 1.
 */
export const sendWithProgress =
  (onProgress: (part: number) => void): Send =>
  (url, init = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(init.method ?? "GET", url);
      for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value);
      request.responseType = "arraybuffer";
      request.upload.addEventListener("progress", ({ loaded, total, lengthComputable }) => {
        if (lengthComputable && total > 0) onProgress(loaded / total);
      });
      request.addEventListener("load", () =>
        resolve(
          new Response(hasBody(request.status) ? (request.response as ArrayBuffer) : null, {
            status: request.status,
            headers: headersOf(request),
          }),
        ),
      );
      request.addEventListener("error", () => reject(new TypeError("The request failed")));
      request.addEventListener("abort", () =>
        reject(new DOMException("The request was canceled", "AbortError")),
      );
      init.signal?.addEventListener("abort", () => request.abort(), { once: true });
      request.send(init.body as XMLHttpRequestBodyInit | null | undefined);
    });

const hasBody = (status: number): boolean => status !== 204 && status !== 304;

function headersOf(request: XMLHttpRequest): Headers {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split(/\r\n/)) {
    const colon = line.indexOf(":");
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return headers;
}
