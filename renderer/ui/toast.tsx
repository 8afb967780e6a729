export { toast } from "./toast-store.ts";
