import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { hostInFolder } from "../../electron/host/testing/host-in-folder.ts";
import { startToolServer } from "../../electron/host/tools/tool-server.ts";
import { hostEvent } from "../../shared/host/events.ts";
import { type ReviewService, startReviewService } from "./testing/review-service.ts";

let review: ReviewService;
beforeAll(async () => {
  review = await startReviewService();
}, 120_000);
afterAll(() => review[Symbol.asyncDispose]());

test("mr list finds account and project by the remote of the clone", async () => {
  const { code, out, err } = await review.run(["mr", "list"]);
  expect([code, err]).toEqual([0, ""]);
  const [row, end, ...more] = out.split("\n");
  expect([end, more]).toEqual(["", []]);
  expect(row?.split("\t").slice(0, 5)).toEqual([
    `!${review.iid}`,
    "opened",
    "Count to three \\u{1b}[31mred\\u{202e}",
    "@helve",
    "topic → main",
  ]);
  const json = JSON.parse((await review.run(["mr", "list", "--json", "--state", "all"])).out);
  expect(json).toMatchObject([{ iid: review.iid, title: "Count to three \u001b[31mred\u202e" }]);
  expect((await review.run(["mr", "list", "--state", "merged"])).out).toBe("");
});

test("mr show prints facts and description", async () => {
  const { code, out } = await review.run(["mr", "show", `!${review.iid}`]);
  expect(code).toBe(0);
  expect(out).toContain(`Project:\t${review.project}\n`);
  expect(out).toContain("Branches:\ttopic → main\n");
  expect(out.endsWith("\nPlease read.\n")).toBe(true);
});

test("review prints the comments as JSON and as Markdown", async () => {
  const json = await review.run(["review", String(review.iid), "--json"]);
  expect(json.code).toBe(0);
  expect(JSON.parse(json.out)).toMatchObject({
    project: review.project,
    iid: review.iid,
    threads: [
      {
        id: review.thread,
        path: "reviewed.ts",
        lines: { old: null, new: [2, 2] },
        hunk: "@@ -0,0 +1,3 @@\n+one\n+two\n+three",
        version: 1,
        comments: [{ author: "helve", suggestions: [{ replaces: [2, 2], lines: "2" }] }],
      },
    ],
  });
  const markdown = await review.run(["review", String(review.iid)]);
  expect(markdown.out).toContain("## `reviewed.ts` line 2 (version 1, open)");
  expect(markdown.out).not.toContain("\u001b");
});

test("a project is named where there is no clone, and an error says what to do", async () => {
  const elsewhere = join(review.data, "..", "elsewhere");
  mkdirSync(elsewhere);
  const named = await review.run(["mr", "list", "--project", review.project], elsewhere);
  expect([named.code, named.out.split("\t")[0]]).toEqual([0, `!${review.iid}`]);
  const unknown = await review.run(["mr", "list"], elsewhere);
  expect(unknown.code).toBe(1);
  expect(unknown.err).toContain("name the project with --project GROUP/NAME");
  const account = await review.run(["mr", "list", "--account", "nobody.test"]);
  expect([account.code, account.out]).toEqual([1, ""]);
  expect(account.err).toContain("No account is called nobody.test.");
  const gone = await review.run(["mr", "show", "4711"]);
  expect([gone.code, gone.out]).toEqual([1, ""]);
  expect(gone.err).toMatch(/not found/i);
});

test("the repository that is open in Helve from a folder is the project there, without a remote", async () => {
  const localService = { url: review.url, token: review.token, problem: null };
  await using host = hostInFolder({ localService });
  const other = join(review.data, "..", "other");
  const server = await startToolServer(other, (request) => host.host.handleTool(request));
  try {
    const { code, out } = await review.run(["mr", "show", "1", "--data", other], review.original);
    expect(code).toBe(0);
    expect(out).toContain(`Project:\t${review.project}\n`);
  } finally {
    await server.close();
  }
});

test.each([
  [["mr", "list", "--state", "odd"], '"odd" is not a state.'],
  [["mr", "show"], "A number is missing."],
  [["review", "7", "--json", "--markdown"], "one format"],
  [["log", "1e3"], '"1e3" is not a number.'],
  [["mr", "--token", "x"], "--token"],
])("%j is refused with the usage", async (args, reason) => {
  const { code, out, err } = await review.run(args);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toContain(reason);
  expect(err).toContain("--data DIR");
});

test("log prints a job that runs until its end, its last lines, and those that match", async () => {
  const path = `/projects/${encodeURIComponent(review.project)}`;
  await review.call("PUT", `/local${path}/ci`, { run_jobs: true });
  await review.call("POST", `${path}/repository/commits`, {
    branch: "jobs",
    start_branch: "main",
    commit_message: "Count",
    actions: [
      {
        action: "create",
        file_path: ".gitlab-ci.yml",
        content:
          'count:\n  script:\n    - for i in 1 2 3 4; do echo "counted $i"; sleep 0.4; done\n    - printf "\\033[31mred\\033[0m\\n"\n',
      },
    ],
  });
  const job = await vi.waitFor(async () => {
    const [found] = await review.call<{ id: number }[]>("GET", `${path}/jobs`);
    if (!found) throw new Error("no job yet");
    return String(found.id);
  }, 30_000);
  const followed = await review.run(["log", job, "--follow"]);
  expect([followed.code, followed.err]).toEqual([0, ""]);
  expect(followed.out.match(/^counted \d$/gm)).toEqual(["counted 1", "counted 2", "counted 3", "counted 4"]);
  expect(followed.out).toMatch(/^red$/m);
  expect(followed.out).not.toContain("\u001b");
  const whole = await review.run(["log", job]);
  expect(whole.out).toBe(followed.out);
  const tail = await review.run(["log", job, "--tail", "2"]);
  expect(tail.out).toBe(whole.out.split("\n").slice(-3).join("\n"));
  const grep = await review.run(["log", job, "--grep", "^counted [23]$"]);
  expect(grep.out).toBe("counted 2\ncounted 3\n");
  const bad = await review.run(["log", job, "--grep", "("]);
  expect([bad.code, bad.out]).toEqual([2, ""]);
});

test("open shows a merge request, a link, a file and a folder in the page that is open", async () => {
  const response = await review.host.request("/events");
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const next = async () => {
    for (;;) {
      const found = /^data: (.*"type":"navigate".*)$/m.exec(text)?.[1];
      if (found) {
        text = "";
        const event = hostEvent.parse(JSON.parse(found));
        return event.type === "navigate" ? event.path : null;
      }
      text += (await reader?.read())?.value ?? "";
    }
  };
  const place = `/a/${review.account}/p/${encodeURIComponent(review.project)}`;
  expect((await review.run(["open", "!7"])).out).toBe("Opened in Helve.\n");
  expect(await next()).toBe(`${place}/merge_requests/7`);
  await review.run(["open", "https://code.test/g/p/-/merge_requests/1"]);
  expect(await next()).toBe("helve://code.test/g/p/-/merge_requests/1");
  writeFileSync(join(review.clone, "a b.txt"), "");
  await review.run(["open", "a b.txt"]);
  expect(await next()).toBe(`${place}/files?ref=main&path=a%20b.txt`);
  await review.run(["open"]);
  expect(await next()).toBe(new URL(`file://${review.clone}`).href);
  const gone = await review.run(["open", "gone.txt"]);
  expect(gone.code).toBe(2);
  await reader?.cancel();
});

test("no output has the token or the password of the remote", async () => {
  const runs = [
    await review.run(["mr", "list", "--json"]),
    await review.run(["review", String(review.iid), "--json"]),
    await review.run(["mr", "list", "--account", "none"]),
  ];
  for (const { out, err } of runs) {
    expect(out + err).not.toContain(review.token);
    expect(out + err).not.toContain("password");
  }
});

test("where no Helve runs, a command says how to start one", async () => {
  rmSync(join(review.data, "tools.json"));
  const stopped = await review.run(["mr", "list"]);
  expect(stopped).toEqual({
    code: 3,
    out: "",
    err: "Helve is not running. Start it with `helve`, then try again.\n",
  });
});
