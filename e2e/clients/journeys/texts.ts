import { expect } from "vitest";
import type { RecordedClient } from "../recorded-client.ts";

const project = "fjord/lantern";

/** Snippets of a project and of one's own. */
export async function manageSnippets({ ProjectSnippets, Snippets }: RecordedClient): Promise<void> {
  const files = [{ filePath: "a.sh", content: "echo 1\n" }];
  const shared = await ProjectSnippets.create(project, "Shared", { files, visibility: "internal" });
  expect((await ProjectSnippets.show(project, shared.id)).title).toBe("Shared");
  expect((await ProjectSnippets.edit(project, shared.id, { description: "New" })).description).toBe("New");
  expect((await ProjectSnippets.all(project)).map(({ id }) => id)).toContain(shared.id);
  expect(await textOf(await ProjectSnippets.showContent(project, shared.id))).toBe("echo 1\n");
  expect(await ProjectSnippets.showUserAgentDetails(project, shared.id)).toHaveProperty("user_agent");
  await ProjectSnippets.remove(project, shared.id);

  const own = await Snippets.create("Own", { files, visibility: "public" });
  expect((await Snippets.show(own.id)).title).toBe("Own");
  expect((await Snippets.edit(own.id, { description: "New" })).description).toBe("New");
  expect((await Snippets.all()).map(({ id }) => id)).toContain(own.id);
  expect((await Snippets.all({ public: true })).map(({ id }) => id)).toContain(own.id);
  expect(await textOf(await Snippets.showContent(own.id))).toBe("echo 1\n");
  expect(await Snippets.showUserAgentDetails(own.id)).toHaveProperty("ip_address");
  await Snippets.remove(own.id);
}

/** Pages of a wiki with an attachment. */
export async function writeWiki({ ProjectWikis }: RecordedClient): Promise<void> {
  const made = await ProjectWikis.create(project, "# Text", "client/First page");
  expect(made).toMatchObject({ slug: "client/First-page", title: "First page" });
  expect((await ProjectWikis.show(project, made.slug)).content).toBe("# Text");
  const moved = await ProjectWikis.edit(project, made.slug, { title: "Second page" });
  expect(moved).toMatchObject({ slug: "client/Second-page", content: "# Text" });
  expect(await ProjectWikis.edit(project, moved.slug, { content: "# Other" })).toMatchObject({
    content: "# Other",
  });
  expect((await ProjectWikis.all(project)).map(({ slug }) => slug)).toContain("client/Second-page");
  const file = { content: new Blob(["attached"]), filename: "note.txt" };
  expect(await ProjectWikis.uploadAttachment(project, file)).toMatchObject({ file_name: "note.txt" });
  await ProjectWikis.remove(project, moved.slug);
}

const textOf = async (body: string | Blob): Promise<string> =>
  typeof body === "string" ? body : body.text();
