import { hrefs } from "../renderer/features/addresses/hrefs.ts";
import { callProject } from "./fixtures/call-project.ts";
import { expect, test } from "./fixtures/test.ts";

const project = "fjord/handbook";
const unique = () => Math.random().toString(36).slice(2, 8);

test("an issue is written, dragged over the board and proposed as a merge request @smoke", async ({
  page,
}) => {
  const title = `Paint the pier ${unique()}`;
  await page.goto(hrefs.project("local", project, "issues"));
  await page.getByRole("button", { name: "New issue" }).click();
  const dialog = page.getByRole("dialog", { name: "New issue" });
  await dialog.getByRole("textbox", { name: "Title" }).fill(title);
  await dialog.getByRole("button", { name: "Create issue" }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  const iid = /issues\/(\d+)/.exec(page.url())?.[1] ?? "";

  await page.goto(hrefs.project("local", project, "boards", { q: title }));
  const column = (name: string) => page.getByRole("region", { name, exact: true });
  const card = (name: string) => column(name).getByRole("link", { name: title });
  await expect(card("Open")).toBeVisible();
  await card("Open").dragTo(column("Closed"));
  await expect(card("Closed")).toBeVisible();
  await expect(page.getByText(`Moved #${iid} to Closed`)).toBeVisible();
  await expect
    .poll(async () => (await callProject(page, project, "GET", `/issues/${iid}`)).state)
    .toBe("closed");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(card("Open")).toBeVisible();

  await card("Open").click();
  await page.getByRole("button", { name: "Create merge request" }).click();
  await page
    .getByRole("dialog", { name: "Create merge request" })
    .getByRole("button", { name: "Create merge request" })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: `Draft: Resolve "${title}"` })).toBeVisible();
});
