/** Something said on an issue: who (by place among the people), minutes after it was written, what, and replies. */
export interface SampleComment {
  readonly by: number;
  readonly after: number;
  readonly body: string;
  readonly replies?: readonly SampleComment[];
}

/** An issue of the sample; people are named by their places. */
export interface SampleIssue {
  readonly project: "lantern" | "harbor" | "beacon" | "toolbox" | "handbook" | "tides";
  readonly title: string;
  readonly description: string;
  readonly by: number;
  readonly at: string;
  readonly labels?: readonly string[];
  readonly milestone?: string;
  readonly assignees?: readonly number[];
  /** Days before or after the day on which the sample ends. */
  readonly dueIn?: number;
  readonly weight?: number;
  readonly type?: "incident" | "task";
  readonly confidential?: boolean;
  readonly locked?: boolean;
  readonly hours?: { readonly estimate: number; readonly spent?: number };
  readonly thumbs?: readonly number[];
  readonly comments?: readonly SampleComment[];
  /** Who closed it, and when. */
  readonly closed?: { readonly by: number; readonly at: string; readonly mergeRequest?: number };
}

const guide = `## What we know

The wall shows the boats of one harbour. Three crews asked for **two harbours on one wall**, side by side, each with a tide of
its own. Today the board reads one \`harbour\` from its settings, and nearly everything below assumes that there is one.

| Part | Assumes one harbour | Work |
| --- | --- | --- |
| Tide table | yes, in \`tideAt\` | pass the harbour in |
| Berths | yes, by number alone | number and harbour |
| Weather | no | none |
| Notices | yes | one list for each |
| Repairs | no | none |

## How it could look

\`\`\`
+------------------------+------------------------+
|  Fjordnes      04:12   |  Holmen        04:31   |
|  12 boats, 3 berths    |  5 boats, 9 berths     |
+------------------------+------------------------+
|  notices of both, newest first                  |
+-------------------------------------------------+
\`\`\`

Below 900 pixels the two are one above the other, and the one that was opened last comes first.

## Steps

- [x] Ask the crews which harbours they mean
- [x] Write down what is read where
- [ ] Read the harbours from the settings
  - [x] One harbour in the old form still works
  - [ ] Two in the new form
- [ ] Tides by harbour
- [ ] Berths by harbour
- [ ] Notices by harbour
- [ ] The wall itself
- [ ] The handbook

## Not now

1. More than two. The wall is 1,366 pixels wide, and three columns cannot be read from ten metres.
2. Boats that move between harbours on the same day: they are shown where they slept.
3. Different languages side by side.

> The old wall must not change for those who have one harbour. If it does, this is wrong.

See also harbor#2 for the server's side, and #1, which we should not make worse.`;

/** Issues of Lantern, after the one that the sample's talks are about. */
const lantern: readonly Omit<SampleIssue, "project">[] = [
  {
    title: "Show two harbours on one wall",
    description: guide,
    by: 1,
    at: "2026-05-29T08:20:00Z",
    labels: ["feature", "doing"],
    milestone: "Summer fixes",
    assignees: [0, 2],
    dueIn: 12,
    weight: 8,
    hours: { estimate: 40, spent: 11 },
    thumbs: [2, 3, 5, 6],
    comments: [
      {
        by: 2,
        after: 95,
        body: "Settings first, then tides. I can take both.\n\n@asa would you look at the berths?",
        replies: [
          { by: 0, after: 140, body: "Yes. They are numbered by hand in Holmen, so I need the list." },
          { by: 2, after: 150, body: "It is in the handbook." },
        ],
      },
      {
        by: 6,
        after: 2900,
        body: "The second column has to survive a slow network. Tried it on the pier: fine.",
      },
    ],
  },
  {
    title: "Crew list is cut off on small phones",
    description:
      "On a phone of 360 pixels the last name of the list is under the bar.\n\n1. Open *Crew*\n2. Scroll to the end\n\n**Expected:** the last name is above the bar.\n**Seen:** half of it.",
    by: 4,
    at: "2026-06-01T07:12:00Z",
    labels: ["bug", "good first issue"],
    assignees: [5],
    dueIn: -3,
    weight: 1,
    comments: [{ by: 5, after: 60, body: "`padding-bottom` is missing on the list. Tomorrow." }],
  },
  {
    title: "Typed notices are lost when the tab is closed",
    description:
      "Whatever was typed into *New notice* is gone after the tab was closed by mistake. Keep it as a draft.",
    by: 6,
    at: "2026-06-02T09:45:00Z",
    labels: ["bug", "next"],
    milestone: "Summer fixes",
    weight: 3,
    thumbs: [1, 4],
  },
  {
    title: "Say how old the weather is",
    description:
      "The weather on the wall was of yesterday evening, and nobody noticed. After an hour it should say so.",
    by: 3,
    at: "2026-06-03T11:00:00Z",
    labels: ["feature", "next"],
    assignees: [8],
    dueIn: 5,
    weight: 2,
  },
  {
    title: "Flag for boats without a radio",
    description: "A small mark beside the name. The harbour office has a list; we only need to show it.",
    by: 5,
    at: "2026-04-02T10:30:00Z",
    labels: ["feature"],
    milestone: "Spring launch",
    assignees: [1],
    weight: 2,
    closed: { by: 1, at: "2026-04-20T15:00:00Z", mergeRequest: 2 },
    comments: [{ by: 1, after: 4000, body: "Done in !2. The mark is a small antenna." }],
  },
  {
    title: "Tide table jumps by an hour in March",
    description: "Between 02:00 and 03:00 on the day on which clocks change. It was one hour off until noon.",
    by: 2,
    at: "2026-03-30T06:10:00Z",
    labels: ["bug"],
    milestone: "Spring launch",
    assignees: [2],
    hours: { estimate: 4, spent: 6 },
    closed: { by: 2, at: "2026-04-03T13:30:00Z", mergeRequest: 1 },
  },
  {
    title: "Write down how translations are made",
    description:
      "Two people asked. A page in the wiki is enough:\n\n- [ ] Where the words are\n- [ ] How to try a language\n- [ ] Who reads it",
    by: 1,
    at: "2026-06-04T08:05:00Z",
    labels: ["docs", "good first issue"],
    weight: 1,
  },
  {
    title: "Wall uses a whole core while nothing moves",
    description:
      "The clock is drawn sixty times a second, and with it everything else.\n\n```\n  PID USER  %CPU COMMAND\n 4121 wall  98.7 chromium\n```\n\nOnce a second would do.",
    by: 6,
    at: "2026-06-05T12:40:00Z",
    labels: ["performance", "doing"],
    assignees: [6],
    weight: 5,
    hours: { estimate: 8, spent: 3 },
    comments: [
      {
        by: 0,
        after: 30,
        body: "Is that #1, too?",
        replies: [{ by: 6, after: 45, body: "No, that one is a reload." }],
      },
    ],
  },
  {
    title: "Let guests see the board without a name",
    description: "Visitors want to look, not to sign in. Read only, without phone numbers.",
    by: 4,
    at: "2026-06-08T14:00:00Z",
    labels: ["feature"],
    thumbs: [0, 1, 2, 7],
    comments: [{ by: 7, after: 500, body: "Please. We print the board for them every morning." }],
  },
  {
    title: "Repairs: mark what waits for parts",
    description: "A repair that waits for parts looks like one that nobody started. See the list in !4.",
    by: 7,
    at: "2026-06-09T09:30:00Z",
    labels: ["feature", "next"],
    milestone: "Summer fixes",
    dueIn: 0,
    weight: 3,
  },
  {
    title: "Search finds nothing with an accent",
    description: "`Tromsø` finds the boat, `Tromso` does not. Names on the pier have no accents.",
    by: 3,
    at: "2026-06-12T10:10:00Z",
    labels: ["bug"],
    assignees: [8, 3],
    weight: 2,
  },
  {
    title: "Dark colours for the night watch",
    description:
      "Was discussed three times. The wall is beside the bunks; the phone has dark colours already.",
    by: 0,
    at: "2026-05-18T20:00:00Z",
    labels: ["feature"],
    closed: { by: 0, at: "2026-05-26T07:30:00Z" },
    locked: true,
    comments: [
      { by: 2, after: 20, body: "No." },
      { by: 7, after: 25, body: "Yes." },
      { by: 0, after: 9000, body: "The wall is switched off at night now. Closing." },
    ],
  },
];

const harbor: readonly Omit<SampleIssue, "project">[] = [
  {
    title: "Answer 503 while the database is moved",
    description: "Clients retry on 503 and give up on 500. Today they give up.",
    by: 2,
    at: "2026-05-30T09:00:00Z",
    labels: ["bug"],
    assignees: [2],
    weight: 2,
  },
  {
    title: "Serve more than one harbour",
    description:
      "For lantern#2. Every path gets the harbour in front: `/harbours/:id/berths`.\n\n- [x] Table of harbours\n- [ ] Paths\n- [ ] Old paths lead to the first one",
    by: 0,
    at: "2026-06-01T08:00:00Z",
    labels: ["feature", "doing"],
    assignees: [8],
    dueIn: 9,
    weight: 5,
    comments: [{ by: 8, after: 1500, body: "The table is there. Paths next week." }],
  },
  {
    title: "Log shows the token of a request that fails",
    description:
      'The whole header is printed when a request cannot be parsed. Nobody outside reads these logs, as far as I know.\n\n```\nlevel=error msg="bad request" authorization="Bearer …"\n```',
    by: 5,
    at: "2026-06-10T16:20:00Z",
    labels: ["bug"],
    assignees: [0],
    confidential: true,
    dueIn: 1,
    weight: 3,
    comments: [
      { by: 0, after: 15, body: "I see three in the last month. We renew all tokens tonight." },
      { by: 1, after: 40, body: "Please keep this one closed to others until the release." },
    ],
  },
  {
    title: "Backup stopped after the disk was full",
    description: "It did not start again by itself. Last good one: Tuesday.",
    by: 6,
    at: "2026-06-11T05:50:00Z",
    type: "incident",
    labels: ["bug"],
    assignees: [6, 2],
    hours: { estimate: 2, spent: 2.5 },
    closed: { by: 6, at: "2026-06-11T11:20:00Z" },
    comments: [
      { by: 6, after: 40, body: "Disk cleaned, backup running." },
      { by: 2, after: 300, body: "Restored a copy beside it and compared: all there." },
    ],
  },
  {
    title: "Berths of a deleted harbour stay",
    description: "`DELETE /harbours/3` leaves its berths, and they are counted.",
    by: 3,
    at: "2026-06-12T13:00:00Z",
    labels: ["bug", "next"],
    weight: 2,
  },
  {
    title: "Read settings once, not with each request",
    description: "Measured: 2 of 9 ms of a small request. The file never changes while it runs.",
    by: 2,
    at: "2026-06-15T09:10:00Z",
    labels: ["performance", "good first issue"],
  },
  {
    title: "Document the backup",
    description: "What it copies, where to, and how to come back from it.",
    by: 1,
    at: "2026-06-15T10:00:00Z",
    labels: ["docs"],
    dueIn: 30,
  },
];

/** Every issue of the sample beside that of its talks, by project in the order of their numbers. */
export const sampleIssues: readonly SampleIssue[] = [
  ...lantern.map((each) => ({ ...each, project: "lantern" as const })),
  ...harbor.map((each) => ({ ...each, project: "harbor" as const })),
  {
    project: "beacon",
    title: "Lamp test is red every tenth time",
    description:
      "`lamp:north` fails when the two lamps start in the same second. Retry helps, which is why nobody looked.",
    by: 2,
    at: "2026-06-05T07:00:00Z",
    labels: ["flaky"],
    assignees: [8],
    comments: [{ by: 8, after: 70, body: "Three of the last thirty pipelines. I will look at the clock." }],
  },
  {
    project: "beacon",
    title: "Run the fog horn after every deployment",
    description: "Once, two seconds, between 8 and 18 o'clock.",
    by: 5,
    at: "2026-06-14T12:00:00Z",
    type: "task",
    weight: 1,
  },
  {
    project: "toolbox",
    title: "rotate: keep the mode of a file",
    description: "A rotated script cannot be run any more. Related to !2.",
    by: 5,
    at: "2026-06-08T10:00:00Z",
    labels: ["bug"],
    assignees: [3],
  },
  {
    project: "handbook",
    title: "Page about holidays is from last year",
    description: "The days are of 2025.",
    by: 4,
    at: "2026-06-02T08:00:00Z",
    assignees: [1],
    dueIn: -10,
    closed: { by: 1, at: "2026-06-03T08:00:00Z" },
  },
  {
    project: "tides",
    title: "Gap of six hours in April",
    description: "The gauge was cleaned. Fill it from the one at Holmen, and say so in the file.",
    by: 2,
    at: "2026-06-10T09:00:00Z",
    assignees: [6],
  },
];
