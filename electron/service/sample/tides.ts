import { createCalendar, type SampleDates } from "./seed/dates.ts";
import { tidePicture } from "./seed/images.ts";
import { History, people } from "./seed/sample-history.ts";
import { createRandom } from "./seed/seeded-random.ts";

const notebook = (title: string, picture: Buffer) =>
  `${JSON.stringify(
    {
      cells: [
        { cell_type: "markdown", metadata: {}, source: [`# ${title}\n`, "Measured at the north pier."] },
        {
          cell_type: "code",
          execution_count: 1,
          metadata: {},
          source: ["import pandas as pd\n", 'tides = pd.read_csv("data/tides.csv")\n', "tides.describe()"],
          outputs: [
            {
              output_type: "execute_result",
              execution_count: 1,
              metadata: {},
              data: { "text/plain": ["count  240.00\n", "mean     1.71\n", "max      3.42"] },
            },
          ],
        },
        {
          cell_type: "code",
          execution_count: 2,
          metadata: {},
          source: ['tides.plot(x="time", y="metres")'],
          outputs: [
            { output_type: "display_data", metadata: {}, data: { "image/png": picture.toString("base64") } },
          ],
        },
      ],
      metadata: {
        kernelspec: { name: "python3", display_name: "Python 3" },
        language_info: { name: "python" },
      },
      nbformat: 4,
      nbformat_minor: 5,
    },
    null,
    1,
  )}\n`;

function table(rows: number, phase: number): string {
  const lines = ["time,station,metres,note"];
  for (let hour = 0; hour < rows; hour++) {
    const time = new Date(Date.UTC(2026, 3, 1, hour)).toISOString();
    const metres = (1.7 + 1.5 * Math.sin(hour / 2 + phase)).toFixed(2);
    lines.push(
      `${time},${hour % 2 ? "north pier" : "inner basin"},${metres},${hour % 17 ? "" : '"calm, clear"'}`,
    );
  }
  return `${lines.join("\n")}\n`;
}

/** A data project: tables, pictures and a notebook. */
export function tides(dates: SampleDates): History {
  const random = createRandom(4404);
  const nextDate = createCalendar(random, dates("2026-04-02T09:00:00Z"));
  const history = new History();
  history.commit({
    branch: "main",
    author: people[6],
    date: nextDate(),
    message: "Collect the first month of tides\n",
    files: {
      "README.md":
        "# Tides\n\n![Water level](figures/level.png)\n\nHourly water levels of the harbour, and what we read from them.\n\n- [Data](data/tides.csv)\n- [Notebook](notebooks/levels.ipynb)\n",
      "data/tides.csv": table(240, 0),
      "figures/level.png": tidePicture(0),
      "notebooks/levels.ipynb": notebook("Levels", tidePicture(0.2)),
      "tides/__init__.py": '"""Water levels of the harbour."""\n',
      "tides/model.py":
        'from math import sin\n\n\ndef level(hour: float, phase: float = 0.0) -> float:\n    """Metres above chart datum."""\n    return 1.7 + 1.5 * sin(hour / 2 + phase)\n',
    },
  });
  for (let month = 1; month <= 45; month++) {
    history.commit({
      branch: "main",
      author: random.pick(people),
      date: nextDate(),
      message: random
        .pick(["Add readings", "Redraw the figure", "Correct the pier's clock", "Refit the model"])
        .concat("\n"),
      files: {
        "data/tides.csv": table(240 + month * 24, month / 9),
        ...(month % 3 === 0 ? { "figures/level.png": tidePicture(month / 3) } : {}),
        ...(month % 7 === 0
          ? { "notebooks/levels.ipynb": notebook(`Levels, take ${month}`, tidePicture(month)) }
          : {}),
      },
    });
  }
  return history;
}
