import { compiledModule } from "./compiled.ts";

/** Functions of byte-scan.wat, which documents them; positions are bytes of `memory`. */
export interface ByteScan {
  readonly memory: WebAssembly.Memory;
  readonly beyond: WebAssembly.Global<"i32">;
  strip(at: number, end: number, out: number): [at: number, out: number];
  count(at: number, end: number): number;
  countStamped(at: number, end: number): number;
  unstamp(at: number, end: number): number;
  find(at: number, end: number, lower: number, upper: number, length: number): number;
}

let module: WebAssembly.Module | undefined;

/** Returns the functions with a memory of their own. */
export function startByteScan(): ByteScan {
  module ??= new WebAssembly.Module(Buffer.from(compiledModule, "base64"));
  // The module is compiled of byte-scan.wat, which exports these.
  return new WebAssembly.Instance(module).exports as unknown as ByteScan;
}
