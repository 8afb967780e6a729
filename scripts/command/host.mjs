import { readFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";

/** A failure of a command in the user's words, with the exit code that tells it. */
export class CommandFailure extends Error {
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Exit code where no Helve runs. */
const notRunning = 3;
const statuses = { usage: 2, unavailable: 4, unauthorized: 5 };
/** Bytes of the longest problem that is read. */
const maxProblemBytes = 1_000_000;

/**
 * Sends a body to the Helve that runs on a data folder, over the private socket that `tools.json` names, and returns its
 * response. The key is in a header alone: neither arguments nor environment have it. Throws CommandFailure.
 */
export function sendToHelve(data, path, body, headers = {}) {
  const { socket, key } = readKey(data);
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        socketPath: socket,
        path,
        method: "POST",
        headers: {
          host: "helve",
          authorization: `Bearer ${key}`,
          "content-type": "application/json",
          "content-length": Buffer.byteLength(body),
          ...headers,
        },
      },
      resolve,
    );
    sent.once("error", ({ code }) => {
      const isGone = code === "ECONNREFUSED" || code === "ENOENT" || code === "EACCES";
      reject(isGone ? new CommandFailure(startAdvice, notRunning) : new CommandFailure(broken, notRunning));
    });
    sent.end(body);
  });
}

const startAdvice = "Helve is not running. Start it with `helve`, then try again.";
const broken = "Helve ended while it was asked. Start it with `helve`, then try again.";

function readKey(data) {
  try {
    const { socket, key } = JSON.parse(readFileSync(join(data, "tools.json"), "utf8"));
    if (typeof socket === "string" && typeof key === "string") return { socket, key };
  } catch {
    // The running Helve writes it, and removes it at its end.
  }
  throw new CommandFailure(startAdvice, notRunning);
}

/** Throws the problem of a response that is none of success as CommandFailure. */
export async function refuseProblem(response) {
  if (response.statusCode < 400) return;
  const { code, message, detail } = await readProblem(response);
  const exitCode =
    code === "invalid_input"
      ? statuses.usage
      : (statuses[code] ?? (/^(offline|timeout|tls|rate_limited)$/.test(code) ? statuses.unavailable : 1));
  throw new CommandFailure([message, detail].filter(Boolean).join("\n"), exitCode);
}

async function readProblem(response) {
  let text = "";
  response.setEncoding("utf8");
  for await (const chunk of response) {
    text += chunk;
    if (text.length > maxProblemBytes) break;
  }
  try {
    const { code, message, detail } = JSON.parse(text);
    return { code: String(code), message: String(message), detail: detail ? String(detail) : "" };
  } catch {
    return { code: "internal", message: `Helve responded with status ${response.statusCode}.`, detail: "" };
  }
}
