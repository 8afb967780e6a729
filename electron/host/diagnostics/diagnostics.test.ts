import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it } from "vitest";
import { Diagnostics } from "./diagnostics.ts";
import { Redactor } from "./redactor.ts";

const mismatch = { kind: "mismatch", accountId: "a", operation: "GET /projects/:id/jobs" } as const;

it("has one entry for each kind of mismatch, with a count, and every failure", () => {
  const diagnostics = new Diagnostics(new Redactor());
  diagnostics.add({ ...mismatch, message: "[].id: odd", count: 100 });
  diagnostics.add({ ...mismatch, message: "[].name: odd" });
  diagnostics.add({ ...mismatch, message: "[].id: odd", count: 40 });
  diagnostics.add({ ...mismatch, message: "[].id: odd", accountId: "b" });
  for (let i = 0; i < 2; i++) diagnostics.add({ ...mismatch, kind: "failure", message: "timed out" });
  expect(diagnostics.list().map(({ message, count }) => `${message} ${count}`)).toEqual([
    "timed out 1",
    "timed out 1",
    "[].id: odd 1",
    "[].id: odd 140",
    "[].name: odd 1",
  ]);
});

it("reports an uncaught error once where nobody reads the output any more", async () => {
  const module = new URL("./diagnostics.ts", import.meta.url).href;
  const script = `
    import { catchUncaughtErrors } from ${JSON.stringify(module)};
    let reports = 0;
    catchUncaughtErrors((text) => {
      reports++;
      process.stderr.write(text);
    });
    process.once("message", () => setTimeout(() => { throw new Error("lost"); }));
    setTimeout(() => process.exit(reports === 1 ? 0 : 9), 1_000);
    process.send("ready");`;
  const child = spawn(process.execPath, ["--input-type=module-typescript", "--eval", script], {
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  await once(child, "message");
  child.stderr?.destroy();
  child.send("go");
  const [code] = await once(child, "exit");
  expect(code).toBe(0);
});
