export { AllAccountsView } from "./all-accounts-view.tsx";
export { MergeRequestsView } from "./merge-requests-view.tsx";
