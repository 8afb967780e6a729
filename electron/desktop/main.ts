import { version } from "../../package.json";
import { findThreads } from "../system/threads.ts";
import { launch } from "./launch.ts";

findThreads(import.meta.url);
// Nothing is awaited here: Electron becomes ready only after this module has been run.
launch(process.argv, import.meta.url, version);
