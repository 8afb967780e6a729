/** Returns a JSON body with its type and length, which HEAD sends too. */
export function jsonResponse(value: unknown, status: number, headers: Headers): Response {
  const body = Buffer.from(JSON.stringify(value));
  headers.set("content-type", "application/json");
  headers.set("content-length", String(body.byteLength));
  return new Response(body, { status, headers });
}
