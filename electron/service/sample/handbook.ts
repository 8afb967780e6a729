import { createCalendar, type SampleDates } from "./seed/dates.ts";
import { lanternSvg, tidePicture } from "./seed/images.ts";
import { History, people } from "./seed/sample-history.ts";
import { createRandom } from "./seed/seeded-random.ts";

const topics = [
  ["on-call", "On call", "Who answers, for how long, and when to wake somebody else."],
  ["reviews", "Reviews", "Read the tests first. Ask before you suggest. Approve what is better than before."],
  ["incidents", "Incidents", "Write while it happens: the time, what you saw, what you did."],
  ["names", "Names", "A name says what a thing is for. If it needs a comment, it needs another name."],
  ["releases", "Releases", "Every second Tuesday, from `main`, by whoever merged last."],
  ["travel", "Travel", "Trains before planes. Book early, tell the crew."],
  ["hiring", "Hiring", "Two talks, one afternoon of real work, paid."],
] as const;

/** A documentation site: Markdown with relative links and pictures. */
export function handbookHistory(dates: SampleDates): History {
  const random = createRandom(3303);
  const nextDate = createCalendar(random, dates("2026-03-01T09:00:00Z"));
  const history = new History();
  const sections = new Map<string, string[]>();
  const page = (slug: string) => {
    const [, title, lead] = topics.find(([name]) => name === slug) ?? topics[0];
    const parts = sections.get(slug) ?? [];
    return `# ${title}\n\n${lead}\n\n${parts.join("\n")}\n[Back to the start](../README.md)\n`;
  };
  const index = () =>
    `# Handbook\n\n![The harbour at dusk](images/harbour.png)\n\nHow we work at Fjord.\n\n${topics
      .filter(([slug]) => sections.has(slug))
      .map(([slug, title, lead]) => `- [${title}](guide/${slug}.md): ${lead}`)
      .join(
        "\n",
      )}\n\n## Words\n\n- **board**: what a crew looks at in the morning\n- **berth**: where a boat lies\n`;
  history.commit({
    branch: "main",
    author: people[0],
    date: nextDate(),
    message: "Begin the handbook\n",
    files: { "README.md": index(), "images/harbour.png": tidePicture(0.4), "images/lantern.svg": lanternSvg },
  });
  for (let count = 0; count < 70; count++) {
    const [slug, title] = random.pick(topics);
    const known = sections.has(slug);
    const parts = sections.get(slug) ?? [];
    parts.push(
      `## ${random.pick(["What to do", "Why", "An example", "Exceptions", "Who decides"])} (${parts.length + 1})\n\n${random.pick(
        [
          "Start with the smallest thing that helps. Say that you started.",
          "We tried the other way for a year; it cost us three weekends.",
          "| When | Who |\n|---|---|\n| by day | the crew |\n| at night | whoever is on call |",
          "```sh\nmake test && git push\n```",
          "> If in doubt, ask in the open.",
        ],
      )}\n`,
    );
    sections.set(slug, parts);
    history.commit({
      branch: "main",
      author: random.pick(people),
      date: nextDate(),
      message: `${known ? "Extend" : "Add"} the page on ${title.toLowerCase()}\n`,
      files: { [`guide/${slug}.md`]: page(slug), "README.md": index() },
    });
  }
  history.tag("2026-summer", "main", people[0], nextDate(), "The handbook as the summer crew got it\n");
  return history;
}
