import { parseArgs } from "node:util";
import { driveKills } from "./drive-kills.ts";

/**
 * `npm run soak -- kill`: kills the service, the host and processes of git at random moments while clients commit, push,
 * merge, release, edit a wiki, upload and delete groups. What was confirmed has to be there after each start, and at the
 * end nothing half done.
 */
const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "1000" },
    minutes: { type: "string", default: "120" },
    seed: { type: "string", default: "1" },
    /** Bytes of each pushed file. */
    push: { type: "string", default: String(20 * 1024 * 1024) },
  },
});

const began = Date.now();
let printed = 0;
const { broken, ...figures } = await driveKills({
  kills: Number(values.kills),
  minutes: Number(values.minutes),
  seed: Number(values.seed),
  pushBytes: Number(values.push),
  isBundled: true,
  report(done, found) {
    for (; printed < found.length; printed++) console.error(`Broken: ${found[printed]}`);
    if (done % 25 === 0)
      console.error(`${done} kills, ${found.length} broken, ${Math.round((Date.now() - began) / 1000)} s`);
  },
});
console.log(JSON.stringify({ ...figures, seconds: Math.round((Date.now() - began) / 1000) }, null, 2));
for (const each of broken.slice(printed)) console.error(`Broken: ${each}`);
console.log(broken.length === 0 ? "Every promise held." : `${broken.length} promises were broken.`);
process.exit(broken.length === 0 ? 0 : 1);
