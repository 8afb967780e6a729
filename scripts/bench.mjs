import { runNamed } from "./run-named.mjs";

runNamed("bench");
