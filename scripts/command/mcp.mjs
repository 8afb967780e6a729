import { createInterface } from "node:readline";
import { CommandFailure, refuseProblem, sendToHelve } from "./host.mjs";

/** Characters of the longest message that is passed on. */
const maxMessageLength = 1_000_000;

/**
 * Connects a client of the Model Context Protocol on standard input and output with the Helve that runs: passes each message, a
 * line of JSON, on to it, and each response back. Standard output has nothing else. Resolves at the end of the input, once
 * all responses are written.
 */
export async function runMcp(data) {
  const running = new Set();
  const client = { name: "" };
  const lines = createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY });
  for await (const line of lines) {
    if (line.trim() === "") continue;
    const passing = passOn(data, line, client).finally(() => running.delete(passing));
    running.add(passing);
  }
  await Promise.all(running);
}

async function passOn(data, line, client) {
  const { id, method, params } = readMessage(line);
  if (typeof params?.clientInfo?.name === "string") client.name = params.clientInfo.name.slice(0, 100);
  try {
    if (line.length > maxMessageLength) throw new CommandFailure("This message is too long.");
    const response = await sendToHelve(data, "/mcp", line, {
      "helve-program": encodeURIComponent(client.name.toWellFormed()),
    });
    await refuseProblem(response);
    let text = "";
    response.setEncoding("utf8");
    for await (const chunk of response) text += chunk;
    if (text !== "") process.stdout.write(`${text}\n`);
  } catch (error) {
    console.error(error.message);
    // A client waits for the response to each request, and a person reads its error.
    if (id === undefined || method === undefined) return;
    const failure = { code: -32603, message: error.message };
    process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, error: failure })}\n`);
  }
}

function readMessage(line) {
  try {
    const message = JSON.parse(line.slice(0, maxMessageLength));
    return typeof message === "object" && message !== null ? message : {};
  } catch {
    return {};
  }
}
