import { fillFolder } from "./fill-folder.ts";

const folder = process.argv[2];
if (folder === undefined) throw new Error("no folder is named");
await fillFolder(folder);
