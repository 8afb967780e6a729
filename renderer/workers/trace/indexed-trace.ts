import type { TraceState } from "../../../shared/host/traces.ts";
import { createYield } from "../diff/yield-to-event-loop.ts";
import { AnalysisPass } from "./analysis/analysis-pass.ts";
import type { TextStyle } from "./ansi/text-style.ts";
import { BlockCache } from "./block-cache.ts";
import { LineIndex } from "./line-index.ts";
import { type RawLine, readLines } from "./read-lines.ts";
import { TraceError, type TraceHost } from "./trace-host.ts";
import type { Finding, Section, SectionMark, TraceFacts, TraceProblem } from "./trace-types.ts";

/** Milliseconds between two reports of facts. */
const reportMs = 50;
/** Milliseconds after which a host that could not be read is asked again, or one whose stream ended early. */
const [retryMs, againMs] = [5_000, 1_000];

/** One generation of a trace: what its line numbers are about. */
interface Content {
  readonly generation: string;
  readonly index: LineIndex;
  readonly blocks: BlockCache;
  readonly analysis: AnalysisPass;
}

/** A trace whose lines are indexed as they come; none of its bytes but a few blocks stay in memory. */
export class IndexedTrace {
  readonly #host: TraceHost;
  readonly #onFacts: (facts: TraceFacts) => void;
  #content: Content;
  #state: TraceState = { generation: "", size: 0, complete: false, problem: null };
  #problem: TraceProblem | null = null;
  #complete = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #reported = Number.NEGATIVE_INFINITY;

  constructor(host: TraceHost, onFacts: (facts: TraceFacts) => void) {
    this.#host = host;
    this.#onFacts = onFacts;
    this.#content = this.#begin("");
  }

  get index(): LineIndex {
    return this.#content.index;
  }

  facts(): TraceFacts {
    const { generation, index, analysis } = this.#content;
    const { analyser } = analysis;
    return {
      generation,
      lines: index.lines,
      bytes: index.bytes,
      size: Math.max(index.bytes, this.#state.size),
      complete: this.#complete,
      problem: this.#problem,
      analysed: analyser?.offset ?? 0,
      sections: analyser?.sections.sections.length ?? 0,
      errors: analyser?.findings.counts.error ?? 0,
      warnings: analyser?.findings.counts.warning ?? 0,
      timestamps: index.stamp !== "none",
    };
  }

  /** Yields the lines `from` to `to` (exclusive), each with at most `maxBytes`. */
  lines(from: number, to: number, maxBytes: number, signal?: AbortSignal): AsyncGenerator<RawLine> {
    const { index, blocks } = this.#content;
    return readLines(index, blocks, from, to, maxBytes, signal);
  }

  /** Returns the style that a line begins with. */
  styleAt(line: number, signal?: AbortSignal): Promise<TextStyle> {
    return this.#content.analysis.styleAt(line, signal);
  }

  sections(): readonly Section[] {
    return this.#content.analysis.analyser?.sections.sections ?? [];
  }

  sectionAt(line: number): SectionMark | undefined {
    const tree = this.#content.analysis.analyser?.sections;
    const index = tree?.openedAt(line) ?? -1;
    const name = tree?.sections[index]?.name;
    return name === undefined ? undefined : { index, name };
  }

  findings(limit: number): Finding[] {
    return this.#content.analysis.analyser?.findings.list(limit) ?? [];
  }

  /** Indexes the trace and follows it until it is complete. Ends early where it cannot be read at all. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && !this.#complete) {
      try {
        await this.#follow(signal);
        if (!this.#complete) await pause(againMs, signal);
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof TraceError && error.problem.code === "conflict") continue;
        this.#problem =
          error instanceof TraceError ? error.problem : { code: "internal", message: String(error) };
        this.#report(true);
        if (!(error instanceof TraceError) || !error.retry) return;
        await pause(retryMs, signal);
      }
    }
  }

  async #follow(signal: AbortSignal): Promise<void> {
    await this.#readState(signal);
    const { generation, index, blocks } = this.#content;
    if (!this.#state.complete || index.bytes < this.#state.size) {
      const turn = createYield();
      for await (const chunk of this.#host.follow(generation, index.bytes, signal)) {
        blocks.put(index.bytes, chunk);
        index.add(chunk);
        this.#report();
        // What is on disk already is indexed first: it is soon done, and scrolling needs it.
        if (index.bytes >= this.#state.size) this.#analyse(signal);
        await turn();
      }
      await this.#readState(signal);
    }
    if (generation !== this.#state.generation) return;
    if (this.#state.complete && index.bytes >= this.#state.size) {
      index.finish();
      this.#complete = true;
    }
    this.#report(true);
    this.#analyse(signal);
  }

  #analyse(signal: AbortSignal): void {
    const { analysis } = this.#content;
    const turn = createYield();
    const afterPiece = () => {
      this.#report();
      return turn();
    };
    void analysis
      .run(() => this.#complete, afterPiece, signal)
      .catch((error: unknown) => {
        if (signal.aborted || (error instanceof TraceError && error.problem.code === "conflict")) return;
        this.#problem = { code: "internal", message: String(error) };
        this.#report(true);
      });
  }

  async #readState(signal: AbortSignal): Promise<void> {
    this.#state = await this.#host.state(signal);
    this.#problem = this.#state.problem;
    if (this.#state.generation !== this.#content.generation)
      this.#content = this.#begin(this.#state.generation);
  }

  #begin(generation: string): Content {
    const read = (from: number, to: number, signal?: AbortSignal) =>
      this.#host.bytes(generation, from, to, signal);
    const index = new LineIndex();
    const blocks = new BlockCache(read);
    return { generation, index, blocks, analysis: new AnalysisPass(index, blocks) };
  }

  /** Reports the facts, at once where none were reported lately. */
  #report(now = false): void {
    const wait = now ? 0 : this.#reported + reportMs - performance.now();
    if (wait > 0) {
      this.#timer ??= setTimeout(() => this.#report(true), wait);
      return;
    }
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#reported = performance.now();
    this.#onFacts(this.facts());
  }

  /** Reports nothing any more. */
  close(): void {
    clearTimeout(this.#timer);
  }
}

/** Resolves after `ms`, or when `signal` fires. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done);
  });
