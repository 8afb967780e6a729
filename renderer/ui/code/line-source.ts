/** Lines of a text in a worker. */
export interface LineSource {
  readonly lines: number;
  /** Bytes of the longest line. */
  readonly longest: number;
  /** Lines `from` to `to` (exclusive), from 0, without their ends. */
  readLines(from: number, to: number, signal?: AbortSignal): Promise<readonly string[]>;
  search(query: string, regex: boolean, limit: number, signal?: AbortSignal): Promise<readonly LineMatch[]>;
}

export interface LineMatch {
  readonly line: number;
  readonly column: number;
  readonly length: number;
}
