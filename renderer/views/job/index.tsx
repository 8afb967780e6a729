export { JobView } from "./job-view.tsx";
