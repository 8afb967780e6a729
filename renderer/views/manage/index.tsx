export { LabelsView } from "./planning/labels-view.tsx";
export { MilestoneView } from "./planning/milestone-view.tsx";
export { MilestonesView } from "./planning/milestones-view.tsx";
export { ForkView } from "./settings/fork-view.tsx";
export { MembersView } from "./settings/members-view.tsx";
export { NewProjectView } from "./settings/new-project-view.tsx";
export { ProjectSettingsView } from "./settings/settings-view.tsx";
