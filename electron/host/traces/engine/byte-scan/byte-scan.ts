// Made by scripts/packing/wat.mjs of byte-scan.wat.

/** Hash of the text that was compiled. */
export const sourceHash = "7f89fb29bcf4ec186d12679847a1a41fcee1c60003b87b25efcec7eb51d84836";

/** The compiled module, in base64. */
const compiledModule = [
  "AGFzbQEAAAABHQRgAX8Bf2ADf39/An9/YAJ/fwF/YAV/f39/fwF/AwkIAAECAAACAgMFAwEAQAYGAX8BQQALB0MHBm1lbW9y",
  "eQIABmJleW9uZAMABXN0cmlwAAEFY291bnQAAgd1bnN0YW1wAAUMY291bnRTdGFtcGVkAAYEZmluZAAHCpALCIABAQJ/IAAt",
  "AAFB2wBHBEBBAA8LIABBAmohAQNAIAEtAAAhAiACQTBrQQxJBEAgAUEBaiEBDAELCyACQe0ARgRAIAFBAWoPCyACQcsARwRA",
  "QQAPCyABIABBAmpGBEAgAUEBag8LIAEgAEEDakYgAC0AAkEwRnEEQCABQQFqDwtBAAvwAgICewN/AkADQCAAIAFPDQEgAP0A",
  "BAAhAyACIAP9CwQAIAP9DCAgICAgICAgICAgICAgICD9JiAD/QwJCQkJCQkJCQkJCQkJCQkJ/XH9DAICAgICAgICAgICAgIC",
  "AgL9Jv1PIAP9DH9/f39/f39/f39/f39/f3/9IyAD/QzCwsLCwsLCwsLCwsLCwsLC/SP9UP1Q/WQhBSAEIAP9UCEEIAVFBEAg",
  "AEEQaiEAIAJBEGohAgwBCyAFaCEFIAAgBWohACACIAVqIQIgACABTw0BIAAtAAAhBiAGQRtGBEAgABAAIQcgB0UNAiAHLQAA",
  "QcABcUGAAUYNAiAHIQAMAQsgBkENRgRAIAAtAAEhBiAGQQ1HIAZBCkdxDQIgAEEBaiEADAELIAZBwgFGBEAgAC0AAUHgAXFB",
  "gAFGDQIgAEEBaiEAIAJBAWohAgwBCwsLIAAgAUsEQCACIAAgAWtrIQIgASEACyMAIAT9ZHIkACAAIAILbwECfwJAA0AgAEEQ",
  "aiABSw0BIAIgAP0ABAD9DAoKCgoKCgoKCgoKCgoKCgr9I/1kaWohAiAAQRBqIQAMAAsLIAEgAGshAyACIAD9AAQA/QwKCgoK",
  "CgoKCgoKCgoKCgoK/SP9ZEEBIAN0QQFrcWlqCygAIAAtAB9BK0YgAC0ABEEtRnEgAC0ACkHUAEYgAC8BGkHawABGcXEL0AEB",
  "AX8gAP0ABAD9DDAwMDAtMDAtMDBUMDA6MDD9cf0MCQkJCQAJCQAJCQAJCQAJCf0q/WNFBEBBAA8LIAD9AAQQ/Qw6MDAuMDAw",
  "MDAwWiAwMEUg/XH9DAAJCQAJCQkJCQkAADY2Cgv9Kv1jRQRAQQAPCyAALQAcIQEgAUE5SyABQeEASXEEQEEADwsgAC0AHSEB",
  "IAFBOUsgAUHhAElxBEBBAA8LIAAtAB4hASABQcUARyABQc8AR3EEQEEADwsgAC0AHyEBIAFBIEYgAUErRnILvgEDAX8BewF/",
  "IAAhAiAAEAQEQCAAQSBqIQALAkADQCAAIAFPDQEgAP0ABAAhAyACIAP9CwQAIAP9DAoKCgoKCgoKCgoKCgoKCgr9I/1kIQQg",
  "BEUEQCAAQRBqIQAgAkEQaiECDAELIARoQQFqIQQgACAEaiEAIAIgBGohAiAAIAFPDQEgABADBEAgAEEgaiEAIAJBAWshAgwB",
  "CyAAEAQEQCAAQSBqIQALDAALCyAAIAFLBH8gAiAAIAFrawUgAgsLfQECfwJAA0AgACABTw0BIAD9AAQA/QwKCgoKCgoKCgoK",
  "CgoKCgoK/SP9ZCEDIAEgAGtBEEkEQCADQQEgASAAa3RBAWtxIQMLAkADQCADRQ0BIAIgACADaGpBAWoQA0VqIQIgAyADQQFr",
  "cSEDDAALCyAAQRBqIQAMAAsLIAIL8AECBX8GeyAEQQFrIQUgAi0AAP0PIQogAy0AAP0PIQsgAiAFai0AAP0PIQwgAyAFai0A",
  "AP0PIQ0gASAFayEBAkADQCAAIAFODQEgAP0ABAAhDiAAIAVq/QAEACEPIA4gCv0jIA4gC/0j/VAgDyAM/SMgDyAN/SP9UP1O",
  "/WQhBgJAA0AgBkUNASAAIAZoaiEJIAYgBkEBa3EhBiAJIAFODQNBASEHA0AgByAFTgRAIAkPCyAJIAdqLQAAIQggCCACIAdq",
  "LQAARiAIIAMgB2otAABGcgRAIAdBAWohBwwBCwsMAAsLIABBEGohAAwACwtBfws=",
].join("");

/** Functions of byte-scan.wat, which documents them; positions are bytes of `memory`. */
export interface ByteScan {
  readonly memory: WebAssembly.Memory;
  readonly beyond: WebAssembly.Global;
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

/** Bytes that are counted at once, in the processor's cache. */
const partBytes = 65_536;
/** Bytes behind a newline that show whether the next line has a stamp. */
const stampBytes = 32;

let scan: ByteScan | undefined;

/** Returns how many newlines there are. */
export function countNewlines(bytes: Uint8Array): number {
  scan ??= startByteScan();
  const memory = new Uint8Array(scan.memory.buffer);
  let newlines = 0;
  for (let from = 0; from < bytes.length; from += partBytes) {
    const part = bytes.subarray(from, from + partBytes);
    memory.set(part);
    newlines += scan.count(0, part.length);
  }
  return newlines;
}

/**
 * Returns the number of lines that begin behind the newlines in the bytes `from` to `to` (exclusive), where lines have a
 * runner's stamp; a line that continues the previous one does not count. The bytes behind `to` continue a line.
 */
export function countStampedLines(bytes: Uint8Array, from: number, to: number): number {
  scan ??= startByteScan();
  const memory = new Uint8Array(scan.memory.buffer);
  let lines = 0;
  for (let at = from; at < to; at += partBytes) {
    const end = Math.min(to, at + partBytes);
    const part = bytes.subarray(at, end + stampBytes);
    memory.set(part);
    memory.fill(0, part.length, end - at + stampBytes);
    lines += scan.countStamped(0, end - at);
  }
  return lines;
}
