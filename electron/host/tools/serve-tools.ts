import type { Hono } from "hono";
import { ProblemError } from "../../../shared/errors.ts";
import { toolRoutes } from "../../../shared/host/tools.ts";
import { checkInput, parseJsonBody } from "../checks/input.ts";
import { type Confirmations, typedCode } from "../confirmation/confirmations.ts";
import { toHostProblem } from "../diagnostics/problems.ts";
import type { Redactor } from "../diagnostics/redactor.ts";
import { handle } from "../page/handle-route.ts";
import { stopWith, textStream } from "../page/json-lines.ts";
import { problemResponse } from "../page/responses.ts";
import { type CommandParts, command, runCommand } from "./commands.ts";
import { respondToMcp } from "./mcp.ts";
import type { ToolAccessStore } from "./tool-access.ts";
import type { WaitingWrites } from "./waiting-writes.ts";

/** Header with the name that a program gave itself, percent-encoded. */
const programHeader = "helve-program";

interface ToolParts extends CommandParts {
  readonly redactor: Redactor;
  readonly access: ToolAccessStore;
  readonly writes: WaitingWrites;
  readonly version: string;
  readonly closing: AbortSignal;
}

/**
 * Returns the handler of what other programs of this user send through `tool-server.ts`: the commands of its command line, and
 * the messages of the Model Context Protocol, which reach the accounts that are open to tools alone. No response has a token of
 * an account, also where a service sent one back.
 */
export function serveTools(parts: ToolParts): (request: Request) => Promise<Response> {
  const { redactor } = parts;
  return async (request) => {
    try {
      const { pathname } = new URL(request.url);
      if (pathname === "/command") return await respondToCommand(parts, request);
      if (pathname === "/mcp") return await respondToMessage(parts, request);
      throw new ProblemError({ code: "not_found", message: "This is not served here." });
    } catch (error) {
      return problemResponse(redactor.problem(toHostProblem(error)));
    }
  };
}

async function respondToCommand(parts: ToolParts, request: Request): Promise<Response> {
  const { redactor, closing } = parts;
  const given = checkInput(command, parseJsonBody(await request.bytes()));
  const stop = stopWith([request.signal, closing]);
  const texts = runCommand(parts, given, stop.signal);
  // Until there is something to print, a problem is the response.
  const first = await texts.next();
  return textStream(
    (async function* () {
      for (let next = first; !next.done; next = await texts.next()) yield redactor.text(next.value);
    })(),
    stop,
  );
}

async function respondToMessage(parts: ToolParts, request: Request): Promise<Response> {
  const message = new TextDecoder().decode(await request.bytes());
  const { signal } = stopWith([request.signal, parts.closing]);
  const reply = await respondToMcp(parts, message, programOf(request), signal);
  if (reply === null) return new Response(null, { status: 202 });
  return new Response(reply, { headers: { "content-type": "application/json" } });
}

function programOf({ headers }: Request): string {
  try {
    return decodeURIComponent(headers.get(programHeader) ?? "");
  } catch {
    return "";
  }
}

interface ToolSettingsParts extends Pick<ToolParts, "access" | "writes"> {
  readonly confirmations: Confirmations;
  /** Returns id and name of an account. Throws ProblemError `not_found`. */
  readonly account: (id: string) => { readonly id: string; readonly name: string };
  /** Program and arguments that start `helve mcp`. */
  readonly command: readonly string[];
}

/** Serves what the page shows and decides of tools. */
export function serveToolSettings(app: Hono, parts: ToolSettingsParts): void {
  const { access, writes, confirmations, account, command } = parts;
  const state = () => ({ access: access.all, calls: [...access.calls], command: [...command] });
  handle(app, toolRoutes.get, state);
  handle(app, toolRoutes.change, async ({ account: id, body }, request) => {
    await access.change(account(id), body, confirmations, typedCode(request));
    return state();
  });
  handle(app, toolRoutes.send, ({ id }, request) => writes.send(id, typedCode(request)));
  handle(app, toolRoutes.decline, ({ id }) => writes.decline(id));
}
