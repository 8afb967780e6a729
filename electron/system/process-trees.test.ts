import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it } from "vitest";
import { listProcesses, parsePs, treeOf } from "./process-trees.ts";

it("reads what ps prints", () => {
  const processes = parsePs(
    "    1     0 Ss   0:01.50\n  812     1 S+   1:02.25\n  813   812 U    0:00.00\n  814   812 R+   0:00.00\n",
  );
  expect(processes.get(812)).toEqual({ parent: 1, cpu: 62.25, isBusy: false });
  expect([813, 814].map((id) => processes.get(id)?.isBusy)).toEqual([true, true]);
  expect(treeOf(processes, 812)).toEqual([812, 813, 814]);
});

it.skipIf(process.platform === "win32")("finds what a process has started", async () => {
  const child = spawn("/bin/sh", ["-c", "sleep 30 & echo $!; wait"], { stdio: ["ignore", "pipe", "ignore"] });
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  const inner = Number(line.toString());
  const processes = await listProcesses();
  expect(treeOf(processes ?? new Map(), child.pid ?? 0)).toEqual([child.pid, inner]);
  process.kill(inner);
  child.kill();
});
