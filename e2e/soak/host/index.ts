import { parseArgs } from "node:util";
import { driveHost } from "../../../electron/host/testing/faults/drive-host.ts";

const { values } = parseArgs({
  options: {
    /** Operations in all. */
    operations: { type: "string", default: "100000" },
    /** Share of the requests that meet a fault. */
    share: { type: "string", default: "0.33" },
    seed: { type: "string", default: "1" },
  },
});

const began = Date.now();
const figures = await driveHost({
  seed: Number(values.seed),
  operations: Number(values.operations),
  share: Number(values.share),
  report(done, { rssMegabytes, broken }) {
    if (done % 5000 === 0)
      console.error(`${done} operations, at most ${rssMegabytes.highest} MB, ${broken.length} broken`);
  },
});
const { broken, ...rest } = figures;
console.log(JSON.stringify({ ...rest, seconds: Math.round((Date.now() - began) / 1000) }, null, 2));
for (const each of broken.slice(0, 100)) console.error(each);
console.log(broken.length === 0 ? "Every promise held." : `${broken.length} promises were broken.`);
process.exit(broken.length === 0 ? 0 : 1);
