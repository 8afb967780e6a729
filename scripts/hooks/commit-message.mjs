import { readFileSync } from "node:fs";

/** Letters of the longest subject. */
const maxLength = 72;
const conventional =
  /^(build|chore|ci|docs|feat|fix|perf|refactor|revert|style|test)(\([a-z0-9-]+(, ?[a-z0-9-]+)*\))?!?: \S/;
/** Subjects that git writes itself. */
const ofGit = /^(Merge |Revert "|(fixup|squash|amend)! )/;

const [, , path = ""] = process.argv;
const [subject = ""] = readFileSync(path, "utf8").split("\n");
if (!ofGit.test(subject)) {
  const problem = !conventional.test(subject)
    ? "Begin the message as Conventional Commits do, such as `fix(service): …`."
    : subject.length > maxLength
      ? `The subject has ${subject.length} letters, at most ${maxLength} are allowed.`
      : null;
  if (problem) {
    console.error(`${problem} Nothing was committed.`);
    process.exit(1);
  }
}
