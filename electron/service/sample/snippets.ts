import type { Project, Visibility } from "../store/projects/projects.ts";
import { insertSnippet, type SnippetFile } from "../store/projects/snippets.ts";
import { insertNote } from "../store/review/notes.ts";
import type { Store } from "../store/store.ts";
import type { User } from "../store/users/users.ts";
import type { SampleDates } from "./seed/dates.ts";
import { snippetTexts } from "./snippet-texts.ts";

/** Index among the sample's people; "me" is the administrator, who signs in with the sample. */
type Author = number | "me";

interface SampleSnippet {
  readonly in: "lantern" | "harbor" | null;
  readonly author: Author;
  readonly title: string;
  readonly visibility: Visibility;
  readonly files: readonly SnippetFile[];
  readonly description?: string;
  /** Day of June 2026 on which it was written. */
  readonly day: number;
  readonly expiresInDays?: number;
  readonly notes?: readonly (readonly [Author, string])[];
}

const file = (path: keyof typeof snippetTexts): SnippetFile => ({ path, content: snippetTexts[path] });

/** Links point to the first one. */
const snippets: readonly SampleSnippet[] = [
  {
    in: "lantern",
    author: 0,
    title: "Find boats without a berth",
    visibility: "internal",
    files: [file("boats.sql")],
    description: "Run it on the **copy**, not on the live database.",
    day: 1,
    notes: [
      [2, "Works on the copy as well."],
      ["me", "I added an index on `berth`, it takes 3 ms now."],
    ],
  },
  {
    in: "lantern",
    author: "me",
    title: "Watch the wall without a browser",
    visibility: "public",
    files: [file("watch-wall.ts"), file("watch-wall.test.ts"), file("README.md")],
    description: "Prints what the wall shows, once a second. See the README for the flags.",
    day: 4,
    notes: [[4, "Could it print the tide too?"]],
  },
  {
    in: "lantern",
    author: 3,
    title: "Colours of the harbour map",
    visibility: "public",
    files: [file("harbour-map.css")],
    day: 6,
  },
  {
    in: "lantern",
    author: 6,
    title: "Notes for the crew meeting",
    visibility: "private",
    files: [file("meeting.md")],
    day: 7,
  },
  {
    in: "harbor",
    author: 1,
    title: "Profile a slow request",
    visibility: "internal",
    files: [file("profile.go")],
    day: 8,
  },
  {
    in: "harbor",
    author: "me",
    title: "Restore last night's backup",
    visibility: "internal",
    files: [file("restore.sh")],
    description: "Stops the server, swaps the file and starts it again.",
    day: 9,
  },
  {
    in: null,
    author: "me",
    title: "Tide table of Bergen, one year",
    visibility: "private",
    files: [file("bergen-tides.csv")],
    description: "Every high and low water, for trying out the chart.",
    day: 10,
  },
  {
    in: null,
    author: "me",
    title: "Rename branches by pattern",
    visibility: "public",
    files: [file("rename-branches.py")],
    description: "`python rename-branches.py 'topic/*' 'feature/*'`",
    day: 11,
  },
  {
    in: null,
    author: "me",
    title: "Guest Wi-Fi for the workshop",
    visibility: "internal",
    files: [file("wifi.txt")],
    day: 12,
    expiresInDays: 30,
  },
  {
    in: null,
    author: "me",
    title: "Editor settings",
    visibility: "private",
    files: [file("settings.json"), file("keybindings.json")],
    day: 13,
  },
  {
    in: null,
    author: 7,
    title: "Retry with a growing pause",
    visibility: "public",
    files: [file("retry.rs")],
    description: "For calls that may be made twice.",
    day: 14,
  },
  {
    in: null,
    author: 5,
    title: "潮汐を待つ",
    visibility: "public",
    files: [file("wait_for_tide.rb")],
    day: 15,
  },
];

/** A dozen snippets, of two projects and of people, some with comments. */
export function addSnippets(
  store: Store,
  users: readonly User[],
  administrator: User,
  { board, server }: { readonly board: Project; readonly server: Project },
  dates: SampleDates,
): void {
  const idOf = (author: Author): number =>
    (author === "me" ? administrator : (users[author] ?? administrator)).id;
  const projects = { lantern: board.id, harbor: server.id };
  for (const { day, expiresInDays, notes = [], ...snippet } of snippets) {
    const createdAt = dates(new Date(Date.UTC(2026, 5, day, 9)).toISOString()).toISOString();
    const id = insertSnippet(store, {
      projectId: snippet.in && projects[snippet.in],
      title: snippet.title,
      description: snippet.description,
      visibility: snippet.visibility,
      authorId: idOf(snippet.author),
      files: snippet.files,
      ...(expiresInDays ? { expiresAt: daysFromNow(expiresInDays) } : {}),
      userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0",
      ipAddress: "127.0.0.1",
      createdAt,
    });
    for (const [author, body] of notes) {
      insertNote(store, { parentType: "Snippet", parentId: id, authorId: idOf(author), body, createdAt });
    }
  }
}

const daysFromNow = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();
