import type { Project } from "../store/projects/projects.ts";
import { insertRelease } from "../store/projects/releases.ts";
import type { Store } from "../store/store.ts";
import type { SampleDates } from "./seed/dates.ts";

const releases = [
  {
    tag: "v0.3.0",
    name: "Offline",
    words: "Edits wait for the signal and are merged when it is back.",
    at: "2026-03-30T10:00:00.000Z",
  },
  {
    tag: "v0.4.0",
    name: "Repairs",
    words: "Repairs have dates, and what is late is shown first.",
    at: "2026-04-17T10:00:00.000Z",
  },
  {
    tag: "v0.5.0",
    name: "The wall",
    words:
      "A view for the wall: large letters, no buttons.\n\n- [x] Reads from ten metres\n- [x] Needs no mouse",
    at: "2026-05-12T10:00:00.000Z",
  },
] as const;

/** Releases of the tags that a project has. */
export function addReleases(store: Store, project: Project, authorId: number, dates: SampleDates): void {
  for (const { tag, name, words, at: written } of releases) {
    const at = dates(written).toISOString();
    insertRelease(store, project.id, {
      tagName: tag,
      name: `${tag.slice(1)}: ${name}`,
      description: `## What is new\n\n${words}`,
      authorId,
      createdAt: at,
      releasedAt: at,
      links: [{ name: "Installer", url: `https://downloads.fjord.example/lantern-${tag}.zip` }],
    });
  }
}
