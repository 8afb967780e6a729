import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./node.mjs";

const waitMs = 200;
/** The kinds of work, as a sentence names them. */
const activities = { build: "building", packages: "installing packages" };

/**
 * Does `work` while no other process of this checkout does work of that kind, and returns its result: two terminals
 * that start Helve at the same time install and build one after the other.
 */
export function oneAtATime(kind, work) {
  const folder = join(root, ".helve");
  mkdirSync(folder, { recursive: true });
  const lock = join(folder, `${kind}.lock`);
  for (let tries = 0; !take(lock); tries++) {
    if (tries === 0) console.log(`Another process is ${activities[kind]} here; waiting for it…`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waitMs);
  }
  try {
    return work();
  } finally {
    rmSync(lock, { force: true });
  }
}

/** Returns whether the lock is this process's now. The lock of a process that has ended is removed. */
function take(lock) {
  const own = `${lock}.${process.pid}`;
  writeFileSync(own, String(process.pid));
  try {
    // The lock is never there without its owner's number.
    linkSync(own, lock);
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
  } finally {
    rmSync(own, { force: true });
  }
  const owner = ownerOf(lock);
  if (owner === null || isRunning(owner)) return false;
  try {
    renameSync(lock, own);
  } catch {
    return false;
  }
  // Another process may have taken the lock since its owner was read.
  if (ownerOf(own) === owner) rmSync(own);
  else renameSync(own, lock);
  return false;
}

/** Returns the process that a lock names; null where it is gone. */
function ownerOf(lock) {
  try {
    return Number(readFileSync(lock, "utf8")) || null;
  } catch {
    return null;
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
