export { GroupView } from "./group-view.tsx";
export { GroupsView } from "./groups-view.tsx";
