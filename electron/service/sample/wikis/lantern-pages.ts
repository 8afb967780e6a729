/** Path of the tide's picture; any 32 hexadecimal digits do. */
export const attached = "uploads/5f2c81d09ab34e7791c0de6a4f73b218";

export const homePage = `# Lantern wiki

What the crew knows about **Lantern**, beyond what the [README](../blob/main/README.md) says.

![The water at Bryggen on a calm day](${attached}/tide-at-bryggen.png)

| I want to… | Read |
|---|---|
| run it | [Install](setup/install), then [Configure](setup/configure) |
| understand it | [How a change travels](design/sync) and the [data model](design/data-model) |
| be on call | [Runbook](operations/runbook) |
| help | [First week](team/first-week) |

> Wrong or out of date? Edit the page. Nobody minds.

See also [Printing the week](features/printing), which nobody has written yet.
`;

export const install = `# Install

## From a package

\`\`\`sh
npm ci
npm run build
node dist/server.js --data ./data --port 5173
\`\`\`

## As a container

\`\`\`yaml
services:
  lantern:
    image: fjord/lantern:latest
    ports: ["5173:5173"]
    volumes: ["./data:/data"]
\`\`\`

Then [configure](./configure) it. If the board stays empty, see [Troubleshooting](../operations/troubleshooting).
`;

export const configure = `# Configure

| Variable | Default | Meaning |
|---|---|---|
| \`LANTERN_DATA\` | \`./data\` | where boards are stored |
| \`LANTERN_PORT\` | \`5173\` | port of the server |
| \`LANTERN_HARBOR\` | none | address of [Harbor](../../../platform/harbor) |
| \`LANTERN_TZ\` | \`Europe/Oslo\` | time zone of the wall clock |

Settings of a board are in the board itself: **Board → Settings**. [Install](./install) comes first.
`;

export const sync = `# How a change travels

\`\`\`mermaid
sequenceDiagram
  participant P as Phone
  participant S as Server
  participant W as Wall
  P->>P: keep the change in IndexedDB
  P->>S: POST /v1/changes
  S-->>P: 201, revision 42
  S-->>W: event: revision 42
  W->>S: GET /v1/changes?since=41
\`\`\`

1. A change is written on the device first, with the revision it was made on.
2. The server orders changes. Two on the same berth: the later one wins, the earlier one is kept in the log.
3. Everybody else gets an event and asks for what is new.

Details: [Conflicts](./conflicts), [Data model](./data-model).
`;

export const conflicts = `# Conflicts

Two people write to the same berth while one of them has no signal.

- [x] Different fields are merged
- [x] The same field: the later time wins
- [ ] Show the losing text on the card

The clock of a phone may be wrong. A change is dated by the server, corrected by the difference $\\delta$ that the
device measured when it last had a signal:

$$
t = t_{device} + \\delta, \\qquad \\delta = t_{server} - \\frac{t_{sent} + t_{received}}{2}
$$
`;

export const dataModel = `# Data model

\`\`\`mermaid
erDiagram
  BOARD ||--o{ BERTH : has
  BERTH ||--o{ CARD : shows
  CARD }o--|| BOAT : about
  CARD ||--o{ CHANGE : "changed by"
\`\`\`

A **board** has berths, a **berth** shows cards. Nothing is ever deleted: a card that is gone has an \`endedAt\`.

| Table | Rows after a year | Grows with |
|---|--:|---|
| boards | 12 | crews |
| cards | 41,000 | boats × trips |
| changes | 388,000 | everything |
`;

export const runbook = `# Runbook

## The board does not update

1. Is the server up? \`curl -s localhost:5173/healthz\`
2. Are there events? \`curl -N localhost:5173/v1/events\`
3. If not, restart it. Devices catch up by themselves, see [sync](/design/sync).

## The disk is full

Old changes can be packed:

\`\`\`sh
node dist/tools/pack.js --before 2026-01-01 ./data
\`\`\`

Write down what you did in [Incidents](./incidents).
`;

export const releasesPage = `= Releases
:toc:

Every second Tuesday, from \`main\`, by whoever merged last.

== Before

. All pipelines of \`main\` are green.
. link:../CHANGELOG[The changelog] names what people will notice.

== After

[cols="1,3"]
|===
|When |What

|+10 min
|Look at the board on the wall of the office.

|+1 day
|Close the milestone.
|===

NOTE: A release that nobody can explain waits two weeks.
`;

export const commands = `= Commands

The command line tool +lantern+ talks to a server that runs.

== Boards

lantern list::  Lists boards with the time of their last change.
lantern show BOARD::  Prints a board as text.

== Cards

* <tt>lantern add BERTH TEXT</tt> adds a card
* <tt>lantern end CARD</tt> takes it off the board

  lantern add pier-2 "New fender, port side"

See +lantern+ <tt>--help</tt> for the rest.
`;
