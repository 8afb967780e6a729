/** A response of the service, which faults change before it is sent. */
export interface FaultyResponse {
  status: number;
  /** In order, doubled by some faults. */
  headers: [name: string, value: string][];
  body: Buffer;
  /** Whether the body is sent in chunks; else with `content-length`, unless `untilClose`. */
  chunked: boolean;
  /** Neither a length nor chunks: the end of the connection is the end of the body. */
  untilClose: boolean;
  /** A false length to claim. */
  claimedLength: number | null;
  delivery: SendMode;
}

export type SendMode =
  | "whole"
  | "two packets"
  | "drip"
  | "reset before headers"
  | "reset in headers"
  | "reset in body"
  | "reset in first bytes"
  | "end in body"
  | "half-closed"
  | "lost";

/** The request, as a fault gets it. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Origin of the proxy. */
  readonly origin: string;
}

export const setHeader = (reply: FaultyResponse, name: string, value: string): void => {
  removeHeader(reply, name);
  reply.headers.push([name, value]);
};

export const removeHeader = (reply: FaultyResponse, name: string): void => {
  reply.headers = reply.headers.filter(([known]) => known.toLowerCase() !== name);
};

export const getHeader = (reply: FaultyResponse, name: string): string | undefined =>
  reply.headers.find(([known]) => known.toLowerCase() === name)?.[1];

/** Replaces the service's response. */
export function replaceResponse(
  reply: FaultyResponse,
  status: number,
  type: string | null,
  body: string,
  more: Record<string, string> = {},
): void {
  reply.status = status;
  reply.headers = [...(type ? [["content-type", type] as [string, string]] : []), ...Object.entries(more)];
  reply.body = Buffer.from(body);
  reply.chunked = false;
}
