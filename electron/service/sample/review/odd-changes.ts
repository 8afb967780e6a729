import { openRepository } from "../../git/repository.ts";
import type { Project } from "../../store/projects/projects.ts";
import type { Store } from "../../store/store.ts";
import { History } from "../seed/history.ts";
import { makePng } from "../seed/images.ts";
import { people } from "../seed/people.ts";
import { makeMergeRequest, tipOf } from "./make-merge-request.ts";

/** Files of the merge request that breaks big tools, and lines that it changes in each. */
const [files, lines] = [500, 50] as const;
const catalog = (file: number, changed: boolean): string =>
  Array.from(
    { length: lines * 2 },
    (_, i) =>
      `export const entry_${file}_${i} = { id: ${file * 1000 + i}, name: "${changed && i % 2 === 0 ? "renewed" : "entry"} ${i}", weight: ${(file * i) % 997} };\n`,
  ).join("");

/** Changes of every odd kind, and one of 500 files and 50,000 changed lines. */
export async function makeOddChanges(
  store: Store,
  project: Project,
  users: readonly number[],
  at: Date,
): Promise<void> {
  const repository = openRepository(project.repositoryPath);
  const tip = await tipOf(project, "main");
  const readme = await repository.objects.read(`${tip}:README.md`);
  const rotate = await repository.objects.read(`${tip}:bin/rotate`);
  const history = new History();
  history.begin("main", tip);
  const commit = (
    branch: string,
    author: number,
    message: string,
    changes: Parameters<History["commit"]>[0]["files"],
  ) =>
    history.commit({
      branch,
      from: "main",
      author: people[author] ?? people[0],
      date: at,
      message,
      files: changes,
    });
  const entries = (changed: boolean) =>
    Object.fromEntries(
      Array.from({ length: files }, (_, file) => [
        `catalog/${String(file % 20).padStart(2, "0")}/entries-${file}.ts`,
        catalog(file, changed),
      ]),
    );
  commit("main", 3, "Keep the catalog beside the tools\n", entries(false));
  commit("feature/renew-catalog", 3, "Renew every second entry of the catalog\n", entries(true));
  commit("feature/odd-changes", 5, "Move, mark and mend what other tools trip over\n", {
    "README.md": null,
    "docs/start-here.md": readme?.content ?? "",
    "bin/rotate": { mode: "100644", data: rotate?.content ?? "" },
    "assets/pattern.png": makePng(256, 256, (x, y) => [(x * y) & 255, (x ^ y) & 255, 120]),
    "vendor/handbook": { mode: "160000", data: "1".repeat(40) },
    "no-newline.txt": "the last line has no end",
    "bin/clean": { mode: "100755", data: "#!/bin/sh\nset -eu\nrm -rf out\n" },
  });
  await history.writeTo(project.repositoryPath);
  await makeMergeRequest(store, {
    project,
    branch: "feature/renew-catalog",
    title: "Renew the catalog",
    description:
      "Five hundred files, one change each in every second line. Made by a script; read a few and trust it.",
    authorId: users[3] ?? 1,
    assignees: users.slice(0, 1),
    labels: ["performance"],
    at,
  });
  await makeMergeRequest(store, {
    project,
    branch: "feature/odd-changes",
    title: "Move, mark and mend what other tools trip over",
    description:
      "A moved file, two changes of mode, a picture, a submodule, and a file whose last line does not end.",
    authorId: users[5] ?? 1,
    labels: ["needs review"],
    at,
  });
}
