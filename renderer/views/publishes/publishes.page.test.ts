import { screen, waitFor, within } from "@testing-library/dom";
import { describe, expect, it } from "vitest";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { expectAccessible } from "../../testing/page/expect-accessible.ts";
import { appForTests } from "../../testing/page/opened-app.ts";
import { addAccount, secondServiceForTests } from "../../testing/page/second-service.ts";

describe("publishes", () => {
  const app = appForTests();
  const second = secondServiceForTests();

  it("are planned by a form, read, started after what is not kept is shown, and compared", async () => {
    const { user } = app;
    await app.open(hrefs.publishes());
    expect(await screen.findByRole("heading", { name: "Nothing was published yet" })).toBeVisible();
    await expectAccessible();
    const there = await addAccount(app, second, "Second");
    const path = `moved-${Math.random().toString(36).slice(2, 8)}`;

    await app.open(hrefs.project("local", "fjord/handbook"));
    await user.click(await screen.findByRole("link", { name: "Publish to a service" }));
    const form = within(await screen.findByRole("region", { name: "New publish" }));
    expect(form.getByRole("button", { name: "Project fjord/handbook" })).toBeVisible();
    expect(form.getByRole("checkbox", { name: "CI variables" })).not.toBeChecked();
    expect(form.getByRole("checkbox", { name: "Members" })).not.toBeChecked();
    await waitFor(() => expect(form.getByRole("combobox", { name: "Namespace" })).toHaveTextContent("helve"));
    await expectAccessible();
    const field = form.getByRole("textbox", { name: "Path" });
    await user.clear(field);
    await user.click(field);
    await user.paste(path);
    await user.click(form.getByRole("button", { name: "Read the project" }));

    const title = `fjord/handbook → helve/${path}`;
    const entry = within(await screen.findByRole("region", { name: title }));
    expect(await entry.findByText("Read. Nothing has been sent.", {}, { timeout: 60_000 })).toBeVisible();
    expect(await entry.findByRole("region", { name: "Not kept as it is" })).toBeVisible();
    await expectAccessible();
    await expect(second.call("GET", `/projects/helve%2F${path}`)).rejects.toThrow("404");

    await user.click(entry.getByRole("button", { name: "Start…" }));
    expect(await entry.findByText("Done", {}, { timeout: 120_000 })).toBeVisible();
    expect(entry.getByRole("link", { name: "Open the new project" })).toHaveAttribute(
      "href",
      expect.stringContaining(hrefs.project(there, `helve/${path}`)),
    );
    await user.click(entry.getByText("Report"));
    expect(await entry.findByText(/fields were compared/)).toBeVisible();
    expect(entry.getByRole("link", { name: "Download the map of old to new addresses" })).toBeVisible();
    await expectAccessible();
    expect(await second.call("GET", `/projects/helve%2F${path}`)).toMatchObject({ visibility: "private" });

    await user.click(entry.getByRole("button", { name: `Remove ${title}` }));
    await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Remove" }));
    expect(await screen.findByRole("heading", { name: "Nothing was published yet" })).toBeVisible();
  });
});
