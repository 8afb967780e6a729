import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";

const module = JSON.stringify(pathToFileURL(join(import.meta.dirname, "npm-end.mjs")).href);
const program = `import { endWithNpm } from ${module};
process.on("SIGTERM", () => { console.log("ended"); process.exit(); });
setTimeout(() => { console.log("went on"); process.exit(); }, Number(process.env.LIFE));
endWithNpm(20);
console.log("running");`;

/** Returns what the program prints after the shell that started it was ended. */
async function printedAfterShell(env: NodeJS.ProcessEnv): Promise<string> {
  // The second command keeps the shell from becoming the program.
  const command = `"${process.execPath}" --input-type=module -e "$PROGRAM"; true`;
  const shell = spawn("sh", ["-c", command], { env: { ...process.env, ...env, PROGRAM: program } });
  let printed = "";
  shell.stdout.on("data", (chunk: Buffer) => {
    printed += chunk.toString();
    if (printed === "running\n") shell.kill("SIGTERM");
  });
  await once(shell.stdout, "end");
  return printed;
}

test.skipIf(process.platform === "win32")(
  "a program of npm ends when npm was ended by a signal",
  async () => {
    expect(await printedAfterShell({ npm_lifecycle_event: "start", LIFE: "20000" })).toBe("running\nended\n");
  },
);

test.skipIf(process.platform === "win32")("another program outlives the shell that started it", async () => {
  expect(await printedAfterShell({ npm_lifecycle_event: "", LIFE: "300" })).toBe("running\nwent on\n");
});
