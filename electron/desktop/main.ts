import { version } from "../../package.json";
import { launch } from "./launch.ts";

// Nothing is awaited here: Electron becomes ready only after this module has been run.
launch(process.argv, import.meta.url, version);
