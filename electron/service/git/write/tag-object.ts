import type { Repository } from "../repository.ts";
import { gitText } from "../run.ts";
import { clean, type Signature } from "./commit-tree.ts";

/** Writes what a tag points at: the commit itself, or with a message a tag object. Returns its hash. */
export async function makeTagTarget(
  repository: Repository,
  name: string,
  commit: string,
  message: string | null,
  tagger: Signature,
): Promise<string> {
  return message === null ? commit : annotate(repository, name, commit, message, tagger);
}

async function annotate(
  { folder }: Repository,
  name: string,
  commit: string,
  message: string,
  tagger: Signature,
): Promise<string> {
  const seconds = Math.floor(Date.now() / 1000);
  const input = [
    `object ${commit}`,
    "type commit",
    `tag ${name}`,
    `tagger ${clean(tagger.name)} <${clean(tagger.email)}> ${seconds} +0000`,
    "",
    `${message.replaceAll("\0", "").trimEnd()}\n`,
  ].join("\n");
  return (await gitText(folder, ["mktag"], { input })).trim();
}
