import { afterAll } from "vitest";

// A service restricts that of its process, which is the next file's, too.
const umask = process.umask();
afterAll(() => void process.umask(umask));
