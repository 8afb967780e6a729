import { tmpdir } from "node:os";
import { join } from "node:path";
import { Cache } from "./cache.ts";
import { foreignFolder } from "./foreign.ts";
import { acrossRepositories, type GitRuntime, otherFolder } from "./git-folder.ts";
import type { OriginalLayout, OriginalSettings } from "./original-layout.ts";
import { gitText } from "./run.ts";

const sharedModes = /^(?:0?[0-7]{3,4}|group|true|1|all|world|everybody|2)$/i;
/** Extensions of the repository format that change nothing in what Helve does, or that it passes on to git. */
const knownExtensions = new Set([
  "objectformat",
  "compatobjectformat",
  "refstorage",
  "partialclone",
  "preciousobjects",
  "worktreeconfig",
  "relativeworktrees",
  "noop",
  "noop-v1",
]);
const booleans = ["core.filemode", "core.symlinks", "core.ignorecase", "core.precomposeunicode"];

/** Reads `config` as a file: includes are not followed, and nothing in it takes effect. */
export async function readSettings(git: GitRuntime, layout: OriginalLayout): Promise<OriginalSettings> {
  const values = await readConfig(git, layout.commonDir, "config");
  const own = values.get("extensions.worktreeconfig")
    ? await readConfig(git, layout.gitDir, "config.worktree")
    : new Map<string, string>();
  const get = (name: string) => own.get(name) ?? values.get(name);
  const bare = isTrue(get("core.bare") ?? String(layout.kind === "bare"));
  const shared = values.get("core.sharedrepository") ?? "";
  const logs = values.get("core.logallrefupdates");
  const autocrlf = get("core.autocrlf")?.toLowerCase();
  const eol = get("core.eol")?.toLowerCase();
  return {
    objectFormat: values.get("extensions.objectformat")?.toLowerCase() === "sha256" ? "sha256" : "sha1",
    refFormat: values.get("extensions.refstorage")?.toLowerCase() === "reftable" ? "reftable" : "files",
    bare,
    workTree: get("core.worktree") ?? null,
    shared: sharedModes.test(shared) ? shared : null,
    reflogs: logs === undefined ? !bare : logs.toLowerCase() === "always" || isTrue(logs),
    partial:
      values.has("extensions.partialclone") ||
      [...values].some(([name, value]) => /^remote\..*\.promisor$/.test(name) && isTrue(value)),
    sparse: isTrue(get("core.sparsecheckout") ?? "false"),
    unknownExtension:
      Number(values.get("core.repositoryformatversion") ?? 0) > 0
        ? ([...values.keys()]
            .filter((name) => name.startsWith("extensions."))
            .map((name) => name.slice("extensions.".length))
            .find((name) => !knownExtensions.has(name)) ?? null)
        : null,
    checkout: [
      ...booleans.flatMap((name) => {
        const value = get(name);
        return value === undefined ? [] : [`${name}=${isTrue(value)}`];
      }),
      ...(autocrlf ? [`core.autocrlf=${autocrlf === "input" ? "input" : isTrue(autocrlf)}`] : []),
      ...(eol === "lf" || eol === "crlf" ? [`core.eol=${eol}`] : []),
    ],
  };
}

const isTrue = (value: string): boolean => /^(?:true|yes|on|[1-9]\d*|)$/i.test(value);

/** Values of each file as it was last written. */
const configs = acrossRepositories(
  () => new Cache<{ readonly stamp: string; readonly values: ReadonlyMap<string, string> }>(200),
);

async function readConfig(
  git: GitRuntime,
  gitDir: string,
  name: string,
): Promise<ReadonlyMap<string, string>> {
  const path = join(gitDir, name);
  const folder = foreignFolder(gitDir);
  const found = await folder.stat(name);
  const stamp = found ? `${found.mtimeNs} ${found.ctimeNs} ${found.ino} ${found.size}` : "";
  const known = configs({ git }).get(path);
  if (known?.stamp === stamp) return known.values;
  const values = await parseConfig(git, (await folder.readText(name, maxConfigBytes)) ?? "");
  // Two changes may have the same time.
  if (found && Number(found.mtimeMs) < Date.now() - timeGranularityMs)
    configs({ git }).set(path, { stamp, values });
  return values;
}

/** Milliseconds within which a file system may give two changes the same time. */
const timeGranularityMs = 2_000;

/** Bytes of the longest configuration; one with many remotes has some hundred kilobytes. */
const maxConfigBytes = 8 * 1024 * 1024;

async function parseConfig(git: GitRuntime, input: string): Promise<Map<string, string>> {
  const args = ["config", "--file", "-", "--no-includes", "--null", "--list"];
  // A folder that is not a repository: nothing but the text is read.
  const text = await gitText(otherFolder(git, tmpdir()), args, { input, expect: [0, 1, 128] });
  const entries = text.split("\0").filter(Boolean);
  return new Map(
    entries.map((entry) => {
      const end = entry.indexOf("\n");
      return end < 0 ? [entry, "true"] : [entry.slice(0, end), entry.slice(end + 1)];
    }),
  );
}
