import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { expectAccessible } from "../../testing/page/expect-accessible.ts";
import { appForTests } from "../../testing/page/opened-app.ts";
import { projectPath } from "../../testing/page/project-path.ts";

const app = appForTests();

it("charts contributors over time", async () => {
  await app.open(projectPath("fjord/lantern", "contributors"));
  const chart = await screen.findByRole("slider", { name: "Commits by week" });
  expect(chart).toBeVisible();
  await waitFor(() => expect(screen.getAllByRole("slider", { name: /by week$/ })).toHaveLength(9));
  // The first chart, those of the eight people with the most, and the table count the same commits.
  const numberOf = ({ textContent }: Element) => Number.parseInt((textContent ?? "").replaceAll(",", ""), 10);
  const [all, ...people] = screen.getAllByText(/^[\d,]+ total$/).map(numberOf);
  const sum = (numbers: readonly number[]) => numbers.reduce((before, count) => before + count, 0);
  const rows = within(screen.getByRole("table", { name: "Contributors" }))
    .getAllByRole("row")
    .slice(1);
  const counts = rows.map((row) => numberOf(within(row).getAllByRole("cell")[1] as HTMLElement));
  expect(sum(counts)).toBe(all);
  expect(people).toEqual(counts.slice(0, 8));
  chart.focus();
  await app.user.keyboard("{ArrowRight}");
  await waitFor(() => expect(chart.getAttribute("aria-valuetext")).toMatch(/in the week of/));
  await expectAccessible();
});
