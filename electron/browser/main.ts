import { keepCompiledCode } from "../system/keep-compiled-code.ts";
import { findThreads } from "../system/threads.ts";

// Before any other module is loaded.
keepCompiledCode(import.meta.url);
findThreads(import.meta.url);
await import("./run-shell.ts");
