import { spawnSync } from "node:child_process";
import { existsSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { root } from "../node.mjs";
import { CommandFailure, refuseProblem, sendToHelve } from "./host.mjs";
import { runMcp } from "./mcp.mjs";
import { showColumns } from "./show-columns.mjs";

const shared = {
  account: { type: "string" },
  project: { type: "string" },
  data: { type: "string" },
  help: { type: "boolean", short: "h" },
};
const sharedUsage = `
  --project GROUP/NAME  the project, where it is not that of the clone here
  --account NAME        the account by name or host, where the remote does not say it
  --data DIR            data folder of the Helve that runs (default .helve)`;

const usages = {
  mr: `helve mr list [flags]     merge requests of the project of this clone, newest change first
helve mr show N [flags]   one merge request

  --state STATE         opened (default), closed, merged or all
  --search TEXT         those with this text in title or description
  --mine                those that are assigned to you, in all projects
  --limit N             at most 100 (default 30)
  --json                as the service sends it${sharedUsage}`,
  review: `helve review N [flags]    the comments of a merge request, with path, lines, diff, version and suggestions

  --markdown            as Markdown (default)
  --json                as JSON${sharedUsage}`,
  log: `helve log JOB [flags]     the log of a job by its id, as plain text

  --follow, -f          continues until the job has ended
  --tail N              the last N lines
  --grep PATTERN        lines that a regular expression matches${sharedUsage}`,
  open: `helve open [TARGET]       shows something in Helve's window: a folder's repository (default: this one), a file of a
                          clone, a merge request (!N) or a link of a service${sharedUsage}`,
  mcp: `helve mcp [flags]         the Model Context Protocol on standard input and output, for the assistant of an editor. It reads the
                          accounts that are open to tools (Settings, Tools), and asks for writes that you confirm in Helve.

  --data DIR            data folder of the Helve that runs (default .helve)`,
};

const flags = {
  mr: {
    state: { type: "string", default: "opened" },
    search: { type: "string" },
    mine: { type: "boolean", default: false },
    limit: { type: "string", default: "30" },
    json: { type: "boolean", default: false },
  },
  review: { json: { type: "boolean", default: false }, markdown: { type: "boolean", default: false } },
  log: {
    follow: { type: "boolean", short: "f", default: false },
    tail: { type: "string" },
    grep: { type: "string" },
  },
  open: {},
  mcp: {},
};

/** The commands that the running Helve carries out. */
export const commandNames = Object.keys(usages);

/** Runs a command with its arguments and prints what Helve responds. Returns the exit code. */
export async function runCommand(name, args) {
  const { values, positionals } = read(name, args);
  if (values.help) {
    console.log(usages[name]);
    return 0;
  }
  const data = resolve(values.data ?? join(root, ".helve"));
  if (name === "mcp") {
    await runMcp(data);
    return 0;
  }
  const sent = { ...bodies[name](positionals, values), ...placeOf(values) };
  const response = await sendToHelve(data, "/command", JSON.stringify(sent));
  await refuseProblem(response);
  await print(response, name === "mr" && !values.json);
  return 0;
}

function read(name, args) {
  try {
    const options = { ...shared, ...flags[name] };
    return parseArgs({ args, options, strict: true, allowPositionals: true });
  } catch (error) {
    throw usageFailure(name, error.message);
  }
}

const usageFailure = (name, message) => new CommandFailure(`${message}\n\n${usages[name]}`, 2);

const bodies = {
  mr([verb = "list", number, ...rest], { state, search, mine, limit, json }) {
    if (verb === "list" && number === undefined) {
      if (!/^(opened|closed|merged|all)$/.test(state)) throw usageFailure("mr", `"${state}" is not a state.`);
      const count = wholeNumber("mr", limit);
      return { name: "mr list", state, ...(search ? { search } : {}), mine, limit: count, json };
    }
    if (verb !== "show" || rest.length > 0) throw usageFailure("mr", `"mr ${verb}" is not a command.`);
    return { name: "mr show", iid: mergeRequestNumber("mr", number), json };
  },
  review([number, ...rest], { json, markdown }) {
    if (rest.length > 0 || (json && markdown))
      throw usageFailure("review", "One merge request and one format, please.");
    return { name: "review", iid: mergeRequestNumber("review", number), format: json ? "json" : "markdown" };
  },
  log([job, ...rest], { follow, tail, grep }) {
    if (rest.length > 0) throw usageFailure("log", "One job, please.");
    return {
      name: "log",
      job: wholeNumber("log", job),
      follow,
      ...(tail === undefined ? {} : { tail: wholeNumber("log", tail) }),
      ...(grep === undefined ? {} : { grep }),
    };
  },
  open([target = ".", ...rest]) {
    if (rest.length > 0) throw usageFailure("open", "One target, please.");
    return { name: "open", target: targetOf(target) };
  },
};

const mergeRequestNumber = (name, text) => wholeNumber(name, text?.replace(/^!/, ""));

function wholeNumber(name, text) {
  if (text !== undefined && /^[1-9]\d{0,15}$/.test(text)) return Number(text);
  throw usageFailure(name, text === undefined ? "A number is missing." : `"${text}" is not a number.`);
}

function targetOf(text) {
  if (/^!\d+$/.test(text)) return { kind: "merge request", iid: mergeRequestNumber("open", text) };
  if (/^(https?|helve):\/\//i.test(text)) return { kind: "url", url: text };
  const path = resolve(text);
  if (!existsSync(path)) throw new CommandFailure(`${path} is not there.`, 2);
  if (statSync(path).isDirectory()) return { kind: "folder", path };
  const real = realpathSync(dirname(path));
  const ref = git(["symbolic-ref", "--quiet", "--short", "HEAD"], real) || git(["rev-parse", "HEAD"], real);
  return { kind: "file", path: join(real, basename(path)), ref };
}

/** Returns what says which project is meant: flags, else the remotes and the folder of the clone. */
function placeOf({ account, project }) {
  const folder = git(["rev-parse", "--show-toplevel"]);
  const upstream = git(["rev-parse", "--abbrev-ref", "@{upstream}"]).split("/")[0];
  const remotes = git(["config", "--get-regexp", String.raw`^remote\..*\.url$`])
    .split("\n")
    .flatMap((line) => {
      const [, name, url] = /^remote\.(.+)\.url (.+)$/.exec(line) ?? [];
      return name === undefined ? [] : [{ name, url }];
    });
  const rank = ({ name }) => (name === upstream ? 0 : name === "origin" ? 1 : 2);
  return {
    ...(account === undefined ? {} : { account }),
    ...(project === undefined ? {} : { project }),
    ...(folder ? { folder } : {}),
    remotes: remotes
      .toSorted((a, b) => rank(a) - rank(b))
      .slice(0, 50)
      // A password in a remote stays here.
      .map(({ url }) => url.replace(/^(https?:\/\/)[^/@]*@/i, "$1")),
  };
}

/** Returns what git prints, empty where it fails. */
function git(args, cwd = process.cwd()) {
  const { status, stdout } = spawnSync("git", args, { cwd, encoding: "utf8", maxBuffer: 1_000_000 });
  return status === 0 ? stdout.trim() : "";
}

/** Prints a response as it arrives; rows with tabs as columns where a person reads them. */
async function print(response, isTable) {
  response.setEncoding("utf8");
  if (isTable && process.stdout.isTTY) {
    let text = "";
    for await (const chunk of response) text += chunk;
    process.stdout.write(showColumns(text, process.stdout.columns ?? 80, !process.env.NO_COLOR));
    return;
  }
  for await (const chunk of response)
    if (!process.stdout.write(chunk)) await new Promise((done) => process.stdout.once("drain", done));
}
