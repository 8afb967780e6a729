// Runs a worker of the page in a thread of Node: with its global scope, and addresses relative to the test's host.
import { parentPort, workerData } from "node:worker_threads";

const bare = globalThis.fetch;
globalThis.fetch = (input, init) => bare(new URL(input, workerData.base), init);
globalThis.postMessage = (message, { transfer } = {}) => parentPort?.postMessage(message, transfer);
globalThis.addEventListener = (type, listener) => parentPort?.on(type, (data) => listener({ data }));
await import(workerData.url);
