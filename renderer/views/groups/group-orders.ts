/** Orders of a list of groups. */
export const groupOrders = [
  { value: "name", label: "Name" },
  { value: "path", label: "Path" },
  { value: "id", label: "Newest" },
] as const;
export type GroupOrder = (typeof groupOrders)[number]["value"];

/** Parameters of an order: the newest have the highest ids. */
export const groupOrder = (order: GroupOrder) =>
  ({ order_by: order, sort: order === "id" ? "desc" : "asc" }) as const;
