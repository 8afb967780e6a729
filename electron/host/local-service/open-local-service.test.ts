import { expect, test } from "vitest";
import { hostInFolder } from "../testing/host-in-folder.ts";
import { findGitProblem, openLocalService } from "./open-local-service.ts";

test("git 2.38.3 and newer can be used, whatever a system adds to its version", async () => {
  for (const printed of [
    "git version 2.38.3",
    "git version 2.39.1",
    "git version 2.40.0",
    "git version 2.54",
    "git version 2.39.5 (Apple Git-154)",
    "git version 3.0.1.windows.2",
  ]) {
    expect(await findGitProblem(async () => printed)).toBeNull();
  }
});

test("an older or missing git is named, with how to get it on this system", async () => {
  expect(await findGitProblem(async () => "git version 2.34.1", "linux")).toContain(
    "this computer has 2.34.1",
  );
  for (const unsafe of ["2.38.0", "2.38.2", "2.39.0", "2.39"])
    expect(await findGitProblem(async () => `git version ${unsafe}`, "linux")).toContain(
      `in ${unsafe}, which`,
    );
  const hints = {
    darwin: "xcode-select --install",
    win32: "winget install",
    linux: "apt install git",
  } as const;
  for (const [platform, hint] of Object.entries(hints)) {
    const text = await findGitProblem(async () => null, platform as NodeJS.Platform);
    expect(text).toContain("was not found");
    expect(text).toContain(hint);
    expect(text).toContain("other services work without it");
  }
});

test("without git no process is started; the host works and the local account shows why", async () => {
  let started = 0;
  const local = await openLocalService(
    () => {
      started++;
      return Promise.reject(new Error("not reached"));
    },
    async () => "The local service needs git.",
  );
  expect(started).toBe(0);
  await using host = hostInFolder({ localService: local });
  expect((await host.request("/settings")).status).toBe(200);
  expect(await (await host.request("/accounts")).json()).toMatchObject([{ id: "local" }]);
  const response = await host.request("/accounts/local/operations/projects");
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(await response.json()).toMatchObject({
    code: "unavailable",
    message: "The local service needs git.",
  });
  expect(JSON.stringify(await (await host.request("/diagnostics")).json())).toContain("needs git");
  await local.stop();
});

test("a process that does not start leaves a reason, and nothing is thrown", async () => {
  const local = await openLocalService(
    () => Promise.reject(new Error("it ended with 1")),
    async () => null,
  );
  expect(local.problem).toBe("The local service could not be started: it ended with 1");
});
