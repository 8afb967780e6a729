import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { z } from "zod";

const toolResult = z.object({
  content: z.array(z.object({ type: z.literal("text"), text: z.string() })),
  isError: z.boolean().optional(),
});
const reply = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.number(), z.string()]).nullable(),
  result: z.looseObject({}).optional(),
  error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }).optional(),
});
type Reply = z.output<typeof reply>;

/** Returns a client of the Model Context Protocol over `helve mcp`, as an editor has one: it speaks lines of JSON with it. */
export function startMcpClient(child: ChildProcess) {
  const waiting = new Map<number | string | null, (reply: Reply) => void>();
  const printed = { out: "", err: "" };
  child.stderr?.on("data", (chunk: Buffer) => (printed.err += chunk));
  if (!child.stdout) throw new Error("no output");
  createInterface({ input: child.stdout }).on("line", (line) => {
    printed.out += `${line}\n`;
    const received = reply.parse(JSON.parse(line));
    waiting.get(received.id)?.(received);
  });
  let last = 0;
  const sendText = (text: string) => child.stdin?.write(`${text}\n`);
  const receive = (id: number | string | null) => new Promise<Reply>((resolve) => waiting.set(id, resolve));
  const request = (method: string, params: object = {}) => {
    const id = ++last;
    const received = receive(id);
    sendText(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    return received;
  };
  return {
    printed,
    request,
    sendText,
    receive,
    child,
    async call(name: string, input: object = {}) {
      const { result } = await request("tools/call", { name, arguments: input });
      const { content, isError = false } = toolResult.parse(result);
      return { text: content.map(({ text }) => text).join(""), isError };
    },
    async begin() {
      const started = await request("initialize", {
        protocolVersion: "2025-06-18",
        capabilities: {},
        clientInfo: { name: "An editor", version: "1" },
      });
      sendText(JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }));
      return started;
    },
    async end() {
      const ended = new Promise<number | null>((done) => child.once("close", done));
      child.stdin?.end();
      return ended;
    },
  };
}
