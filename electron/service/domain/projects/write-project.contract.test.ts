import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { addFolderRemovals } from "../../store/projects/projects.ts";
import { insertUser } from "../../store/users/users.ts";
import { openTestStore } from "../../testing/open-test-store.ts";
import { createProject, removeRecordedFolders } from "./write-project.ts";

it("leaves the folders of projects that are made while recorded ones are removed", async () => {
  const store = openTestStore(mkdtempSync(join(tmpdir(), "helve-create-project-")));
  try {
    const gone = join(store.repositories, "0-gone.git");
    mkdirSync(join(gone, "objects"), { recursive: true });
    addFolderRemovals(store, [gone]);
    let removing = Promise.resolve();
    const prepare = async () => {
      removing = removeRecordedFolders(store);
    };
    const { id } = insertUser(store, { username: "u", name: "U", email: "u@example.test" });
    const project = { name: "p", path: "p", userId: id, creatorId: id };
    const { repositoryPath } = await createProject(store, project, { prepare });
    await removing;
    expect([existsSync(gone), existsSync(join(repositoryPath, "HEAD"))]).toEqual([false, true]);
  } finally {
    await store.close();
    rmSync(store.folder, { recursive: true, force: true });
  }
});
