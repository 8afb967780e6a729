import { screen, waitFor } from "@testing-library/dom";
import { expect, it } from "vitest";
import { appForTests } from "../../testing/page/opened-app.ts";
import { fill } from "../../testing/page/press-keys.ts";
import { projectPath } from "../../testing/page/project-path.ts";

const app = appForTests();

it("restores what was discarded, also twice, beside what is typed since", async () => {
  const { user } = app;
  await app.open(projectPath("fjord/lantern", "merge_requests/1"));
  const box = await screen.findByRole("textbox", { name: "Comment" });
  const discard = async () => {
    const [first] = await screen.findAllByRole("button", { name: "Discard" });
    await user.click(first as HTMLElement);
  };
  const undo = async () => {
    const last = (await screen.findAllByRole("button", { name: "Undo" })).at(-1);
    await user.click(last as HTMLElement);
  };
  await fill(user, box, "Half a thought");
  await discard();
  await waitFor(() => expect(box).toHaveValue(""));
  // What is typed before the Undo is kept.
  await fill(user, box, "Another one");
  await undo();
  await waitFor(() => expect(box).toHaveValue("Another one\n\nHalf a thought"));
  await fill(user, box, "");
  // A title is restored also without a description.
  await user.click(screen.getByRole("button", { name: "Edit title and description" }));
  const title = await screen.findByRole("textbox", { name: "Title" });
  await fill(user, title, "Another title");
  await fill(user, screen.getByRole("textbox", { name: "Description" }), "");
  await discard();
  await waitFor(() => expect(title).not.toBeInTheDocument());
  await undo();
  expect(await screen.findByRole("textbox", { name: "Title" })).toHaveValue("Another title");
  await discard();
  // Two discards of one name have one toast, with the Undo of each.
  for (const text of ["One", "Two"]) {
    await fill(user, box, text);
    await discard();
  }
  const toasts = screen.getByRole("region", { name: /^Notifications/ });
  await waitFor(() => expect(toasts.textContent?.split("Discarded comment")).toHaveLength(2));
  expect(toasts).toHaveTextContent("Discarded comment · 2 times");
  await undo();
  await undo();
  await waitFor(() => expect(box).toHaveValue("Two\n\nOne"));
  await discard();
});
