export { OutboxView } from "./outbox-view.tsx";
