export { AccountsView } from "./accounts-view.tsx";
