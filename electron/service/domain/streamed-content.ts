/** Bytes that can be sent: `open` streams them from the start. */
export interface StreamedContent {
  readonly etag: string;
  readonly size: number;
  readonly open: (signal: AbortSignal) => ReadableStream<Uint8Array>;
}
