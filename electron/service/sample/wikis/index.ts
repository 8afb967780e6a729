import { wikiFolder } from "../../domain/wiki/repository.ts";
import { createRepository } from "../../git/repository.ts";
import type { Project } from "../../store/projects/projects.ts";
import { createCalendar } from "../seed/calendar.ts";
import type { SampleDates } from "../seed/dates.ts";
import { History } from "../seed/history.ts";
import { people } from "../seed/people.ts";
import { createRandom } from "../seed/random.ts";
import { harborWiki } from "./harbor.ts";
import { lanternWiki } from "./lantern.ts";
import type { WikiEdit } from "./wiki-edit.ts";

/** Writes the wikis of two projects. */
export async function addWikis(board: Project, server: Project, dates: SampleDates): Promise<void> {
  await Promise.all([writeWiki(board, lanternWiki, dates), writeWiki(server, harborWiki, dates)]);
}

async function writeWiki(project: Project, edits: readonly WikiEdit[], dates: SampleDates): Promise<void> {
  const nextDate = createCalendar(createRandom(project.id), dates("2026-05-20T08:00:00Z"));
  const history = new History();
  for (const [person, message, files] of edits) {
    const author = people[person] ?? people[0];
    history.commit({ branch: "main", author, date: nextDate(), message: `${message}\n`, files });
  }
  const folder = wikiFolder(project);
  await createRepository(folder);
  await history.writeTo(folder);
}
