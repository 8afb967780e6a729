import { clean, type Signature } from "./commit-tree.ts";
import { noObject, updateRef } from "./refs.ts";
import type { Repository } from "./repository.ts";
import { gitText } from "./run.ts";

/**
 * Makes a tag, annotated where there is a message. Answers false where a tag of this name was there already.
 */
export async function makeTag(
  repository: Repository,
  name: string,
  commit: string,
  message: string | null,
  tagger: Signature,
): Promise<boolean> {
  const target = message === null ? commit : await annotate(repository, name, commit, message, tagger);
  return updateRef(repository, `refs/tags/${name}`, target, noObject);
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
